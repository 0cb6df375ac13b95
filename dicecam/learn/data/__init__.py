"""Training data: reading labelled photos, rendering scenes, drawing varied samples.

It knows pictures, boxes and faces; no network and no torch.
"""
