"""The forms in which results leave Endstop."""

from enum import StrEnum


class Format(StrEnum):
    """One JSON file a document, or one file for all."""

    JSON = "json"
    JSONL = "jsonl"
    CSV = "csv"
