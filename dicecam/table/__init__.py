"""What lies on the table over time: motion, tracks, rest, places. No model and no game."""
