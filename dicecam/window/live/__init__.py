"""The threads beside the window: one fetches pictures, one reads them; mailboxes lie between."""
