"""Every check, in the order of its code; adding one touches its module, this table, a fixture."""

from endstop.doctor.checks.check import Check
from endstop.doctor.checks.files import brings_code, unreadable_file
from endstop.doctor.checks.gguf import eos_differs as gguf_eos_differs
from endstop.doctor.checks.gguf import eos_not_turn_end as gguf_eos_not_turn_end
from endstop.doctor.checks.gguf import ordinary_end as gguf_ordinary_end
from endstop.doctor.checks.gguf import special_ids as gguf_special_ids
from endstop.doctor.checks.gguf import token_type as gguf_token_type
from endstop.doctor.checks.gguf import turn_end_not_an_end as gguf_turn_end_not_an_end
from endstop.doctor.checks.modelfile import structural_stop as modelfile_structural_stop
from endstop.doctor.checks.modelfile import without_stop as modelfile_without_stop
from endstop.doctor.checks.runtimes import runtime_ignores_source, runtime_refuses
from endstop.doctor.checks.stop_lists import (
    end_in_text_config_only,
    end_inside_turn,
    end_lists_disagree,
    end_of_wrong_type,
    end_outside_vocabulary,
    grammar_end,
    next_role_not_listed,
    no_end_for_transformers,
    no_generation_config,
    odd_terminator,
    ordinary_text_as_end,
    settings_defeat_end,
    special_stop_string,
    tool_end_not_listed,
    turn_end_listed_once,
    turn_end_not_first,
    turn_end_not_listed,
    unknown_eos_token,
    unknown_extra_end,
)
from endstop.doctor.checks.templates import (
    base_without_turns,
    history_closes_otherwise,
    templates_disagree,
    turn_never_closed,
    unknown_template_texts,
)
from endstop.doctor.checks.tokenizer import tokens_disagree, turn_end_no_token, turn_end_not_special
from endstop.doctor.checks.training import (
    padding_is_the_end,
    tied_head_saved,
    turn_end_not_trained,
    untrained_adapter,
)
from endstop.doctor.checks.weights import (
    ids_beyond_rows,
    merged_rows,
    outlier_row,
    renumbered_ids,
    rows_at_the_mean,
    untrained_rows,
)

CHECKS: tuple[Check, ...] = (
    turn_end_not_listed.CHECK,
    turn_end_listed_once.CHECK,
    no_end_for_transformers.CHECK,
    no_generation_config.CHECK,
    end_lists_disagree.CHECK,
    end_of_wrong_type.CHECK,
    end_outside_vocabulary.CHECK,
    ordinary_text_as_end.CHECK,
    unknown_eos_token.CHECK,
    tokens_disagree.CHECK,
    renumbered_ids.CHECK,
    turn_end_no_token.CHECK,
    turn_end_not_special.CHECK,
    end_in_text_config_only.CHECK,
    turn_end_not_first.CHECK,
    tool_end_not_listed.CHECK,
    turn_never_closed.CHECK,
    next_role_not_listed.CHECK,
    history_closes_otherwise.CHECK,
    end_inside_turn.CHECK,
    unknown_template_texts.CHECK,
    templates_disagree.CHECK,
    base_without_turns.CHECK,
    unreadable_file.CHECK,
    runtime_refuses.CHECK,
    brings_code.CHECK,
    untrained_rows.CHECK,
    untrained_adapter.CHECK,
    tied_head_saved.CHECK,
    rows_at_the_mean.CHECK,
    ids_beyond_rows.CHECK,
    merged_rows.CHECK,
    outlier_row.CHECK,
    padding_is_the_end.CHECK,
    turn_end_not_trained.CHECK,
    odd_terminator.CHECK,
    gguf_turn_end_not_an_end.CHECK,
    gguf_special_ids.CHECK,
    gguf_token_type.CHECK,
    gguf_eos_not_turn_end.CHECK,
    modelfile_without_stop.CHECK,
    modelfile_structural_stop.CHECK,
    gguf_ordinary_end.CHECK,
    gguf_eos_differs.CHECK,
    runtime_ignores_source.CHECK,
    settings_defeat_end.CHECK,
    special_stop_string.CHECK,
    unknown_extra_end.CHECK,
    grammar_end.CHECK,
)
