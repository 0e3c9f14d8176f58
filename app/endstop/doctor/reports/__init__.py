"""Diagnoses in words, tables, JSON and Markdown."""
