"""Colours and type of the window: light and dark, readable, safe for colour-blind eyes.

A colour never stands alone here: each named die colour also has a shape, and its letter comes from
the catalogues. Widgets ask `theme_of(widget)`, which reads palette and font of the widget, so that
nothing has to be handed around. This module knows no game and no sheet.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import QApplication, QWidget

PICTURES = Path(__file__).parent / "pictures"
"""Small pictures a style sheet cannot draw; the ticks are white on the light theme's accent."""

DARK_INK = "#14181d"
LIGHT_INK = "#ffffff"
READABLE = 4.5
"""Least contrast of text, WCAG 2 level AA."""
BASE_PX = 16
"""Size of running text at scale 1, px."""
SCALES = (1.0, 1.25, 1.5, 2.0)
"""Text scales people may choose."""

FILLS = {
    "white": "#f7f5ef",
    "red": "#b3131f",
    "yellow": "#f5bd12",
    "green": "#0f9b78",
    "blue": "#1f4fae",
    "black": "#23272d",
    "orange": "#e8821e",
    "purple": "#7a3f9d",
    "pink": "#ea8fbb",
    "brown": "#7b4c2c",
    "grey": "#939aa3",
    "unknown": "#939aa3",
}
"""Body colours; red, yellow, green and blue stay apart for all kinds of colour-blindness."""

SHAPES = {
    "white": "ring",
    "red": "triangle",
    "yellow": "circle",
    "green": "diamond",
    "blue": "square",
    "black": "cross",
    "orange": "pentagon",
    "purple": "hexagon",
    "pink": "heart",
    "brown": "bar",
    "grey": "plus",
    "unknown": "dash",
}
"""The shape that stands for a colour, see `dicecam.window.icons.shape_path`."""


@lru_cache(maxsize=2048)
def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    value = QColor(colour)
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value.redF(), value.greenF(), value.blueF())
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=2048)
def mix(first: str, second: str, share: float) -> str:
    """Return a colour between two: `share` 0 gives the first, 1 the second."""
    a, b = QColor(first), QColor(second)
    parts = (
        round(x + (y - x) * share)
        for x, y in ((a.red(), b.red()), (a.green(), b.green()), (a.blue(), b.blue()))
    )
    return QColor(*parts).name()


@lru_cache(maxsize=2048)
def readable(colour: str, background: str, ratio: float = READABLE) -> str:
    """Return the colour, made darker or lighter until it can be read on a background."""
    target = best_ink(background)
    steps = (mix(colour, target, step / 20) for step in range(20))
    return next((found for found in steps if contrast(found, background) >= ratio), target)


def best_ink(background: str) -> str:
    """Return the black or white that reads best on a background."""
    return max((DARK_INK, LIGHT_INK), key=lambda ink: contrast(ink, background))


@dataclass(frozen=True, slots=True)
class Ink:
    """How one named colour is used in a theme.

    Attributes:
        fill: Strips and dice bodies.
        on_fill: Text on `fill`.
        cell: Background of a box of this colour.
        on_cell: Text in such a box.
        text: The colour as text or outline on paper.
        shape: The shape that stands for it.
    """

    fill: str
    on_fill: str
    cell: str
    on_cell: str
    text: str
    shape: str


@dataclass(frozen=True, slots=True)
class Theme:
    """A set of colours and a text size.

    Attributes:
        name: `light` or `dark`.
        window: Background of the window.
        paper: Background of sheets and cards.
        raised: Background of buttons and fields.
        line: Separators and outlines of things that can be used (3:1 on paper).
        text: Running text.
        quiet: Less important text; readable all the same.
        accent: The one colour that means "here": focus, choice, legal moves.
        on_accent: Text on `accent`.
        glow: Ring of what may be chosen now.
        good: Text for success.
        warning: Text for something to look at.
        bad: Text for an error.
        scale: Text size, 1 is normal.
    """

    name: str
    window: str
    paper: str
    raised: str
    line: str
    text: str
    quiet: str
    accent: str
    on_accent: str
    glow: str
    good: str
    warning: str
    bad: str
    scale: float = 1.0

    @property
    def dark(self) -> bool:
        """True for light text on dark paper."""
        return luminance(self.paper) < 0.2

    def ink(self, colour: str | None) -> Ink:
        """Return how a named colour or `#rrggbb` is used; None or an unknown name is neutral."""
        return _ink(self.paper, self.text, colour)

    def font(self, px: float, bold: bool = False) -> QFont:
        """Return the application's font in a size, px before scaling."""
        font = QFont(QApplication.font())
        font.setPixelSize(max(1, round(px * self.scale)))
        font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
        return font


@cache
def _ink(paper: str, text: str, colour: str | None) -> Ink:
    dark = luminance(paper) < 0.2
    fill = FILLS.get(colour or "", FILLS["grey"] if not dark else "#59616c")
    if colour is not None and colour.startswith("#") and QColor.isValidColorName(colour):
        fill = colour  # a colour from a data file; it has no name, letter or shape
    if dark and colour == "black":
        fill = "#3a4048"  # must not vanish on dark paper
    cell = mix(fill, paper, 0.84 if not dark else 0.78)
    if colour is None:
        cell = mix(paper, text, 0.05)
        return Ink(fill, best_ink(fill), cell, readable(text, cell), text, "dash")
    return Ink(
        fill=fill,
        on_fill=best_ink(fill),
        cell=cell,
        on_cell=readable(fill, cell, 7.0),
        text=readable(fill, paper, READABLE),
        shape=SHAPES.get(colour, "dash"),
    )


LIGHT = Theme(
    name="light",
    window="#efebe3",
    paper="#fffdf8",
    raised="#ffffff",
    line="#7d766b",
    text="#1c2127",
    quiet="#575e67",
    accent="#6a2fb8",
    on_accent="#ffffff",
    glow="#6a2fb8",
    good="#17683c",
    warning="#855000",
    bad="#b3131f",
)

DARK = Theme(
    name="dark",
    window="#14171b",
    paper="#20252c",
    raised="#2c323b",
    line="#868f9b",
    text="#f2f4f6",
    quiet="#b4bcc6",
    accent="#c9a4ff",
    on_accent="#14181d",
    glow="#ffe27a",
    good="#7ddba3",
    warning="#ffc46b",
    bad="#ff9c9c",
)

THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def scaled(theme: Theme, scale: float) -> Theme:
    """Return a theme in another text size."""
    return replace(theme, scale=scale)


def theme_of(widget: QWidget) -> Theme:
    """Return the theme a widget is shown in, from its palette and font."""
    base = DARK if widget.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT
    px = widget.font().pixelSize()
    return scaled(base, px / BASE_PX) if px > 0 and px != BASE_PX else base


def system_theme(app: QApplication) -> str:
    """Return `dark` when the system asks for dark windows, else `light`."""
    return "dark" if app.styleHints().colorScheme() == Qt.ColorScheme.Dark else "light"


def apply_theme(app: QApplication, theme: Theme) -> None:
    """Dress the whole application: style, palette, font and the rules for focus and buttons."""
    app.setStyle("Fusion")
    font = QFont(app.font())
    font.setPixelSize(round(BASE_PX * theme.scale))
    app.setFont(font)
    for widget in ("QMenu", "QMenuBar", "QToolButton", "QAbstractItemView", "QMessageBox"):
        # Platforms give some widgets a font of their own; the stubs want bytes, Qt wants text.
        app.setFont(font, widget)  # type: ignore[arg-type]
    app.setPalette(palette_of(theme))
    app.setStyleSheet(style_sheet(theme))


def palette_of(theme: Theme) -> QPalette:
    """Return the Qt palette of a theme."""
    role = QPalette.ColorRole
    palette = QPalette()
    for name, colour in (
        (role.Window, theme.window),
        (role.WindowText, theme.text),
        (role.Base, theme.paper),
        (role.AlternateBase, mix(theme.paper, theme.text, 0.06)),
        (role.Text, theme.text),
        (role.PlaceholderText, theme.quiet),
        (role.Button, theme.raised),
        (role.ButtonText, theme.text),
        (role.BrightText, theme.bad),
        (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent),
        (role.ToolTipBase, theme.raised),
        (role.ToolTipText, theme.text),
        (role.Link, theme.accent),
        (role.Accent, theme.accent),
    ):
        palette.setColor(name, QColor(colour))
    faded = QColor(mix(theme.quiet, theme.window, 0.25))
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, faded)
    return palette


def style_sheet(theme: Theme) -> str:
    """Return what the palette cannot say: big targets, visible focus, cards."""
    px = round(BASE_PX * theme.scale)
    return _buttons_style(theme, px) + _fields_style(theme, px) + _bars_style(theme, px)


def _buttons_style(theme: Theme, px: int) -> str:
    return f"""
        QPushButton, QToolButton {{
            background: {theme.raised}; color: {theme.text}; border: 2px solid {theme.line};
            border-radius: {px // 2}px; padding: {px // 2}px {px}px; min-height: {px * 2 - 4}px;
        }}
        QPushButton:hover, QToolButton:hover {{ border-color: {theme.accent}; }}
        QPushButton:pressed, QPushButton:checked, QToolButton:checked {{
            background: {mix(theme.raised, theme.accent, 0.22)}; border-color: {theme.accent};
        }}
        QPushButton:disabled, QToolButton:disabled {{
            color: {mix(theme.quiet, theme.window, 0.25)};
            border-color: {mix(theme.line, theme.window, 0.6)};
        }}
        QPushButton:focus, QToolButton:focus, QComboBox:focus, QLineEdit:focus, QSpinBox:focus,
        QListView:focus, QTableView:focus {{ border: 3px solid {theme.accent}; }}
        QPushButton[main="true"] {{
            background: {theme.accent}; color: {theme.on_accent}; font-weight: bold;
            border-color: {theme.accent};
        }}
        QPushButton[main="true"]:focus {{ border: 3px solid {theme.text}; }}
        QPushButton[main="true"]:disabled {{
            background: {mix(theme.accent, theme.window, 0.6)}; color: {theme.text};
        }}
        QToolButton {{ padding: {px // 4}px {px // 2}px; }}
    """


def _fields_style(theme: Theme, px: int) -> str:
    arrow, ring = px * 2 // 5, px * 3 // 8
    return f"""
        QComboBox, QLineEdit, QSpinBox {{
            background: {theme.raised}; color: {theme.text}; border: 2px solid {theme.line};
            border-radius: {px // 3}px; padding: {px // 4}px {px // 2}px; min-height: {px * 2 - 6}px;
        }}
        QComboBox::drop-down, QSpinBox::up-button, QSpinBox::down-button {{
            border: none; background: transparent; width: {px * 2}px;
        }}
        QComboBox::down-arrow, QSpinBox::down-arrow {{
            width: 0; height: 0; border-left: {arrow}px solid {theme.raised};
            border-right: {arrow}px solid {theme.raised}; border-top: {arrow}px solid {theme.text};
        }}
        QSpinBox::up-arrow {{
            width: 0; height: 0; border-left: {arrow}px solid {theme.raised};
            border-right: {arrow}px solid {theme.raised};
            border-bottom: {arrow}px solid {theme.text};
        }}
        QCheckBox, QRadioButton {{
            spacing: {px // 2}px; padding: {px // 4}px; border: 3px solid transparent;
        }}
        QCheckBox::indicator, QRadioButton::indicator {{
            width: {px}px; height: {px}px; border: 2px solid {theme.line};
            border-radius: {px // 4}px; background: {theme.raised};
        }}
        QRadioButton::indicator {{ border-radius: {px // 2 + 2}px; }}
        QCheckBox::indicator:checked {{
            border-color: {theme.accent}; background: {theme.accent};
            image: url("{PICTURES.as_posix()}/tick-{theme.name}.png");
        }}
        QRadioButton::indicator:checked {{
            border: {ring}px solid {theme.accent}; background: {theme.raised};
            width: {px + 4 - 2 * ring}px; height: {px + 4 - 2 * ring}px;
        }}
        QCheckBox:focus, QRadioButton:focus {{
            border: 3px solid {theme.accent}; border-radius: {px // 3}px;
        }}
    """


def _bars_style(theme: Theme, px: int) -> str:
    return f"""
        QScrollBar:vertical {{ width: {px}px; background: transparent; margin: 0; }}
        QScrollBar:horizontal {{ height: {px}px; background: transparent; margin: 0; }}
        QScrollBar::handle {{
            background: {theme.line}; border-radius: {px // 2 - 2}px; margin: 2px;
            min-height: {px * 2}px; min-width: {px * 2}px;
        }}
        QScrollBar::handle:hover {{ background: {theme.accent}; }}
        QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
        QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
        QFrame[card="true"] {{ background: {theme.paper}; border-radius: {px}px; }}
        QLabel#news {{ font-size: {round(px * 1.15)}px; font-weight: bold; }}
        QLabel[quiet="true"] {{ color: {theme.quiet}; }}
        QLabel[heading="true"] {{ font-size: {round(px * 1.4)}px; font-weight: bold; }}
        QScrollArea {{ border: none; background: transparent; }}
        QScrollArea > QWidget > QWidget {{ background: transparent; }}
        QListView#history::item {{ padding: {px // 4}px {px // 2}px; border-radius: {px // 3}px; }}
        QListView#history::item:hover {{ background: {mix(theme.paper, theme.accent, 0.1)}; }}
        QListView#history::item:selected {{
            background: {mix(theme.paper, theme.accent, 0.22)}; color: {theme.text};
        }}
        QToolTip {{
            background: {theme.raised}; color: {theme.text}; border: 1px solid {theme.line};
        }}
    """
