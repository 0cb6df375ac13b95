"""The language of the window: sentences of the rules from catalogues, its own from Qt translations.

Switching the language reloads both; every widget hears of it as Qt's `LanguageChange` event, and
objects that are no widgets through the signal `changed`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator, Signal

from dicecam.messages import LANGUAGES, Catalogue, Message

TRANSLATIONS = Path(__file__).parent / "translations"
NATIVE_NAMES = {"fr": "Français", "en": "English"}
"""What each language calls itself; never translated."""


def system_language() -> str:
    """Return the system's language when every text exists in it, else English."""
    code = QLocale.system().name().partition("_")[0]
    return code if code in LANGUAGES else "en"


def sentence(text: str) -> str:
    """Return a text with a capital first letter, to stand by itself."""
    return text[:1].upper() + text[1:]


def full_sentence(text: str) -> str:
    """Return a text as a whole sentence: capital first letter, full stop."""
    ended = text.endswith((".", "!", "?", "…"))
    return sentence(text) if ended else f"{sentence(text)}."


class Words(QObject):
    """Everything the window says, in the language in use.

    Args:
        catalogue: Loads the catalogue of a language.
        language: The language to begin with; empty for the system's.

    Attributes:
        changed: Emitted after the language was switched.
    """

    changed = Signal()

    def __init__(self, catalogue: Callable[[str], Catalogue], language: str = "") -> None:
        super().__init__()
        self._load = catalogue
        self._translators: list[tuple[QTranslator, bytes]] = []
        self.language = ""
        self.names: tuple[str, ...] = ()
        self.switch(language or system_language())

    def switch(self, language: str) -> None:
        """Speak another language from now on.

        Raises:
            SettingsError: There is no such language.
        """
        if language == self.language:
            return
        self.catalogue = self._load(language)
        self.language = language
        self.release()
        self._install("qtbase", language, Path(QLibraryInfo.path(_QT_TRANSLATIONS)))
        self._install("dicecam", language, TRANSLATIONS)
        self.changed.emit()

    def release(self) -> None:
        """Take the Qt translations out of the application."""
        for translator, _ in self._translators:
            QCoreApplication.removeTranslator(translator)
        self._translators.clear()

    def _install(self, name: str, language: str, folder: Path) -> None:
        path = folder / f"{name}_{language}.qm"
        if not path.exists():  # English is the language of the source texts: it has no file
            return
        # Qt would map the file: an update of the program would then change words under its feet.
        data = path.read_bytes()
        translator = QTranslator(self)
        if translator.load(data):
            QCoreApplication.installTranslator(translator)
            self._translators.append((translator, data))  # Qt keeps no copy of the data

    def say(self, message: Message, names: Sequence[str] | None = None) -> str:
        """Return a message of the rules in words.

        Args:
            message: What to say.
            names: The players by seat; None for those of the game in progress.
        """
        return self.catalogue.say(message, self.names if names is None else names)

    def sentence(self, message: Message) -> str:
        """Return a message in words, with a capital first letter."""
        return sentence(self.say(message))

    def player(self, seat: int) -> str:
        """Return what a player is called."""
        return (
            self.say(Message.of("core.player", number=seat + 1))
            if not (0 <= seat < len(self.names))
            else self.names[seat]
        )

    def number(self, value: float, digits: int) -> str:
        """Return a number with so many digits after the point, or the comma."""
        return QLocale(self.language).toString(value, "f", digits)

    def colour(self, name: str) -> str:
        """Return what a body colour is called."""
        return self.say(Message(f"core.colour.{name}"))


_QT_TRANSLATIONS = QLibraryInfo.LibraryPath.TranslationsPath
