"""All that Endstop uses of mlx-vlm and does not own: its models, processors, caches and fixes.

Most of it is not public there. `host.Host` is the interface to a model, `files` opens a folder; no
other package may import mlx_vlm.
"""
