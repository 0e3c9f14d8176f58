"""Passes whose cost is told, not measured."""

from endstop.engines.mlx.pass_cost import PassCost


class Told(PassCost):
    """Jumps always or never."""

    def __init__(self, jumps: bool) -> None:
        super().__init__()
        self._jumps = jumps

    def pays(self, tokens: int) -> bool:
        return self._jumps
