"""Card text: Markdown, code, pictures and the texts of an entry by path."""
