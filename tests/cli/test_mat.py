"""`dicecam mat`: the file is a PDF, and what it draws is found again."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from dicecam.cli import main
from dicecam.table.mats import KINDS, PAPERS, Mat
from dicecam.vision.markers import find_markers

POINTS = 72 / 25.4
PX_PER_POINT = 2


def _drawn(pdf):
    """Return the page as a picture: filled rectangles and outlines."""
    text = pdf.decode("latin-1")
    width, height = map(float, re.search(r"MediaBox \[0 0 (\S+) (\S+)\]", text).groups())
    size = (round(height * PX_PER_POINT), round(width * PX_PER_POINT), 3)
    image = np.full(size, 255, np.uint8)
    for x, y, w, h in re.findall(r"(\S+) (\S+) (\S+) (\S+) re f", text):
        x, y, w, h = (float(value) * PX_PER_POINT for value in (x, y, w, h))
        top = size[0] - y - h
        image[round(top) : round(top + h), round(x) : round(x + w)] = 0
    outlines = re.findall(r"(\S+ \S+ m .+ s)", text)
    return image, outlines


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("kind", KINDS)
def test_markers_are_found_where_they_are_printed(kind, paper, tmp_path, capsys):
    """The corners of all four markers come out within half a millimetre."""
    out = tmp_path / "mat.pdf"
    code = main(["mat", kind, "--paper", paper, "-o", str(out)])
    image, outlines = _drawn(out.read_bytes())
    found = find_markers(image)
    mat = Mat(kind, paper)

    assert code == 0
    assert str(out) in capsys.readouterr().out
    assert sorted(found) == sorted(mat.markers_mm)
    for number, corners in mat.markers_mm.items():
        assert found[number] / (POINTS * PX_PER_POINT) == pytest.approx(corners, abs=0.5)
    assert len(outlines) == {"qwixx-tray": 1, "memodixe": 9, "dekaxex": 10}[kind]


def test_the_file_is_a_whole_pdf(tmp_path):
    """Every object is where the table at its end says."""
    out = tmp_path / "mat.pdf"
    main(["mat", "dekaxex", "--board", "triangle", "-o", str(out)])
    pdf = out.read_bytes()
    start = int(re.search(rb"startxref\n(\d+)", pdf).group(1))
    offsets = [int(offset) for offset in re.findall(rb"(\d{10}) 00000 n", pdf)]

    assert pdf.startswith(b"%PDF-1.4")
    assert pdf[start:].startswith(b"xref")
    for number, offset in enumerate(offsets, start=1):
        assert pdf[offset:].startswith(b"%d 0 obj" % number)


@pytest.mark.parametrize(
    "arguments", [["chess"], ["memodixe", "--paper", "A5"], ["dekaxex", "--board", "nowhere"]]
)
def test_unknown_mats_are_refused(arguments, tmp_path, capsys):
    """The error says what there is."""
    assert main(["mat", *arguments, "-o", str(tmp_path / "mat.pdf")]) == 2
    assert "expected one of" in capsys.readouterr().err


def test_markers_of_a_large_picture_are_found():
    """Large pictures are halved first; the corners are those of the large one."""
    mat = Mat("qwixx-tray", "A4")
    from dicecam.cli.mat import mat_pdf

    image, _ = _drawn(mat_pdf(mat, None))
    large = cv2.resize(image, None, fx=2, fy=2, interpolation=cv2.INTER_NEAREST)

    found = find_markers(large)
    assert found[0] / (2 * POINTS * PX_PER_POINT) == pytest.approx(mat.markers_mm[0], abs=0.6)
    assert find_markers(np.full((200, 200, 3), 255, np.uint8)) == {}
