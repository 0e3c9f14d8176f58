"""Run a model: the Engine protocol, the stop set, the grammar, and MLX behind them."""
