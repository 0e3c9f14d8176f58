"""The engine that runs on MLX through mlx-vlm."""
