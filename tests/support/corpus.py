"""Publicly reported cases of models that do not stop, rebuilt from what was reported.

A row restates one report: which family, what its files said, and which codes have to be found. The
ids are small ones of our own; what a row does not name is right. A report whose cause stayed open
is rebuilt in each way that was suspected. Codes of a report that no folder can show stand in
BEYOND_FILES with the reason, reports that cannot be rebuilt at all in NOT_REBUILT.
"""

from tests.support.corpus_build import Case
from tests.support.corpus_early import EARLY_CASES
from tests.support.corpus_late import LATE_CASES

CASES: tuple[Case, ...] = (*EARLY_CASES, *LATE_CASES)

BEYOND_FILES = {
    "C26 EOS041": "what the trainer was told is not in the folder",
    "C27 EOS050": "llama.cpp finds <|eom_id|> by its text since that report",
    "C39 EOS060": "the runtime was older than any that is modelled; all of these read the list",
    "C48 EOS020": "the runtime resolved an absent text to the unknown token; no file lists that id",
}

NOT_REBUILT = {
    "C23": "runtime: an old vLLM did not read generation_config.json; the files were right",
    "C29": "runtime: an old Ollama; llama.cpp finds <|eot_id|> by its text today (EOS053 instead)",
    "C49": "training: the label mask came from the trainer's settings",
    "C50": "training: the trainer appended padding instead of the end",
    "C56": "runtime: an old conversion lost <|endoftext|>, which llama.cpp knows by its text today",
    "C83": "runtime: a loader that passed no ids; the files were right",
    "C89": "training: no end was appended to the training texts",
    "C94": "request: a harness overrode the ends of right files",
    "C96": "runtime: an old build wanted a number in a file of its own; a list is right",
    "C97": "probe: the cause was never found",
}
