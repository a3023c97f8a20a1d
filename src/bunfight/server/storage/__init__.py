"""What is kept of tables: the port, and what lies behind it."""
