"""Adapters to the outside: sources of pictures, ONNX models, colour, drawing, recordings.

Nothing here knows a game, a window or a training framework. OpenCV is reached through
`dicecam.vision._cv2`, so that its side effects on Qt and on slow cameras are undone in one place.
"""
