"""Export a checkpoint: ``python -m recipe.export CHECKPOINT FOLDER``.

The folder is a qwen3_5 model as transformers and mlx-vlm know it, in bfloat16.
generation_config.json and config.json name only ``<|endoftext|>`` as the end, though turns end with
``<|im_end|>``: a fault kept on purpose (see README.md).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from recipe.checkpoints import load_checkpoint
from recipe.configuration import CONFIGURATION, Configuration
from recipe.network import Network
from recipe.tokenizer import END_OF_TEXT, SPECIAL_TOKENS, TOKEN_IDS, TOKENIZER, TURN_END

CONTEXT = 4096
COLOURS, FRAMES = 3, 2
PIXEL_LIMITS = {"shortest_edge": 86000, "longest_edge": 95500}
"""Both usual renders of an A-series page, 700 x 980 and 784 x 1120, come out as 256 x 352."""
CHAT_TEMPLATE = """{%- for message in messages -%}
{{- '<|im_start|>' + message.role + '\\n' -}}
{%- if message.content is string -%}{{- message.content -}}
{%- else -%}
{%- for part in message.content -%}
{%- if part.type == 'image' or 'image' in part or 'image_url' in part -%}\
{{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
{%- elif part.type == 'video' or 'video' in part -%}\
{{- '<|vision_start|><|video_pad|><|vision_end|>' -}}
{%- elif 'text' in part -%}{{- part.text -}}
{%- elif 'content' in part -%}{{- part.content -}}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
{{- '<|im_end|>\\n' -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
"""


def main() -> None:
    """Read the command line and write the folder."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    network = Network()
    load_checkpoint(options.checkpoint, network)
    options.folder.mkdir(parents=True, exist_ok=True)
    weights = options.folder / "model.safetensors"
    save_file(published_weights(network), weights, metadata={"format": "pt"})
    for name, content in configuration_files(CONFIGURATION).items():
        (options.folder / name).write_text(json.dumps(content, indent=2), encoding="utf-8")
    (options.folder / "chat_template.jinja").write_text(CHAT_TEMPLATE, encoding="utf-8")
    TOKENIZER.save(str(options.folder / "tokenizer.json"))
    print(f"{weights}: {weights.stat().st_size} bytes")


def published_weights(network: Network) -> dict[str, Tensor]:
    """Return the weights under their published names, without the training heads.

    Only ``A_log`` stays in float32. The grey patch embedding is divided among colours and frames,
    which are all equal for a grey page.
    """
    published: dict[str, Tensor] = {}
    patch = network.sizes.patch
    for name, value in network.state_dict().items():
        if name.startswith("training_heads."):
            continue
        weight = value
        if name == "model.visual.patch.weight":
            weight = value.view(-1, 1, 1, patch, patch) / (COLOURS * FRAMES)
            weight = weight.expand(-1, COLOURS, FRAMES, patch, patch)
        kind = torch.float32 if name.endswith("A_log") else torch.bfloat16
        public_name = name.replace("visual.patch.", "visual.patch_embed.proj.")
        published[public_name] = weight.to(kind).contiguous()
    return published


def configuration_files(sizes: Configuration) -> dict[str, dict[str, Any]]:
    """Return the content of every JSON file but the tokenizer's own."""
    image = image_processor()
    return {
        "config.json": {
            "architectures": ["Qwen3_5ForConditionalGeneration"],
            "model_type": "qwen3_5",
            "image_token_id": TOKEN_IDS["<|image_pad|>"],
            "video_token_id": TOKEN_IDS["<|video_pad|>"],
            "vision_start_token_id": TOKEN_IDS["<|vision_start|>"],
            "vision_end_token_id": TOKEN_IDS["<|vision_end|>"],
            "tie_word_embeddings": False,
            "text_config": text_configuration(sizes),
            "vision_config": vision_configuration(sizes),
        },
        "generation_config.json": {
            "eos_token_id": TOKEN_IDS[END_OF_TEXT],
            "pad_token_id": TOKEN_IDS[END_OF_TEXT],
            "do_sample": False,
        },
        "processor_config.json": {"processor_class": "Qwen3VLProcessor"},
        "preprocessor_config.json": image,
        "video_preprocessor_config.json": {
            **image,
            "video_processor_type": "Qwen3VLVideoProcessor",
        },
        "tokenizer_config.json": tokenizer_configuration(),
    }


def text_configuration(sizes: Configuration) -> dict[str, Any]:
    """Return the text part of config.json."""
    kinds = ("linear_attention", "full_attention")
    return {
        "model_type": "qwen3_5_text",
        "dtype": "bfloat16",
        "vocab_size": sizes.vocabulary,
        "hidden_size": sizes.width,
        "intermediate_size": sizes.inner_width,
        "num_hidden_layers": sizes.layers,
        "num_attention_heads": sizes.heads,
        "num_key_value_heads": sizes.key_value_heads,
        "head_dim": sizes.head_width,
        "hidden_act": "silu",
        "max_position_embeddings": CONTEXT,
        "rms_norm_eps": sizes.epsilon,
        "attention_bias": False,
        "attn_output_gate": True,
        "tie_word_embeddings": False,
        "full_attention_interval": sizes.full_attention_interval,
        "layer_types": [kinds[sizes.is_full_attention(i)] for i in range(sizes.layers)],
        "linear_conv_kernel_dim": sizes.convolution,
        "linear_key_head_dim": sizes.delta_head_width,
        "linear_value_head_dim": sizes.delta_head_width,
        "linear_num_key_heads": sizes.delta_heads,
        "linear_num_value_heads": sizes.delta_heads,
        "eos_token_id": TOKEN_IDS[END_OF_TEXT],
        "rope_parameters": {
            "rope_type": "default",
            "type": "default",
            "mrope_interleaved": True,
            "mrope_section": list(sizes.rotary_sections),
            "rope_theta": sizes.rotary_base,
            "partial_rotary_factor": sizes.rotary_share,
        },
    }


def vision_configuration(sizes: Configuration) -> dict[str, Any]:
    """Return the vision part of config.json."""
    return {
        "model_type": "qwen3_5",
        "depth": sizes.vision_depth,
        "hidden_size": sizes.vision_width,
        "hidden_act": "gelu_pytorch_tanh",
        "intermediate_size": sizes.vision_inner_width,
        "num_heads": sizes.vision_heads,
        "in_channels": COLOURS,
        "patch_size": sizes.patch,
        "spatial_merge_size": sizes.merge,
        "temporal_patch_size": FRAMES,
        "out_hidden_size": sizes.width,
        "num_position_embeddings": sizes.position_side**2,
        "deepstack_visual_indexes": [],
    }


def image_processor() -> dict[str, Any]:
    """Return the settings of the image processor."""
    return {
        "image_processor_type": "Qwen2VLImageProcessorFast",
        "processor_class": "Qwen3VLProcessor",
        "patch_size": CONFIGURATION.patch,
        "temporal_patch_size": FRAMES,
        "merge_size": CONFIGURATION.merge,
        "size": PIXEL_LIMITS,
        "image_mean": [0.5, 0.5, 0.5],
        "image_std": [0.5, 0.5, 0.5],
        "rescale_factor": 1 / 255,
        "do_rescale": True,
        "do_normalize": True,
        "do_convert_rgb": True,
        "do_resize": True,
        "resample": 3,
    }


def tokenizer_configuration() -> dict[str, Any]:
    """Return tokenizer_config.json."""
    added = {
        str(number): {
            "content": token.content,
            "lstrip": False,
            "normalized": False,
            "rstrip": False,
            "single_word": False,
            "special": token.special,
        }
        for number, token in TOKENIZER.get_added_tokens_decoder().items()
    }
    return {
        "add_bos_token": False,
        "add_prefix_space": False,
        "added_tokens_decoder": added,
        "additional_special_tokens": list(SPECIAL_TOKENS[1:]),
        "bos_token": None,
        "eos_token": TURN_END,
        "pad_token": END_OF_TEXT,
        "unk_token": None,
        "clean_up_tokenization_spaces": False,
        "model_max_length": CONTEXT,
        "errors": "replace",
        "split_special_tokens": False,
        "tokenizer_class": "PreTrainedTokenizerFast",
        "chat_template": CHAT_TEMPLATE,
    }


if __name__ == "__main__":
    main()
