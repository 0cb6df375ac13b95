"""The rules of the games: pure functions on frozen states, standard library only.

No clock, no randomness, no file: a roll is an event from outside, time comes as `Ticked`.
"""
