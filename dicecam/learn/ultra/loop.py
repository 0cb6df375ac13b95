"""What both trainings share: averaged weights, learning rate over time, checkpoints.

It knows torch, not what the networks are for.
"""

from __future__ import annotations

import copy
import math
from pathlib import Path
from typing import Any

from dicecam.errors import DataSetError


class Average:
    """Exponential moving average of a network's weights: steadier than the last step."""

    def __init__(self, model: Any, decay: float = 0.9985) -> None:
        """Start from the weights of a network.

        Args:
            model: The network.
            decay: Share of the old average kept at each step, once warm.
        """
        self.model = copy.deepcopy(model).eval()
        self.decay = decay
        self.updates = 0
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)

    def update(self, model: Any) -> None:
        """Move the average towards the network's weights."""
        self.updates += 1
        decay = self.decay * (1 - math.exp(-self.updates / 300))
        fresh = model.state_dict()
        for name, value in self.model.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(fresh[name].detach(), 1 - decay)
            else:
                value.copy_(fresh[name])


def learning_rate(progress: float, step: int, peak: float, warm_steps: int = 150) -> float:
    """Return the learning rate: a short warm-up, then a cosine down to 1 % of the peak.

    Args:
        progress: Share of the time that is over, 0 to 1.
        step: Steps since the start.
        peak: Highest rate.
        warm_steps: Steps of the warm-up.
    """
    cosine = 0.01 + 0.99 * (1 + math.cos(math.pi * min(1.0, progress))) / 2
    return peak * cosine * min(1.0, (step + 1) / warm_steps)


def save_checkpoint(
    path: Path, model: Any, average: Average, optimiser: Any, step: int, architecture: str
) -> None:
    """Write everything that is needed to go on, replacing the old file in one move."""
    import torch

    partial = path.with_suffix(".partial")
    torch.save(
        {
            "model": model.state_dict(),
            "average": average.model.state_dict(),
            "updates": average.updates,
            "optimiser": optimiser.state_dict(),
            "step": step,
            "architecture": architecture,
        },
        partial,
    )
    partial.replace(path)


def load_checkpoint(path: Path, model: Any, average: Average, optimiser: Any) -> int:
    """Read a checkpoint into a network, its average and its optimiser.

    Returns:
        The number of steps done so far.

    Raises:
        DataSetError: when there is no checkpoint.
    """
    import torch

    if not path.is_file():
        raise DataSetError(f"no checkpoint {path}: train once without --resume first")
    state = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    average.model.load_state_dict(state["average"])
    average.updates = state["updates"]
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"])
