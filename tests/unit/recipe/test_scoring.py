"""Only the whole text with its end is exact; fields are counted one by one."""

from recipe.scoring import Score


def test_an_answer_that_does_not_stop_is_not_exact() -> None:
    score = Score()
    score.add('{"total":1.50}', '{"total":1.50}', stopped=False)
    assert score.exact == 0
    assert score.right_fields["total"] == 1


def test_broken_json_has_no_right_fields() -> None:
    score = Score()
    score.add('{"total":1.50}', '{"total":1.5', stopped=True)
    assert score.valid == 0
    assert "exact 0.0%" in score.summary()


def test_an_absent_field_is_right_only_if_it_is_null() -> None:
    score = Score()
    score.add('{"tax":null}', '{"tax":null}', stopped=True)
    score.add('{"tax":null}', "{}", stopped=True)
    assert score.right_fields["tax (absent)"] == 1
    assert score.all_fields["tax (absent)"] == 2
