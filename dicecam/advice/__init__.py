"""What to choose: pure helpers that look one step ahead; never needed to play."""
