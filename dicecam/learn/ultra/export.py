"""Turns checkpoints into what is shipped: ONNX files, safetensors weights, curves.

It knows torch, ultralytics and onnx; no thresholds and no figures.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from dicecam.errors import DataSetError
from dicecam.learn.ultra.aligned import align_channels
from dicecam.learn.ultra.detector import DEFAULT_YAML as DETECTOR_YAML
from dicecam.learn.ultra.detector import build_detector
from dicecam.learn.ultra.reader import build_reader
from dicecam.vision.tilts import SIDE

OPSET = 17


def average_weights(checkpoint: Path) -> dict[str, Any]:
    """Return the averaged weights kept in a checkpoint.

    Raises:
        DataSetError: when there is no checkpoint.
    """
    import torch

    if not checkpoint.is_file():
        raise DataSetError(f"no checkpoint {checkpoint}: train first")
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    weights: dict[str, Any] = state["average"]
    return weights


def export_detector(checkpoint: Path, onnx_file: Path, yaml: Path = DETECTOR_YAML) -> None:
    """Write a detector as ONNX with free height, width and one picture a run.

    Args:
        checkpoint: File written by `train_detector`.
        onnx_file: Where the network goes; the weights lie beside it as .safetensors.
        yaml: Network description.
    """
    import torch

    weights = average_weights(checkpoint)
    model = build_detector(yaml)
    model.load_state_dict(weights)
    model.eval().fuse(verbose=False)
    head = model.model[-1]
    head.export, head.format, head.dynamic = True, "onnx", True
    _write(
        model,
        torch.zeros(1, 3, 320, 384),
        onnx_file,
        {"images": {2: "height", 3: "width"}, "output": {2: "places"}},
    )
    save_weights(weights, onnx_file.with_suffix(".safetensors"))


def export_reader(
    checkpoint: Path, onnx_file: Path, classes: int, size_px: int, leaning: Path | None = None
) -> None:
    """Write a reader as ONNX with any number of crops a run.

    It gives probabilities, places of the faces, and for each direction how likely the die lies
    askew if that is upwards.

    Args:
        checkpoint: File written by `train_reader`.
        onnx_file: Where the network goes; the weights lie beside it as .safetensors.
        classes: Number of classes.
        size_px: Side of its input, px.
        leaning: File written by `train_leaning`, whose part that tells how a die is turned is
            taken; None to take all from the reader.
    """
    import torch

    weights = average_weights(checkpoint)
    if leaning is not None:
        parts = average_weights(leaning)
        weights |= {name: part for name, part in parts.items() if name.startswith("tilt.")}
    model = build_reader(classes)
    model.load_state_dict(weights)
    crops = torch.zeros(2, 3, size_px, size_px)
    axes = {name: {0: "crops"} for name in ("images", "output", "faces", "tilts")}
    _write(_with_shares(_fused(model.eval())), crops, onnx_file, axes)
    save_weights(weights, onnx_file.with_suffix(".safetensors"))


def _fused(model: Any) -> Any:
    """Merge each normalisation into the convolution before it."""
    from ultralytics.nn.modules import Conv
    from ultralytics.utils.torch_utils import fuse_conv_and_bn

    for module in model.modules():
        if isinstance(module, Conv) and hasattr(module, "bn"):
            module.conv = fuse_conv_and_bn(module.conv, module.bn)
            delattr(module, "bn")
            module.forward = module.forward_fuse
    return model


def _with_shares(model: Any) -> Any:
    """Wrap a reader so that it gives probabilities instead of scores."""
    from torch import nn

    class WithShares(nn.Module):  # type: ignore[misc,unused-ignore]  # torch is untyped here
        def __init__(self) -> None:
            super().__init__()
            self.reader = model

        def forward(self, images: Any) -> tuple[Any, Any, Any]:
            seen = self.reader.glance(images)
            scores, faces, *_ = self.reader.named(images, seen)
            tilts = self.reader.tilt(seen).sigmoid().view(-1, SIDE, SIDE)
            return scores.softmax(1), faces, tilts

    return WithShares().eval()


def _write(model: Any, example: Any, path: Path, axes: dict[str, dict[int, str]]) -> None:
    """Export a network, simplify the graph and arrange its channels for ONNX Runtime."""
    import warnings

    import onnx
    import onnxslim
    import torch

    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            model,
            (example,),
            str(path),
            input_names=["images"],
            output_names=[name for name in axes if name != "images"],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )
    onnx.save(align_channels(onnxslim.slim(onnx.load(str(path)))), str(path))


def load_weights(path: Path) -> dict[str, Any]:
    """Return weights written by `save_weights`.

    Raises:
        DataSetError: when there is no such file.
    """
    from safetensors.torch import load_file

    if not path.is_file():
        raise DataSetError(f"no weights {path}: expected a .safetensors file of a training")
    weights = load_file(str(path))
    return {k: v.float() if v.dtype.is_floating_point else v for k, v in weights.items()}


def save_weights(weights: dict[str, Any], path: Path) -> None:
    """Write weights in half precision, from which training can go on."""
    from safetensors.torch import save_file

    halves = {
        name: value.half().contiguous() if value.dtype.is_floating_point else value.contiguous()
        for name, value in weights.items()
    }
    save_file(halves, str(path))


def draw_curves(log: Path, png: Path, columns: tuple[str, ...]) -> None:
    """Draw columns of a training log over the steps.

    Args:
        log: `log.csv` of a run.
        png: Where the picture goes.
        columns: Names of the columns.
    """
    import matplotlib  # type: ignore[import-not-found,unused-ignore]

    matplotlib.use("agg")
    from matplotlib import pyplot

    with log.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figure, axes = pyplot.subplots(1, len(columns), figsize=(3.2 * len(columns), 2.4), dpi=80)
    for axis, column in zip(axes, columns, strict=True):
        axis.plot([int(row["step"]) for row in rows], [float(row[column]) for row in rows])
        axis.set_title(column)
        axis.set_xlabel("step")
        axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(png)
    pyplot.close(figure)
