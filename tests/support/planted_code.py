"""Model folders with planted code, one for each key and file by which a library could run it.

The code writes the name of its plant into a file, so that a test sees what ran.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from endstop.assets import bundled_model

_CLASS = "planted.Planted"
_AUTO = dict.fromkeys(
    (
        "AutoConfig",
        "AutoModel",
        "AutoModelForImageTextToText",
        "AutoProcessor",
        "AutoImageProcessor",
        "AutoVideoProcessor",
        "AutoFeatureExtractor",
    ),
    _CLASS,
)
_TOKENIZER = {"AutoTokenizer": [_CLASS, _CLASS]}
_MODULE = """
with open({ran!r}, "a", encoding="utf-8") as ran:
    ran.write({name!r} + "\\n")

class Planted:
    pass

Model = ModelConfig = Planted

def generate(*_arguments, **_options):
    pass
"""

# Name: the file, the key that an error must name, and the settings that are written over it.
PLANTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "model_file": ("config.json", "model_file", {"model_file": "planted.py"}),
    "model_file outside": ("config.json", "model_file", {"model_file": "../outside.py"}),
    "model_file of the text": (
        "config.json",
        "text_config.model_file",
        {"text_config": {"model_file": "planted.py"}},
    ),
    "model_file of the vision": (
        "config.json",
        "vision_config.model_file",
        {"vision_config": {"model_file": "planted.py"}},
    ),
    "config": ("config.json", "auto_map", {"auto_map": _AUTO | _TOKENIZER}),
    "text config": ("config.json", "text_config.auto_map", {"text_config": {"auto_map": _AUTO}}),
    "another folder": (
        "config.json",
        "auto_map",
        {"auto_map": {"AutoConfig": "{folder}--planted.Planted"}},
    ),
    "pipelines": (
        "config.json",
        "custom_pipelines",
        {"custom_pipelines": {"extract": {"impl": _CLASS, "pt": ["AutoModel"]}}},
    ),
    "other config": ("config.5.0.0.json", "auto_map", {"auto_map": _AUTO}),
    "tokenizer": ("tokenizer_config.json", "auto_map", {"auto_map": _TOKENIZER}),
    "tokenizer, as of old": ("tokenizer_config.json", "auto_map", {"auto_map": [_CLASS, _CLASS]}),
    "further tokenizer": (
        "decoder_tokenizer/tokenizer_config.json",
        "auto_map",
        {"auto_map": _TOKENIZER},
    ),
    "processor": ("processor_config.json", "auto_map", {"auto_map": _AUTO}),
    "image processor inside": (
        "processor_config.json",
        "image_processor.auto_map",
        {"image_processor": {"auto_map": _AUTO}},
    ),
    "video processor inside": (
        "processor_config.json",
        "video_processor.auto_map",
        {"video_processor": {"auto_map": _AUTO}},
    ),
    "image processor": ("preprocessor_config.json", "auto_map", {"auto_map": _AUTO}),
    "video processor": ("video_preprocessor_config.json", "auto_map", {"auto_map": _AUTO}),
    "generation": (
        "generation_config.json",
        "custom_generate",
        {"custom_generate": "custom_generate/generate.py"},
    ),
    "generate": ("custom_generate/generate.py", "", {}),
}


def plant(name: str, parent: Path, ran: Path) -> Path:
    """A copy of the bundled model, `parent/model`, with code that adds `name` to the file `ran`."""
    folder = parent / "model"
    shutil.copytree(bundled_model(), folder)
    code = _MODULE.format(ran=str(ran), name=name)
    (parent / "outside.py").write_text(code, encoding="utf-8")
    (folder / "planted.py").write_text(code, encoding="utf-8")
    file, _key, settings = PLANTS[name]
    target = folder / file
    target.parent.mkdir(exist_ok=True)
    if target.suffix == ".py":
        target.write_text(code, encoding="utf-8")
        return folder
    if file.startswith("config.5"):
        _merge(folder / "config.json", {"configuration_files": [file]})
        shutil.copy(folder / "config.json", target)
    _merge(target, json.loads(json.dumps(settings).replace("{folder}", str(folder))))
    return folder


def _merge(file: Path, settings: dict[str, Any]) -> None:
    """Write settings over those of a file, two levels deep."""
    content = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for key, value in settings.items():
        inner = content.get(key)
        content[key] = inner | value if isinstance(inner, dict) else value
    file.write_text(json.dumps(content), encoding="utf-8")
