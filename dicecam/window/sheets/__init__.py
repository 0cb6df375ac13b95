"""The score sheets: one painter for the neutral `Sheet`, whatever the game."""
