"""Whether a folder is a base model that was never taught its chat template."""

import re

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.listed_ends import id_lists, tokenizer_end
from endstop.doctor.facts.subject import Subject

_base_name = re.compile(r"(^|[-_. ])(base|pt|pretrain(ed)?)($|[-_. ])", re.IGNORECASE)


def calls_itself_base(checkpoint: Checkpoint) -> bool:
    """Whether the folder's name says so: `Qwen2.5-7B-Base`, `gemma-3-4b-pt`."""
    return _base_name.search(checkpoint.name) is not None


def is_untaught_base(subject: Subject) -> bool:
    """Whether the folder calls itself a base model and no file but the template names the turn end.

    Base models often ship the template of their chat siblings; that they do not end turns is no
    defect of the files. A fine-tune rarely keeps `base` in its name.
    """
    if not calls_itself_base(subject.checkpoint):
        return False
    places = (*id_lists(subject.checkpoint), tokenizer_end(subject.checkpoint))
    return not any(subject.turn_end.ids & set(listed.ids) for listed in places)
