"""The window: PySide6 only here; it shows what the session says and hands clicks back."""
