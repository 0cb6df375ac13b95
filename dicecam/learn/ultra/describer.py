"""Makes the network that describes straightened faces out of the part of a reader that names them.

That part was trained to tell hundreds of drawings apart, so what it sees of a drawing it has never
been shown tells this one apart too. What it says at all four quarter turns is averaged, and its
numbers are turned and stretched so that they vary alike and independently over known faces: only
then is likeness a matter of the angle between them. It knows torch and arrays; no crop, no file of
the program.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from torch import Tensor, cat, from_numpy, nn, no_grad, zeros
from torch.nn.functional import normalize

from dicecam.learn.ultra.export import OPSET
from dicecam.learn.ultra.network import FACE_PX, FaceReader, pooled
from dicecam.vision.topface import FEATURES

PART = "face."
"""Beginning of the names of the weights of that part of the reader."""
FAINT = 1e-3
"""Variance, as a share of the largest, below which numbers are no longer stretched."""


class Describer(nn.Module):  # type: ignore[misc,unused-ignore]  # torch is untyped here
    """Describes straightened faces.

    Args:
        weights: Weights of a reader; those of other parts are passed over.
    """

    def __init__(self, weights: Mapping[str, Any]) -> None:
        super().__init__()
        self.face = FaceReader(1).face
        mine = {name[len(PART) :]: v for name, v in weights.items() if name.startswith(PART)}
        self.face.load_state_dict(mine)
        width = int(self.see(zeros(1, 3, FACE_PX, FACE_PX)).shape[1])
        self.register_buffer("middle", zeros(width))
        self.register_buffer("axes", zeros(width, FEATURES))
        self.eval()

    def see(self, faces: Tensor) -> Tensor:
        """Return what is seen `(n, numbers)` of faces `(n, 3, FACE_PX, FACE_PX)`, 0 to 1."""
        across = faces.transpose(2, 3)
        turns = cat((faces, across.flip(2), faces.flip((2, 3)), across.flip(3)))
        seen = pooled(self.face(turns))
        return seen.view(4, -1, seen.shape[1]).mean(0)

    def forward(self, faces: Tensor) -> Tensor:
        """Return descriptions `(n, FEATURES)` of length 1."""
        return normalize((self.see(faces) - self.middle) @ self.axes)

    def fit(self, known: npt.NDArray[np.uint8], batch: int = 64) -> None:
        """Choose middle and axes by how faces of all kinds vary.

        Args:
            known: `(n, FACE_PX, FACE_PX, 3)` uint8 BGR.
            batch: Faces at once.
        """
        seen = []
        with no_grad():
            for start in range(0, len(known), batch):
                part = np.ascontiguousarray(known[start : start + batch, ..., ::-1])
                seen.append(self.see(from_numpy(part).permute(0, 3, 1, 2).float() / 255).numpy())
        middle, axes = spread_axes(np.concatenate(seen), FEATURES)
        self.middle.copy_(from_numpy(middle))
        self.axes.copy_(from_numpy(axes))


def spread_axes(
    seen: npt.NDArray[np.float32], count: int
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Return the middle `(width,)` of what is seen and axes `(width, count)` of equal spread.

    Args:
        seen: `(n, width)`.
        count: How many axes, those along which it varies most.
    """
    middle = seen.mean(0)
    variances, directions = np.linalg.eigh(np.cov((seen - middle).T))
    variances, directions = variances[::-1][:count], directions[:, ::-1][:, :count]
    axes = directions / np.sqrt(variances + FAINT * variances[0])
    return middle.astype(np.float32), axes.astype(np.float32)


def export_describer(describer: Describer, path: Path) -> None:
    """Write a describer as ONNX: faces from 0 to 1 in, descriptions out."""
    import onnx
    import onnxslim
    import torch

    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            describer.eval(),
            (torch.zeros(2, 3, FACE_PX, FACE_PX),),
            str(path),
            input_names=["images"],
            output_names=["output"],
            dynamic_axes={"images": {0: "faces"}, "output": {0: "faces"}},
            opset_version=OPSET,
            dynamo=False,
        )
    onnx.save(onnxslim.slim(onnx.load(str(path))), str(path))
