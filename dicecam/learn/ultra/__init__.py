"""Training and export with torch and ultralytics, imported inside the functions that need them."""
