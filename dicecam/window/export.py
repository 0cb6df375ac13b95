"""Saves a game: the sheets as PDF or PNG, the events as CSV or JSON; the file's ending decides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QMarginsF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtWidgets import QFileDialog, QWidget

from dicecam.rules.sheet import Layout, Sheet
from dicecam.session.export import export_game
from dicecam.session.session import Session
from dicecam.window.i18n import Words
from dicecam.window.sheets.parts import Look
from dicecam.window.sheets.view import paint_sheet
from dicecam.window.theme import LIGHT

WIDE, HIGH = 900.0, 470.0
"""Size of a sheet on paper, in the units its texts are meant for."""
SCALE = 2
"""Pixels a unit in a PNG."""
PER_PAGE = 2
ENDINGS = (".pdf", ".png", ".csv", ".json")


def final_sheets(session: Session) -> tuple[Sheet, ...]:
    """Return the sheets to keep, without anything to click; a shared board is kept once."""
    seats = range(len(session.names))
    sheets = [session.sheet(seat) for seat in seats]
    if sheets[0].layout is not Layout.ROWS:
        sheets = sheets[:1]
    return tuple(unclickable(sheet) for sheet in sheets)


def unclickable(sheet: Sheet) -> Sheet:
    """Return a sheet without what may be chosen on it; big buttons go altogether."""
    rows = tuple(
        replace(row, cells=tuple(replace(cell, action=None, choices=()) for cell in row.cells))
        for row in sheet.rows
        if not all(cell.shape == "button" for cell in row.cells)
    )
    return replace(sheet, rows=rows)


def _looks(session: Session, sheets: Sequence[Sheet], words: Words) -> list[Look]:
    """Return how each sheet is painted; a shared board has everybody's name and no total."""
    names = session.names
    shared = len(sheets) < len(names)
    given = session.game.spec.seat_colours or session.colours
    return [
        Look(
            LIGHT,
            lambda message: words.say(message, names),
            ", ".join(names) if shared else names[sheet.seat],
            colour=None if shared or sheet.seat >= len(given) else given[sheet.seat],
            total=not shared,
        )
        for sheet in sheets
    ]


def _heading(session: Session, words: Words) -> str:
    title = words.say(session.game.spec.title, ())
    date = session.entries[0].at[:10] if session.entries else ""
    return f"{title}  {date}".strip()


def _paint_heading(painter: QPainter, session: Session, words: Words) -> None:
    painter.setFont(LIGHT.font(26, bold=True))
    painter.setPen(QColor(LIGHT.text))
    flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    painter.drawText(QRectF(8, 0, WIDE - 16, 44), flags, _heading(session, words))


def save_png(session: Session, path: Path, words: Words) -> None:
    """Write the sheets under one another as a picture.

    Raises:
        OSError: The file cannot be written.
    """
    sheets = final_sheets(session)
    image = QImage(
        round(WIDE * SCALE), round((44 + HIGH * len(sheets)) * SCALE), QImage.Format.Format_RGB32
    )
    image.fill(QColor(LIGHT.window))
    painter = QPainter(image)
    painter.scale(SCALE, SCALE)
    _paint_heading(painter, session, words)
    for n, (sheet, look) in enumerate(zip(sheets, _looks(session, sheets, words), strict=True)):
        paint_sheet(painter, QRectF(0, 44 + n * HIGH, WIDE, HIGH), sheet, look)
    painter.end()
    if not image.save(str(path)):
        msg = f"{path}: cannot be written; choose another folder"
        raise OSError(msg)


def save_pdf(session: Session, path: Path, words: Words) -> None:
    """Write the sheets as A4 pages.

    Raises:
        OSError: The file cannot be written.
    """
    with path.open("ab"):  # Qt only warns when it cannot write
        pass
    writer = QPdfWriter(str(path))
    writer.setTitle(_heading(session, words))
    writer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    writer.setPageMargins(QMarginsF(12, 12, 12, 12), QPageLayout.Unit.Millimeter)
    sheets = final_sheets(session)
    painter = QPainter(writer)
    unit = writer.width() / WIDE
    painter.scale(unit, unit)
    for n, (sheet, look) in enumerate(zip(sheets, _looks(session, sheets, words), strict=True)):
        if n % PER_PAGE == 0:
            if n:
                writer.newPage()
            _paint_heading(painter, session, words)
        area = QRectF(0, 50 + (n % PER_PAGE) * (HIGH + 16), WIDE, HIGH)
        paint_sheet(painter, area, sheet, look)
    painter.end()


def export_to(session: Session, path: Path, words: Words) -> None:
    """Write a game or its sheets; the ending of the file's name says as what.

    Raises:
        OSError: The file cannot be written.
    """
    ending = path.suffix.lower()
    if ending == ".png":
        save_png(session, path, words)
    elif ending == ".pdf":
        save_pdf(session, path, words)
    else:
        export_game(session, path, lambda message: words.say(message, session.names))


def ask_where(parent: QWidget, session: Session) -> Path | None:
    """Ask people where to write a game; None when they change their mind."""
    translate = QCoreApplication.translate
    kinds = (
        translate("Export", "Sheets as PDF (*.pdf)"),
        translate("Export", "Sheets as picture (*.png)"),
        translate("Export", "Game as table (*.csv)"),
        translate("Export", "Game as JSON (*.json)"),
    )
    named, kind = QFileDialog.getSaveFileName(
        parent,
        translate("Export", "Save the game"),
        f"{session.game.spec.key}.pdf",
        ";;".join(kinds),
    )
    if not named:
        return None
    path = Path(named)
    if path.suffix.lower() not in ENDINGS:
        at = kinds.index(kind) if kind in kinds else 0
        path = path.with_name(path.name + ENDINGS[at])
    return path
