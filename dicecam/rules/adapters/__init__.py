"""Translators of the shipped games' vector files into events; one module a game.

An adapter only translates words: it never decides what the rules allow.
"""
