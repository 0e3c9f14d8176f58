"""Pages that lie on their side, are blank or cannot be shown, from the command line."""

import json

import pytest
from PIL import Image


@pytest.fixture
def page(samples):
    """The last sample, an image, and what is to be read on it."""
    with Image.open(samples[-1]["path"]) as image:
        return image.convert("RGB"), samples[-1]["expected"]


def test_a_page_that_lies_on_its_side_is_turned(endstop, tmp_path, page):
    image, expected = page
    image.transpose(Image.Transpose.ROTATE_90).save(tmp_path / "side.png")
    process = endstop("extract", tmp_path / "side.png", "--schema", "slip", "--rotate", "90")
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == expected


def test_a_rotation_that_is_none_is_a_usage_error(endstop, samples):
    process = endstop("extract", samples[0]["path"], "--schema", "slip", "--rotate", "45")
    assert process.returncode == 2
    assert "45" in process.stderr


def test_blank_pages_are_left_out_and_that_is_said(endstop, tmp_path, page):
    image, expected = page
    blank = Image.new("RGB", image.size, "white")
    blank.save(tmp_path / "scan.tiff", save_all=True, append_images=[image, blank])
    out = tmp_path / "out"
    process = endstop("extract", tmp_path / "scan.tiff", "--schema", "slip", "--out", out)
    assert process.returncode == 0, process.stderr
    assert "Pages 1,3 are blank and were left out." in process.stderr
    meta = json.loads((out / "scan.meta.json").read_text(encoding="utf-8"))
    assert meta["source"]["pages"] == [2]
    assert meta["notices"] == ["Pages 1,3 are blank and were left out."]
    assert json.loads((out / "scan.json").read_text(encoding="utf-8")) == expected


def test_a_blank_document_fails_with_a_sentence(endstop, tmp_path):
    Image.new("RGB", (700, 900), "white").save(tmp_path / "nothing.png")
    process = endstop("extract", tmp_path / "nothing.png", "--schema", "slip")
    assert process.returncode == 1
    assert "nothing.png is blank" in process.stderr


def test_a_page_that_cannot_be_shown_is_named_and_the_others_are_read(endstop, tmp_path, page):
    image, expected = page
    path = tmp_path / "scan.tiff"
    image.save(path, save_all=True, append_images=[Image.effect_noise((600, 800), 90)])
    path.write_bytes(path.read_bytes()[:-200_000])
    process = endstop("extract", path, "--schema", "slip")
    assert process.returncode == 1
    assert "Page 2 of scan.tiff is damaged" in process.stderr
    assert json.loads(process.stdout) == expected
