"""What the tests of mending share: hand-made findings, a folder's content, a cache, a GGUF file."""

from pathlib import Path

import gguf

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.diagnose import Diagnosis
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Edit, Finding, Fix, GgufEdit, JsonEdit, Severity

STOP_LIST = JsonEdit("generation_config.json", ("eos_token_id",), [258, 256])


def finding(*edits: Edit, code: str = "EOS001", automatic: bool = True) -> Finding:
    """A finding that these edits mend."""
    fix = Fix("Mend it", automatic, edits)
    return Finding(code, Severity.ERROR, "A defect", "It is broken.", fix=fix)


def diagnosed(path: Path, *findings: Finding) -> Diagnosis:
    """The diagnosis that found just these."""
    return Diagnosis(path, Subject(Checkpoint(path)), findings)


def content(folder: Path) -> dict[str, tuple[str, bytes, int]]:
    """Every entry below a folder: its kind, its bytes or where it points, its mode."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        if path.is_symlink():
            found[str(path.relative_to(folder))] = ("link", str(path.readlink()).encode(), mode)
        elif path.is_file():
            found[str(path.relative_to(folder))] = ("file", path.read_bytes(), mode)
        else:
            found[str(path.relative_to(folder))] = ("folder", b"", mode)
    return found


def as_cached(source: Path, cache: Path) -> Path:
    """A model folder as the hub's cache keeps it: links in a snapshot, files in a shared place."""
    snapshot = cache / "models--maker--name" / "snapshots" / "0123abc"
    blobs = cache / "models--maker--name" / "blobs"
    snapshot.mkdir(parents=True)
    blobs.mkdir()
    for number, path in enumerate(sorted(source.iterdir())):
        (blobs / f"{number:040x}").write_bytes(path.read_bytes())
        (snapshot / path.name).symlink_to(f"../../blobs/{number:040x}")
    return snapshot


def make_gguf(path: Path) -> Path:
    """A GGUF file without tensors, whose ends are the wrong token."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(["a", "b", "<|endoftext|>", "<|im_end|>"])
    writer.add_eos_token_id(2)
    writer.add_eot_token_id(2)
    writer.add_name("small")
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.close()
    return path


EOS = GgufEdit("model.gguf", "tokenizer.ggml.eos_token_id", 3)
EOT = GgufEdit("model.gguf", "tokenizer.ggml.eot_token_id", 3)


def numbers(path: Path) -> list[int]:
    """Its eos and eot."""
    reader = gguf.GGUFReader(path)
    return [int(reader.get_field(edit.key).contents()) for edit in (EOS, EOT)]
