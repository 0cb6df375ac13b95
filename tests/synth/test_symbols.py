"""Symbols are whole, never mirrored, and of the style that was asked for."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from dicecam.synth import MEMODIXE, SHELFIE, SYMBOLS, render_scene
from dicecam.synth.cube import NORMALS, U_AXES, V_AXES
from dicecam.synth.dice import dixe_look, shelfie_look
from dicecam.synth.recipe import Recipe
from dicecam.synth.skins import Canvas
from dicecam.synth.styles import DIXE_FACES, HELD_OUT, SHELFIE_FACES, STYLES
from dicecam.synth.symbols import drawings, paint_symbol


def test_every_symbol_has_all_its_drawings() -> None:
    """No symbol lacks a style, and no two drawings of one are equal."""
    for symbol in (*DIXE_FACES, *SHELFIE_FACES):
        masks = drawings()[symbol]

        assert len(masks) == len(STYLES["shapes"])
        assert len({mask.tobytes() for mask in masks}) == len(masks)
        assert all(0.03 < (mask > 127).mean() < 0.9 for mask in masks)


def test_textures_are_read_with_the_normal_towards_the_reader() -> None:
    """Right, up and outward form a right-handed frame, so that nothing is mirrored."""
    assert np.allclose(np.cross(U_AXES, V_AXES), NORMALS)


@pytest.mark.parametrize("how", STYLES["symbols"])
def test_a_painted_symbol_is_a_turned_drawing_not_a_mirrored_one(how: str) -> None:
    """The painted face matches the drawing at some turn better than its mirror image."""
    rng = np.random.default_rng(4)
    face = Canvas(np.ones((128, 128, 3), dtype=np.float32))
    ink = np.zeros(3, dtype=np.float32)
    paint_symbol(face, "dixe_bomb", "shape_1", how, ink, rng)
    painted = cv2.GaussianBlur(1 - face.colour[..., 0], (0, 0), 3)
    best = {}
    for name, mask in (("right", drawings()["dixe_bomb"][0]), ("mirrored", None)):
        drawing = mask if mask is not None else drawings()["dixe_bomb"][0][:, ::-1]
        scores = []
        for turn in range(0, 360, 5):
            for scale in (0.8, 0.95, 1.1):
                matrix = cv2.getRotationMatrix2D((48, 48), turn, scale)
                matrix[:, 2] += 16
                seen = cv2.warpAffine(np.ascontiguousarray(drawing), matrix, (128, 128))
                seen = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), 3)
                scores.append(abs(np.corrcoef(seen.ravel(), painted.ravel())[0, 1]))
        best[name] = max(scores)

    assert best["right"] > best["mirrored"]


@pytest.mark.parametrize("heldout", [False, True])
def test_looks_keep_to_their_half(heldout: bool) -> None:
    """Training dice carry no held-back drawing or treatment, measuring dice nothing else."""
    rng = np.random.default_rng(3)
    recipe = Recipe(heldout=heldout)
    for make in (dixe_look, shelfie_look) * 10:
        symbols = make(recipe, rng).symbols
        assert symbols is not None

        assert all((shape in HELD_OUT["shapes"]) == heldout for shape in symbols.shapes)
        assert (symbols.how in HELD_OUT["symbols"]) == heldout


def test_sets_of_games_show_their_symbols() -> None:
    """Six Shelfie dice and nine DiXes lie in their scenes, named after symbols."""
    shelfie = render_scene(1, SHELFIE).dice
    square = render_scene(2, MEMODIXE).dice

    assert len(shelfie) == 6
    assert {die.true_face for die in shelfie} <= set(SHELFIE_FACES)
    assert len(square) == 9
    assert {die.true_face for die in square} <= set(DIXE_FACES)
    assert render_scene(7, SYMBOLS).image.ndim == 3
