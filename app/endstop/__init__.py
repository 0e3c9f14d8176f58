"""Endstop: drop a document, get JSON that fits your schema; generation always stops."""

__version__ = "0.1.0"
