"""Making and improving the two models: data preparation, training, export.

Nothing here is needed to play. Only `dicecam.learn.ultra` imports torch and ultralytics, and only
inside the functions that use them, so that the rest works in a base installation.
"""
