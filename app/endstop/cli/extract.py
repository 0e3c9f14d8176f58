"""`endstop extract`: documents in, JSON out; the same loop as the window's."""

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from endstop.assets import bundled_model
from endstop.cli.exit_code import ExitCode
from endstop.cli.narrator import Narrator
from endstop.cli.output import Output, open_output
from endstop.cli.progress import FaultsAlone, TerminalProgress
from endstop.documents.discover import discover
from endstop.documents.page_ranges import PageRanges
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.documents.source import SourceFile
from endstop.engines.engine import Constraint, Separators
from endstop.engines.grammar import compile_grammar
from endstop.engines.load import describe_model, load_engine
from endstop.errors import DocumentError, GrammarError, SchemaError, UsageError
from endstop.export.format import Format
from endstop.extraction.ahead import PagesAhead
from endstop.extraction.batch import Batch
from endstop.extraction.events import Cancelled, Completed, Event
from endstop.extraction.profiles import profile_for
from endstop.extraction.request import Options
from endstop.interruption import heeded
from endstop.schemas.load import load_schema
from endstop.schemas.schema import ExtractionSchema
from endstop.translation import _


def run(options: argparse.Namespace) -> int:
    """Extract every input; 0 if all results are complete and valid, else 1; 130 on Ctrl-C."""
    schema = _schema(options)
    settings = Options(
        pages=PageRanges.parse(options.pages) if options.pages else None,
        password=options.password,
        rotation=options.rotate,
        constrained=not options.unconstrained,
        max_tokens=options.max_tokens,
        max_seconds=options.max_seconds,
    )
    location = _model(options.model)
    sources = list(discover(options.inputs))
    if not sources:
        raise UsageError(_("There is no document in it."), _("Give PDFs, images or folders."))
    narrator = Narrator(FaultsAlone() if options.quiet else TerminalProgress(), len(sources))
    form, with_metadata = Format(options.format), not options.no_metadata
    output = open_output(form, options.out, sources, with_metadata=with_metadata)
    documents = [_recognised(path) for path in sources]
    sizing = profile_for(describe_model(location)).sizing
    with (
        Renderer() as renderer,
        output,
        closing(Batch(documents, schema, settings, PagesAhead(renderer), sizing)) as batch,
    ):
        batch.prepare()
        engine = load_engine(location, narrator.loading, _never)
        with closing(engine), heeded() as cancelled:  # before this there is nothing to keep
            whole = [
                not cancelled()
                and _put_out(batch.events(engine, place, cancelled), narrator, output, path)
                for place, path in enumerate(sources)
            ]
        if cancelled():
            return ExitCode.INTERRUPTED
    return ExitCode.DONE if all(whole) else ExitCode.FAILED


def _put_out(events: Iterator[Event], narrator: Narrator, output: Output, path: Path) -> bool:
    """Narrate one document and put its result out; whether it is complete and valid."""
    narrator.begin(path)
    for event in events:
        narrator.happened(event)
        match event:
            case Completed(extraction):
                output.add(extraction)
                return extraction.complete
            case Cancelled(partial) if partial is not None:
                output.add(partial)
    return False


def _recognised(path: Path) -> SourceFile | DocumentError:
    try:
        return recognise(path)
    except DocumentError as error:
        return error


def _schema(options: argparse.Namespace) -> ExtractionSchema:
    """The schema asked for, tried as a grammar before anything is loaded."""
    try:
        schema = load_schema(options.schema)
        if not options.unconstrained:
            compile_grammar(Constraint(schema.definition, Separators.COMPACT))
    except GrammarError as error:
        raise UsageError(error.sentence, _("Simplify it, or add --unconstrained.")) from error
    except SchemaError as error:
        raise UsageError(error.sentence, error.remedy) from error
    return schema


def _model(text: str | None) -> Path | str:
    """Where the model is: a folder, or an address as it was given."""
    if text is None:
        return bundled_model()
    if "://" not in text and not Path(text).is_dir():
        raise UsageError(
            _("There is no model folder {path}.").format(path=text),
            _("Give the folder that holds the model's config.json."),
        )
    return text


def _never() -> bool:
    return False
