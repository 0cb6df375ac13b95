"""Measurements: how right the readings are on labelled photos, and how fast they come.

Nothing here decides anything; it counts what other parts do.
"""
