"""The recipe of the bundled demo model: pages, tokenizer, training, export and evaluation.

Run the commands inside ``models/``: ``python -m recipe.train``, ``recipe.evaluate``,
``recipe.export``, ``recipe.samples``. Only training, evaluation of checkpoints and export need
torch; pages and the tokenizer need Pillow, NumPy and tokenizers.
"""
