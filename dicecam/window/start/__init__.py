"""The start page: which game, who plays, which rules, which camera, which game to go on with."""
