"""A pinhole camera above the table plane: millimetres to pixels and back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicecam.synth.arrays import Floats


@dataclass(frozen=True, slots=True)
class Camera:
    """Where the camera stands and how it looks.

    Attributes:
        width: picture width in px.
        height: picture height in px.
        focal_px: focal length in px; the principal point is the picture's centre.
        position: `(3,)` in mm, the table is z = 0 and up is +z.
        axes: `(3, 3)` rows right, down and forward of the camera in table coordinates.
    """

    width: int
    height: int
    focal_px: float
    position: Floats
    axes: Floats

    @property
    def elevation_deg(self) -> float:
        """Height above the table as an angle, seen from where the camera looks: 90 is above it."""
        return float(np.degrees(np.arcsin(min(1.0, -float(self.axes[2, 2])))))

    def project(self, points: Floats) -> Floats:
        """Return the pixels `(n, 2)` of points `(n, 3)` in mm."""
        seen = (np.asarray(points, dtype=np.float64) - self.position) @ self.axes.T
        depth = np.maximum(seen[:, 2:3], 1e-3)
        centre = np.array([self.width / 2, self.height / 2])
        return np.asarray(seen[:, :2] / depth * self.focal_px + centre)

    def ground(self, pixels: Floats, z_mm: float = 0.0) -> Floats:
        """Return the points `(n, 3)` in mm where the rays of pixels `(n, 2)` meet a level plane."""
        flat = np.asarray(pixels, dtype=np.float64).reshape(-1, 2)
        centre = np.array([self.width / 2, self.height / 2])
        seen = np.concatenate([(flat - centre) / self.focal_px, np.ones((len(flat), 1))], axis=1)
        rays = seen @ self.axes
        down = np.minimum(rays[:, 2:3], -1e-3)
        return np.asarray(self.position + rays * ((z_mm - self.position[2]) / down))

    def plane(self, z_mm: float = 0.0) -> Floats:
        """Return the homography `(3, 3)` from (x, y) in mm on a level plane to pixels."""
        inner = np.array(
            [
                [self.focal_px, 0, self.width / 2],
                [0, self.focal_px, self.height / 2],
                [0, 0, 1.0],
            ]
        )
        offset = np.array([0, 0, z_mm]) - self.position
        outer = np.column_stack([self.axes[:, 0], self.axes[:, 1], self.axes @ offset])
        return np.asarray(inner @ outer)

    def sight_frame(self, point: Floats) -> Floats:
        """Return the axes `(3, 3)` of what is seen around a point `(3,)` in mm.

        Rows, in table coordinates: rightwards and downwards as in the picture, and towards the
        camera. They are the camera's own after the shortest turn that points it at the point.
        """
        away = self.axes @ (np.asarray(point, dtype=np.float64) - self.position)
        away /= np.linalg.norm(away)
        ahead = np.array([0.0, 0.0, 1.0])
        both = away + ahead
        right, down = (
            unit - both * (away[k] / (1 + away[2])) for k, unit in enumerate(np.eye(3)[:2])
        )
        return np.stack([right, down, -away]) @ self.axes

    def px_per_mm(self, point: Floats) -> float:
        """Return how many px a millimetre across the line of sight takes at a point `(3,)`."""
        depth = float((np.asarray(point, dtype=np.float64) - self.position) @ self.axes[2])
        return self.focal_px / max(depth, 1e-3)


def look_at(
    width: int,
    height: int,
    fov_deg: float,
    elevation_deg: float,
    distance_mm: float,
    roll_deg: float,
) -> Camera:
    """Return a camera that looks at the table's origin.

    Args:
        width: picture width in px.
        height: picture height in px.
        fov_deg: field of view across the width.
        elevation_deg: 90 looks straight down.
        distance_mm: from the camera to the origin.
        roll_deg: turn of the picture about the line of sight.
    """
    angle = np.radians(min(elevation_deg, 89.9))
    position = distance_mm * np.array([0.0, -np.cos(angle), np.sin(angle)])
    forward = -position / distance_mm
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    turn = np.radians(roll_deg)
    axes = np.stack(
        [
            np.cos(turn) * right + np.sin(turn) * down,
            -np.sin(turn) * right + np.cos(turn) * down,
            forward,
        ]
    )
    focal = width / 2 / np.tan(np.radians(fov_deg) / 2)
    return Camera(width, height, float(focal), position, axes)
