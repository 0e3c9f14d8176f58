"""`endstop doctor` answers within seconds and 300 MB, whatever the files of a folder hold."""

import json
import os
import struct
import subprocess
import sys

import pytest

from tests.support.folders import CHATML, make_folder

MOST_BYTES = 300_000_000
MOST_S = 10  # of processor time, the interpreter's start included
HANG_S = 120
# A process of its own: Linux counts what the parent holds as its child's at the start.
MEASURED = """
import json, resource, subprocess, sys
command = [sys.executable, "-m", "endstop", "doctor", sys.argv[1]]
done = subprocess.run(command, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.returncode, used.ru_maxrss * 1024, used.ru_utime + used.ru_stime]))
"""
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it counts KiB, as Linux does")


def _numbers(folder):
    (folder / "generation_config.json").write_text('{"a": [' + "1," * 50_000_000 + "1]}")


def _objects(folder):
    (folder / "generation_config.json").write_text('{"a": [' + '{"":0},' * 550_000 + "1]}")


def _all_that_fits(folder):
    values = '{"model_type": "x", "a": [' + '{"":0},' * 98_000 + "1]}"
    for name in ("generation_config", "special_tokens_map", "added_tokens", "config"):
        (folder / f"{name}.json").write_text(values)


def _nested(folder):
    values = '{"a": [' + '{"":0},' * 98_000 + "1]}"
    for number in range(40):
        (folder / f"tokenizer{number}").mkdir()
        (folder / f"tokenizer{number}" / "config.json").write_text(values)


def _vocabulary(folder):
    os.truncate(folder / "tokenizer.json", 200_000_000)


def _tensors(folder):
    entries = (f'"t{n}":{{"dtype":"U8","shape":[],"data_offsets":[0,1]}}' for n in range(250_000))
    header = ("{" + ",".join(entries) + "}").encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + b"0")


def _index(folder):
    files = {f"t{n}": f"{n}.safetensors" for n in range(150_000)}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": files}))


def _templates(folder):
    more = folder / "additional_chat_templates"
    more.mkdir()
    for number in range(1_000):
        (more / f"{number}.jinja").write_text(CHATML + "{# " + "x" * 20_000 + " #}")


def _tokens(folder):
    key, items = b"tokenizer.ggml.tokens", 30_000_000
    start = struct.pack("<IQQQ", 3, 0, 1, len(key)) + key + struct.pack("<IIQ", 9, 8, items)
    path = folder / "model.gguf"
    path.write_bytes(b"GGUF" + start)
    os.truncate(path, 400_000_000)


def _adapters(folder):
    settings = {"base_model_name_or_path": str(folder), "target_modules": ["q"] * 48_000}
    for number in range(70):
        (folder / str(number)).mkdir()
        (folder / str(number) / "adapter_config.json").write_text(json.dumps(settings))


@pytest.mark.parametrize(
    "fill",
    [
        *(_numbers, _objects, _all_that_fits, _nested, _vocabulary, _tensors),
        *(_index, _templates, _tokens, _adapters),
    ],
)
def test_a_giant_file_costs_no_more_than_others(tmp_path, fill):
    folder = make_folder(tmp_path / "m", tokenizer_config={"eos_token": "<|im_end|>"})
    fill(folder)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_S,
    )
    status, largest, seconds = json.loads(done.stdout)
    assert status == 1  # it is examined, and the folder's own fault is found
    assert largest < MOST_BYTES
    assert seconds < MOST_S
