"""Every check, in the order of its code; adding one touches its module, this table, a fixture."""

from endstop.doctor.checks import (
    gguf_eos_differs,
    gguf_eos_not_turn_end,
    gguf_ordinary_end,
    gguf_special_ids,
    gguf_token_type,
    gguf_turn_end_not_an_end,
    ids_beyond_rows,
    merged_rows,
    modelfile_structural_stop,
    modelfile_without_stop,
    outlier_row,
    renumbered_ids,
    rows_at_the_mean,
    tied_head_saved,
    untrained_adapter,
    untrained_rows,
)
from endstop.doctor.checks.check import Check

CHECKS: tuple[Check, ...] = (
    renumbered_ids.CHECK,
    untrained_rows.CHECK,
    untrained_adapter.CHECK,
    tied_head_saved.CHECK,
    rows_at_the_mean.CHECK,
    ids_beyond_rows.CHECK,
    merged_rows.CHECK,
    outlier_row.CHECK,
    gguf_turn_end_not_an_end.CHECK,
    gguf_special_ids.CHECK,
    gguf_token_type.CHECK,
    gguf_eos_not_turn_end.CHECK,
    modelfile_without_stop.CHECK,
    modelfile_structural_stop.CHECK,
    gguf_ordinary_end.CHECK,
    gguf_eos_differs.CHECK,
)
