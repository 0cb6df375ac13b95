"""`dicecam mat`: a mat to print, as a vector PDF."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicecam.table.layouts import Board
    from dicecam.table.mats import Mat

HELP = "make a mat to print, so that the camera knows where the table is"

_POINTS = 72 / 25.4  # points of a PDF for a millimetre
_GREY = 0.72


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    # The names are those of dicecam.table.mats, which would load numpy for `dicecam --help`.
    parser.add_argument(
        "kind", metavar="qwixx-tray|memodixe|dekaxex", help="for a tray or a game with places"
    )
    parser.add_argument("--paper", default="A4", metavar="A4|A3|Letter", help="by default A4")
    parser.add_argument("--board", metavar="NAME", help="Dekaxex board; by default the first")
    parser.add_argument("-o", "--out", type=Path, default=Path("mat.pdf"), metavar="FILE")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.table.mats import mat_named

    mat = mat_named(arguments.kind, arguments.paper)
    arguments.out.write_bytes(mat_pdf(mat, _board(mat, arguments.board)))
    width, height = mat.size_mm
    print(f"{arguments.out}: {width:g} x {height:g} mm; print it at 100 %, not fitted to the page")
    return 0


def _board(mat: Mat, name: str | None) -> Board | None:
    """Return the places printed on a mat, None for one without places.

    Raises:
        SettingsError: There is no such board.
    """
    from dicecam.cli._games import config_folder
    from dicecam.errors import SettingsError
    from dicecam.table.layouts import hexagon_board, square_board
    from dicecam.tables import load_table

    if mat.kind == "memodixe":
        return square_board([str(place) for place in range(9)])
    if mat.kind != "dekaxex":
        return None
    table = load_table("dekaxex_boards.toml", config_folder())
    boards = {board["id"]: board for board in table["board"]}
    wanted = name or table["default"]
    if wanted not in boards:
        msg = f"board: expected one of {', '.join(boards)}, got {wanted!r}"
        raise SettingsError(msg)
    return hexagon_board({c["id"]: (c["q"], c["r"]) for c in boards[wanted]["cells"]})


def mat_pdf(mat: Mat, board: Board | None) -> bytes:
    """Return a mat as a PDF file.

    Args:
        mat: Which mat.
        board: The places to draw; None for an empty tray.
    """
    from dicecam.vision.markers import marker_bits

    page = _Page(*mat.size_mm)
    for number, corners in mat.markers_mm.items():
        page.marker(float(corners[0, 0]), float(corners[0, 1]), marker_bits(number).tolist())
    if board is None:
        x, y, width, height = mat.inner_mm
        page.outline([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    else:
        half = 0.42 * mat.spacing_mm(board)
        hexagons = mat.kind == "dekaxex"
        for name, (x, y) in mat.places_mm(board).items():
            page.outline(_hexagon(x, y, 1.3 * half) if hexagons else _square(x, y, half))
            label = str(int(name) + 1) if name.isdecimal() else name
            if hexagons:
                page.text(x - 2.0, y + half, label)
            else:
                page.text(x - half + 1.5, y + half - 1.5, label)
    page.text(mat.inner_mm[0], mat.size_mm[1] - 4.0, f"dicecam {mat.key}")
    return page.pdf()


def _square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def _hexagon(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    from math import cos, pi, sin

    angles = [pi / 6 + pi / 3 * corner for corner in range(6)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


class _Page:
    """One page, drawn in millimetres from its upper left corner."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self._size = (width_mm * _POINTS, height_mm * _POINTS)
        self._height = height_mm
        self._drawn = [f"{_GREY} G {_GREY} g 1.2 w"]

    def _at(self, x: float, y: float) -> str:
        return f"{x * _POINTS:.3f} {(self._height - y) * _POINTS:.3f}"

    def outline(self, corners: Sequence[tuple[float, float]]) -> None:
        """Draw a closed outline."""
        first, *others = corners
        lines = " ".join(f"{self._at(*corner)} l" for corner in others)
        self._drawn.append(f"{self._at(*first)} m {lines} s")

    def text(self, x: float, y: float, text: str) -> None:
        """Write a short text of plain letters."""
        self._drawn.append(f"BT /F1 9 Tf {self._at(x, y)} Td ({text}) Tj ET")

    def marker(self, x: float, y: float, bits: Sequence[Sequence[bool]]) -> None:
        """Draw a marker, its black squares row by row."""
        from dicecam.table.mats import MARKER_MM

        side = MARKER_MM / len(bits)
        self._drawn.append("0 g")
        for row, line in enumerate(bits):
            start = 0
            # Neighbouring black squares are one rectangle: seams between them would show.
            while start < len(line):
                end = start
                while end < len(line) and not line[end]:
                    end += 1
                if end > start:
                    corner = self._at(x + start * side, y + (row + 1) * side)
                    size = f"{(end - start) * side * _POINTS:.3f} {side * _POINTS:.3f}"
                    self._drawn.append(f"{corner} {size} re f")
                start = max(end, start + 1)
        self._drawn.append(f"{_GREY} g")

    def pdf(self) -> bytes:
        """Return the file."""
        content = "\n".join(self._drawn).encode("ascii")
        width, height = self._size
        parts = [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] "
            "/Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".encode("ascii"),
            b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content),
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        ]
        out, offsets = b"%PDF-1.4\n", []
        for number, part in enumerate(parts, start=1):
            offsets.append(len(out))
            out += b"%d 0 obj\n%b\nendobj\n" % (number, part)
        table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
        count = len(parts) + 1
        return out + (
            b"xref\n0 %d\n0000000000 65535 f \n%btrailer\n<< /Size %d /Root 1 0 R >>\n"
            b"startxref\n%d\n%%%%EOF\n" % (count, table, count, len(out))
        )
