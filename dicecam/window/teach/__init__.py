"""Teaching new dice in the window: collect, review, train, compare and use, one page each."""
