"""A written model description is the one the program reads."""

from __future__ import annotations

import tomllib

from dicecam.learn.release import Release, write_description
from dicecam.vision.model import load_model


def test_the_program_accepts_what_is_written(tmp_path):
    """Hashes, classes and thresholds come back; lists of tables stay tables."""
    for part in ("detector", "reader"):
        (tmp_path / f"{part}.onnx").write_bytes(part.encode())
    release = Release(
        name="tiny",
        version="2026.11.30-1",
        date="2026-11-30",
        detector={
            "architecture": 'a "small" one',
            "classes": ["die"],
            "input_px": 320,
            "stride": 32,
            "output": "raw",
            "min_confidence": 0.25,
            "iou": 0.5,
        },
        reader={"classes": ["pips_1", "other"], "input_px": 64, "crop_scale": 1.3},
        reporting={"min_confidence": 0.5, "max_other": 0.4},
        training={"notes": [], "sets": [{"name": "s", "mix": {"pips": 0.5}}]},
        val={"photos": 3, "folders": [{"folder": "f", "dice": 2}]},
    )
    path = write_description(tmp_path, release)
    model = load_model(tmp_path)
    table = tomllib.loads(path.read_text(encoding="utf-8"))

    assert model.detector.architecture == 'a "small" one'
    assert model.reader.classes == ("pips_1", "other")
    assert model.reporting.max_other == 0.4
    assert table["training"]["sets"][0]["mix"]["pips"] == 0.5
    assert table["val"]["folders"][0]["dice"] == 2
