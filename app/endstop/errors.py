"""The error family: each error is a sentence for a person and a remedy."""


class EndstopError(Exception):
    """Something that the user can be told in one sentence, with what to do about it."""

    def __init__(self, sentence: str, remedy: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}".strip()

    def __reduce__(self) -> tuple[type["EndstopError"], tuple[str | int, ...]]:
        """Errors travel from the renderer process to the app."""
        return type(self), (self.sentence, self.remedy)


class CancelledError(EndstopError):
    """The user stopped what was running."""

    def __init__(self, sentence: str = "", remedy: str = "") -> None:
        super().__init__(sentence, remedy)


class UnforeseenError(EndstopError):
    """A fault of Endstop's own; `details` is the traceback, for whoever mends it."""

    def __init__(self, sentence: str, remedy: str = "", details: str = "") -> None:
        super().__init__(sentence, remedy)
        self.details = details

    def __reduce__(self) -> tuple[type[EndstopError], tuple[str | int, ...]]:
        """The details travel too."""
        return type(self), (self.sentence, self.remedy, self.details)


class UsageError(EndstopError):
    """The command line or a setting asked for something that does not exist."""


class DocumentError(EndstopError):
    """A dropped file cannot be read as a document."""


class PasswordNeededError(DocumentError):
    """The document is encrypted and no password, or a wrong one, was given."""


class PageError(DocumentError):
    """One page of a document, the 1-based `number`, cannot be shown; the others may be."""

    def __init__(self, sentence: str, remedy: str, number: int) -> None:
        super().__init__(sentence, remedy)
        self.number = number

    def __reduce__(self) -> tuple[type[EndstopError], tuple[str | int, ...]]:
        """The number travels too."""
        return type(self), (self.sentence, self.remedy, self.number)


class SchemaError(EndstopError):
    """A schema cannot be read, or cannot be turned into a grammar."""


class GrammarError(SchemaError):
    """The grammar refuses the schema; the user may choose to extract without constraint."""


class ModelError(EndstopError):
    """A model folder cannot be read, loaded or run."""


class FixError(EndstopError):
    """A model folder cannot be mended, or a fix cannot be taken back."""


class ExportError(EndstopError):
    """A result cannot be written."""
