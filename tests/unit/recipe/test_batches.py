"""Places on a page become the right image tokens and cells."""

import numpy as np
from recipe.batches import IGNORED, LENGTH_SHARES, image_tokens, length_round, merge_ordered
from recipe.tokenizer import IMAGE_PREFIX_IDS


def test_a_place_names_its_token_and_its_cell_within_it() -> None:
    places = np.array([(0, 0), (255, 351), (33, 17), (-1, -1)])
    tokens, cells = image_tokens(places, 0)
    assert tokens.tolist() == [3, 3 + 87, 3 + 1, IGNORED]
    assert cells.tolist() == [0, 7, 4, IGNORED]
    assert len(IMAGE_PREFIX_IDS) == 3


def test_four_patches_of_a_token_come_together() -> None:
    grid = np.arange(22 * 32).reshape(1, 22, 32)
    merged = merge_ordered(grid)
    assert merged.shape == (1, 352, 2)
    assert merged[0, :5].tolist() == [[0, 1], [2, 3], [32, 33], [34, 35], [4, 5]]


def test_all_workers_go_round_the_same_lengths() -> None:
    assert length_round() == length_round()
    assert len(length_round()) == sum(LENGTH_SHARES.values())
