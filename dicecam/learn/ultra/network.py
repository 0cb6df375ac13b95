"""The reader's network: finds the top face in a crop, lays it straight, and names it.

A glance at the whole crop gives the corners of the top face and what kind of thing it is; a closer
look at the face laid straight by them corrects them. The face alone, laid straight, is then read in
detail: there a drawing has always the same size and one of four turns, whatever the camera saw,
which needs far less training than reading it at any angle. Whether a die lies flat or askew one
crop cannot tell: a tilted one looks like a flat one seen from elsewhere. So the network says for
each direction how likely the die lies askew if that is upwards, and the other dice of the picture
tell which one is. Built of Ultralytics' YOLO blocks; it knows
torch and no data.
"""

from __future__ import annotations

from torch import Tensor, cat, nn, ones_like, sign, stack
from torch.nn import functional
from ultralytics.nn.modules import C3k2, Conv

from dicecam.vision.tilts import SIDE

FACE_PX = 48
"""Side of the straightened face, px."""
SHOWN = 1.15
"""Side of what is straightened in sides of the face; a little of its surroundings helps."""
CLOSER_PX, CLOSER_SHOWN = 40, 1.6
"""The same of the closer look that corrects where the face lies."""
LOST = 0.8
"""So far from the face that a glance found, in its halves, a face is another one."""
TURN_LIMIT = 1e-4
"""Keeps square roots away from where their slope is infinite."""


class FaceReader(nn.Module):  # type: ignore[misc,unused-ignore]  # torch is untyped here
    """Names the top face of a die.

    Args:
        classes: Number of classes.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.glance = nn.Sequential(
            Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), C3k2(32, 48, 1, False), Conv(48, 64, 3, 2)
        )
        self.place = nn.Sequential(
            C3k2(64, 64, 1, False), Conv(64, 24, 1), nn.AdaptiveAvgPool2d(10), nn.Flatten()
        )
        self.corners = nn.Sequential(nn.Linear(2400, 64), nn.SiLU(), nn.Linear(64, 6))
        self.closer = nn.Sequential(
            Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), C3k2(32, 48, 1, False), Conv(48, 64, 3, 2),
            Conv(64, 32, 1), nn.Flatten(), nn.Linear(800, 64), nn.SiLU(), nn.Linear(64, 6),
        )  # fmt: skip
        self.kind = nn.Sequential(
            C3k2(64, 64, 1, False), Conv(64, 96, 3, 2), C3k2(96, 128, 1, False), Conv(128, 192, 1)
        )
        self.face = nn.Sequential(
            Conv(3, 24, 3, 2),
            Conv(24, 48, 3, 2),
            C3k2(48, 64, 2, False),
            Conv(64, 96, 3, 2),
            C3k2(96, 128, 2, False),
            Conv(128, 320, 1),
        )
        self.name = nn.Linear(192 + 320, classes)
        self.tilt = nn.Sequential(
            C3k2(64, 64, 1, False), C3k2(64, 96, 1, False), Conv(96, 32, 1), nn.Flatten(),
            nn.Linear(3200, 160), nn.SiLU(), nn.Linear(160, SIDE * SIDE),
        )  # fmt: skip
        with_bias = self.corners[2]
        nn.init.zeros_(with_bias.weight)
        # A face in the middle that fills about half of the crop's side, unturned.
        with_bias.bias.data = with_bias.bias.new_tensor([0, 0, 0.5, 0, 0, 0])
        unchanged = self.closer[8]
        nn.init.zeros_(unchanged.weight)
        unchanged.bias.data = unchanged.bias.new_tensor([0, 0, 1, 0, 0, 0])

    def forward(
        self, crops: Tensor, shown: Tensor | None = None, drawn: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return scores of the classes, where the faces lie, and both looks for them.

        Those are `(n, classes)`; `(n, 6)`, see `encode`; `(n, 6)` as the glance gives them;
        `(n, 6)` seen from there, see `compose`. What `tilt` says is not among them.

        Args:
            crops: `(n, 3, S, S)` RGB, 0 to 1.
            shown: `(n, 6)` faces to lay straight instead of the ones that are found, for
                training; rows of NaN take the found one.
            drawn: `(m, 3, FACE_PX, FACE_PX)` faces without a crop, for training: scores of them
                follow those of the crops.
        """
        return self.named(crops, self.glance(crops), shown, drawn)

    def named(
        self, crops: Tensor, seen: Tensor, shown: Tensor | None = None, drawn: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return what `forward` does when the glance is known.

        Args:
            crops: `(n, 3, S, S)`.
            seen: `(n, 64, S / 8, S / 8)` what the glance gave of them.
            shown: As in `forward`.
            drawn: As in `forward`.
        """
        found = self.corners(self.place(seen))
        start = found.detach()
        moved = self.closer(straighten(crops, start, CLOSER_PX, CLOSER_SHOWN))
        faces = compose(start, moved)
        used = faces.detach()
        if shown is not None:
            used = shown.where(shown == shown, used)
        kind = pooled(self.kind(seen))
        straight = straighten(crops, used)
        if drawn is not None:
            # Of those no glance was had; the usual one stands in.
            straight = cat((straight, drawn))
            kind = cat((kind, kind.detach().mean(0, keepdim=True).expand(len(drawn), -1)))
        scores = self.name(cat((kind, pooled(self.face(straight))), 1))
        return scores, faces, found, moved


def pooled(maps: Tensor) -> Tensor:
    """Return the means `(n, channels)` of maps `(n, channels, h, w)`."""
    return maps.mean((2, 3))


def straighten(
    crops: Tensor, numbers: Tensor, side_px: int = FACE_PX, shown: float = SHOWN
) -> Tensor:
    """Return top faces `(n, 3, side_px, side_px)` laid straight.

    Args:
        crops: `(n, 3, S, S)`.
        numbers: `(n, 6)` as `encode` gives them.
        side_px: Side of the result.
        shown: Side of what is shown in sides of the face.
    """
    p, q = directions(numbers)
    # A face's own point (u, v) lies at centre + p z + q conj(z) with z = u + iv.
    rows = (
        p[:, 0] + q[:, 0], q[:, 1] - p[:, 1], numbers[:, 0],
        p[:, 1] + q[:, 1], p[:, 0] - q[:, 0], numbers[:, 1],
    )  # fmt: skip
    scale = numbers.new_tensor([shown, shown, 1.0] * 2)
    matrix = (stack(rows, 1) * scale).view(-1, 2, 3)
    steps = (numbers.new_tensor(range(side_px)) + 0.5) * (2 / side_px) - 1
    across = steps.view(1, 1, -1, 1).expand(1, side_px, side_px, 1)
    down = steps.view(1, -1, 1, 1).expand(1, side_px, side_px, 1)
    # One product with the shift in it: adding that apart is slow in ONNX Runtime.
    places = cat((across, down, ones_like(down)), 3).view(1, -1, 3)
    grid = (places @ matrix.transpose(1, 2)).view(-1, side_px, side_px, 2)
    return functional.grid_sample(
        crops, grid, mode="bilinear", padding_mode="border", align_corners=False
    )


def directions(numbers: Tensor) -> tuple[Tensor, Tensor]:
    """Return p and q `(n, 2)` of each face, complex numbers as pairs.

    The third to sixth number are p**4 / |p|**3 and p q / |p|, which do not change with a quarter
    turn of the face: a cube's top looks the same after one. The principal fourth root is taken.
    """
    real, imaginary = numbers[:, 2], numbers[:, 3]
    size = (real * real + imaginary * imaginary + TURN_LIMIT**2).sqrt()
    real, imaginary = _root(real / size, imaginary / size)
    real, imaginary = _root(real, imaginary)
    # q = (p q / |p|) |p| / p, and 1 / p is conj(p) / |p|**2.
    a, b = numbers[:, 4], numbers[:, 5]
    q = stack((a * real + b * imaginary, b * real - a * imaginary), 1)
    return stack((real * size, imaginary * size), 1), q


def _root(real: Tensor, imaginary: Tensor) -> tuple[Tensor, Tensor]:
    """Return the principal square root of complex numbers of length 1."""
    half = ((1 + real) / 2).clamp(min=TURN_LIMIT).sqrt()
    rest = ((1 - real) / 2).clamp(min=TURN_LIMIT).sqrt()
    return half, rest * (sign(imaginary) + (imaginary == 0).to(imaginary.dtype))


def encode(corners: Tensor) -> Tensor:
    """Return the six numbers of faces: centre, p**4 / |p|**3 and p q / |p|.

    Args:
        corners: `(n, 4, 2)` clockwise, in halves of the crop from its middle.

    Returns:
        `(n, 6)`.
    """
    centre = corners.mean(1)
    away = corners - centre[:, None]
    signs = corners.new_tensor([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    x, y = away[..., 0], away[..., 1]
    u, v = signs[:, 0], signs[:, 1]
    # p is the mean of away conj(z) / 2, q of away z / 2, z the corner in the face's own frame.
    p = stack(((x * u + y * v).sum(1), (y * u - x * v).sum(1)), 1) / 8
    q = stack(((x * u - y * v).sum(1), (y * u + x * v).sum(1)), 1) / 8
    return _numbers(centre, p, q)


def _numbers(centre: Tensor, p: Tensor, q: Tensor) -> Tensor:
    """Return the six numbers `(n, 6)` of centre, p and q `(n, 2)`."""
    # The fourth power by two squares: what is exported knows no angles.
    size = (p[:, 0] * p[:, 0] + p[:, 1] * p[:, 1]).clamp(min=1e-12).sqrt()
    real, imaginary = p[:, 0] / size, p[:, 1] / size
    real, imaginary = real * real - imaginary * imaginary, 2 * real * imaginary
    real, imaginary = real * real - imaginary * imaginary, 2 * real * imaginary
    product = _times(p, q)
    return stack(
        (
            centre[:, 0],
            centre[:, 1],
            size * real,
            size * imaginary,
            product[:, 0] / size,
            product[:, 1] / size,
        ),
        1,
    )


def _times(a: Tensor, b: Tensor) -> Tensor:
    """Return the product of complex numbers `(n, 2)`."""
    return stack((a[:, 0] * b[:, 0] - a[:, 1] * b[:, 1], a[:, 0] * b[:, 1] + a[:, 1] * b[:, 0]), 1)


def _mirrored(a: Tensor) -> Tensor:
    """Return the conjugates of complex numbers `(n, 2)`."""
    return stack((a[:, 0], -a[:, 1]), 1)


def compose(outer: Tensor, inner: Tensor) -> Tensor:
    """Return the numbers `(n, 6)` in the crop of faces given in the frame of other faces.

    With a point c + p z + q conj(z) of the outer face and z = a + r w + s conj(w) of the inner one,
    the point is (c + p a + q conj(a)) + (p r + q conj(s)) w + (p s + q conj(r)) conj(w).

    Args:
        outer: `(n, 6)` in the crop.
        inner: `(n, 6)` in the frame of the outer faces.
    """
    (p, q), (r, s), a = directions(outer), directions(inner), inner[:, :2]
    centre = outer[:, :2] + _times(p, a) + _times(q, _mirrored(a))
    return _numbers(
        centre,
        _times(p, r) + _times(q, _mirrored(s)),
        _times(p, s) + _times(q, _mirrored(r)),
    )


def corners_of(numbers: Tensor) -> Tensor:
    """Return corners `(n, 4, 2)`, clockwise, in halves of the crop, of faces `(n, 6)`."""
    p, q = directions(numbers)
    u, v = numbers.new_tensor([-1, 1, 1, -1]), numbers.new_tensor([-1, -1, 1, 1])
    x = numbers[:, :1] + (p[:, :1] + q[:, :1]) * u + (q[:, 1:] - p[:, 1:]) * v
    y = numbers[:, 1:2] + (p[:, 1:] + q[:, 1:]) * u + (p[:, :1] - q[:, :1]) * v
    return stack((x, y), 2)


def seen_from(outer: Tensor, true: Tensor) -> Tensor:
    """Return the numbers `(n, 6)` of faces in the frame of other faces, the inverse of `compose`.

    Args:
        outer: `(n, 6)` in the crop.
        true: `(n, 6)` in the crop; NaN gives NaN.
    """
    p, q = directions(outer)
    away = corners_of(true) - outer[:, None, :2]
    # d = p z + q conj(z) is solved by z = (conj(p) d - q conj(d)) / (|p|**2 - |q|**2).
    area = ((p * p).sum(1) - (q * q).sum(1)).clamp(min=1e-4)
    corners = [
        (_times(_mirrored(p), away[:, k]) - _times(q, _mirrored(away[:, k]))) / area[:, None]
        for k in range(4)
    ]
    return encode(stack(corners, 1))


def corner_loss(found: Tensor, true: Tensor) -> Tensor:
    """Return the mean error of the faces whose true numbers are known (not NaN); 0 if none is.

    Args:
        found: `(n, 6)`.
        true: `(n, 6)`.
    """
    known = (true == true).all(1)
    if not bool(known.any()):
        return found.sum() * 0
    # Weighted so that an error of 4 % of the crop's half costs about as much as a wrong name.
    return functional.smooth_l1_loss(found[known] * 8, true[known] * 8, beta=0.5)


def closer_loss(moved: Tensor, found: Tensor, true: Tensor) -> Tensor:
    """Return the mean error of the closer look; faces the glance missed altogether do not count.

    Args:
        moved: `(n, 6)` faces in the frame of the ones the glance found.
        found: `(n, 6)` those.
        true: `(n, 6)`; NaN where unknown.
    """
    aim = seen_from(found.detach(), true)
    near = (aim[:, :2].abs().amax(1) < LOST) & (aim[:, 2:4].norm(dim=1) < 1 + LOST)
    aim = aim.where(near[:, None], aim * float("nan"))
    known = (aim == aim).all(1)
    if not bool(known.any()):
        return moved.sum() * 0
    # In its own frame the face's side is 2: as strict as `corner_loss` on a face of half the crop.
    return functional.smooth_l1_loss(moved[known] * 4, aim[known] * 4, beta=0.5)
