"""What ships for teaching fits together: replay set, reader and corner network."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.learn.replay import FILE, load_replay
from dicecam.vision.model import SHIPPED, find_model
from dicecam.vision.topface import FEATURES

pytestmark = pytest.mark.model
MOST_BYTES = 5_000_000


def test_the_shipped_replay_set_belongs_to_the_shipped_reader():
    """After a new reader `scripts/build_replay` has to be run; real and rendered crops are there."""
    model = find_model(SHIPPED)
    replay = load_replay(model)
    seen = replay.seen

    assert seen.features.shape == (len(seen), FEATURES)
    assert set(np.unique(seen.labels)) <= set(range(len(model.reader.classes)))
    assert 0 < replay.rendered.mean() < 1
    assert (model.folder / FILE).stat().st_size <= MOST_BYTES
