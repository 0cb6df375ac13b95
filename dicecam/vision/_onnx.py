"""Runs one ONNX file with ONNX Runtime; knows tensors only."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from dicecam.errors import ModelClassesError

Tensor = npt.NDArray[np.float32]

MAX_THREADS = 4
"""More threads than this gain nothing on networks this small."""


class Network(Protocol):
    """A network with one input whose first output counts.

    Attributes:
        input_shape: Sizes of the input `(N, 3, H, W)`; None where any size will do.
    """

    input_shape: tuple[int | None, ...]

    def run(self, batch: Tensor) -> Tensor:
        """Return the output for a batch `(N, 3, H, W)` float32 RGB, 0 to 1."""
        ...


@runtime_checkable
class TalkativeNetwork(Network, Protocol):
    """A network with further outputs.

    Attributes:
        extras: Their names.
    """

    extras: tuple[str, ...]

    def run_with(self, batch: Tensor, *names: str) -> tuple[Tensor, ...]:
        """Return the first output and those of `extras` with these names."""
        ...


def default_threads() -> int:
    """Return how many threads a network gets: those this process may use, at most a few."""
    affinity = getattr(os, "sched_getaffinity", None)
    available = len(affinity(0)) if affinity else os.cpu_count() or 1
    return max(1, min(MAX_THREADS, available))


class OnnxNetwork:
    """A network in ONNX Runtime on the CPU.

    Threads do not spin while they wait: measured on two cores beside other work, a run took
    94 ms so and 208 ms with spinning threads.

    Attributes:
        input_shape: Sizes of the input; None where any size will do.
        extras: Names of its further outputs.

    Args:
        path: The ONNX file.
        threads: Threads to use; None for `default_threads()`.
        spinning: Whether idle threads burn time to start sooner.

    Raises:
        ModelClassesError: ONNX Runtime cannot load the file, or it is no such network.
    """

    def __init__(self, path: Path, threads: int | None = None, *, spinning: bool = False) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads or default_threads()
        options.inter_op_num_threads = 1
        options.log_severity_level = 4
        for scope in ("intra", "inter"):
            options.add_session_config_entry(
                f"session.{scope}_op.allow_spinning", "1" if spinning else "0"
            )
        try:
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # ONNX Runtime has no common base of its errors
            first_line = str(error).splitlines()[0][:200]
            msg = f"{path}: ONNX Runtime cannot load it ({first_line}); install the model again"
            raise ModelClassesError(msg) from error
        inputs = self._session.get_inputs()
        outputs = self._session.get_outputs()
        if len(inputs) != 1 or not outputs or len(inputs[0].shape) != 4:
            msg = (
                f"{path}: expected one input (N, 3, H, W) and an output, "
                f"got inputs {[part.shape for part in inputs]}, "
                f"outputs {[part.shape for part in outputs]}"
            )
            raise ModelClassesError(msg)
        self._input = inputs[0].name
        self._output = outputs[0].name
        self.extras = tuple(part.name for part in outputs[1:])
        self.input_shape: tuple[int | None, ...] = tuple(
            size if isinstance(size, int) else None for size in inputs[0].shape
        )

    @property
    def metadata(self) -> dict[str, str]:
        """What the file says about itself, such as names of classes."""
        found = self._session.get_modelmeta().custom_metadata_map
        return {str(key): str(value) for key, value in found.items()}

    def run_with(self, batch: Tensor, *names: str) -> tuple[Tensor, ...]:
        """Return the first output and named ones for a batch `(N, 3, H, W)`.

        Args:
            batch: float32 RGB, 0 to 1.
            names: Some of `extras`.
        """
        outputs = self._session.run([self._output, *names], {self._input: batch})
        return tuple(np.asarray(output, np.float32) for output in outputs)

    def run(self, batch: Tensor) -> Tensor:
        """Return the output for a batch `(N, 3, H, W)` float32 RGB, 0 to 1."""
        return np.asarray(self._session.run([self._output], {self._input: batch})[0], np.float32)
