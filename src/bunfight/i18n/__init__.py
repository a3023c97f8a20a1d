"""Words, languages and the help on components, in every language."""
