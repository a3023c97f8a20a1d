"""All tables of this process."""
