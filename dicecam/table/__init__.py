"""What lies on the table over time: tracks, motion, rest, places. numpy only, no picture files,
no models and no game.
"""
