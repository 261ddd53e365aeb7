"""Texts and tables: Markdown, code, formulas, pictures, typed answers, spreadsheets, headings."""
