"""The libraries' own ways to run a model folder's code, barred for good.

`endstop.checkpoints.folder_code` examines a folder before it is loaded, and every loader is told
`trust_remote_code=False`. Neither is enough on its own: the files can change between examination
and loading, some of mlx-vlm's processors trust whatever they were told, and mlx-vlm runs a
`model_file` without asking. So the few functions through which all such code must pass are replaced
by ones that refuse. They stay replaced, as Endstop never has a use for them: nothing is put back
that another thread could meet half done.
"""

from functools import cache
from typing import Any, NoReturn

from endstop.errors import ModelError
from endstop.translation import _


@cache
def bar_folder_code() -> None:
    """Let transformers and mlx-vlm raise ModelError where they would run a folder's code."""
    import mlx_vlm.utils
    from transformers import dynamic_module_utils

    # Every Auto class comes through these two: the first copies code, the second runs it.
    dynamic_module_utils.get_cached_module_file = _refuse
    dynamic_module_utils.get_class_in_module = _refuse

    built_in = mlx_vlm.utils.get_model_and_args

    def built_in_only(config: dict[str, Any], *_path: Any, **_named_path: Any) -> Any:
        """mlx-vlm's module for an architecture; without a path it looks at no `model_file`."""
        if config.get("model_file"):
            _refuse()
        return built_in(config)

    mlx_vlm.utils.get_model_and_args = built_in_only


def _refuse(*_arguments: Any, **_options: Any) -> NoReturn:
    raise ModelError(
        _("The model's folder brings code of its own, which Endstop never runs."),
        _("Examine it with the doctor, or choose another model."),
    )
