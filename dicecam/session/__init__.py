"""A game in progress: the referee, what players may do, undo, corrections and the log."""
