"""`dicecam play`: the window, or the same game in a terminal."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecam.config import Settings
    from dicecam.rules.core import Game, OptionValue
    from dicecam.window.parts import Parts

HELP = "play a game: the window, or --text in a terminal"
DEMO_GAME = "qwixx"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="see `dicecam games`")
    parser.add_argument(
        "--source",
        default="",
        metavar="SOURCE",
        help="camera number or name, video, folder of photos, URL, recording, or demo",
    )
    parser.add_argument("--text", action="store_true", help="play in the terminal")
    parser.add_argument(
        "--players", default="", metavar="NAMES", help="names by seat, separated by commas"
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the game, see `dicecam games`; may be repeated",
    )
    parser.add_argument("--preset", metavar="NAME", help="a named set of options, as `official`")
    parser.add_argument("--language", choices=("fr", "en"), help="by default the system's")
    parser.add_argument(
        "--model", metavar="NAME", help="recognition model: name, folder, or your own .onnx or .pt"
    )
    parser.add_argument("--log", type=Path, metavar="FILE", help="where the game is written")
    parser.add_argument("--resume", type=Path, metavar="LOG", help="go on with a recorded game")
    parser.add_argument(
        "--screenshot", type=Path, metavar="PNG", help="take a picture of the window and quit"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.cli._games import config_folder, load_games
    from dicecam.cli._own_model import usable_model
    from dicecam.config import FILE_NAME, load_settings

    settings = load_settings(config_folder() / FILE_NAME)
    arguments.model = usable_model(arguments.model)
    games = load_games()
    source = arguments.source or settings.source or _first_camera()
    if arguments.text or not has_display():
        if not arguments.text:
            print("dicecam: no display, so the game is played in the terminal", file=sys.stderr)
        return _play_text(arguments, settings, games, source)
    return _play_window(arguments, settings, games, source)


def has_display() -> bool:
    """Return whether a window can be shown on this system."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _first_camera() -> str:
    """Return the first camera, or the demo when there is none."""
    from dicecam.vision.cameras import list_cameras
    from dicecam.vision.sources import DEMO

    cameras = list_cameras()
    return str(cameras[0].number) if cameras else DEMO


def game_log_folder() -> Path:
    """Return the folder that games are written to."""
    import platformdirs

    return Path(platformdirs.user_data_dir("dicecam", appauthor=False)) / "games"


def _new_log(folder: Path, key: str) -> Path:
    from datetime import datetime

    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = folder / f"{stamp}-{key}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{stamp}-{key}-{number}.jsonl"
    return path


def parse_options(
    game: Game[Any], pairs: Sequence[str], preset: str | None
) -> dict[str, OptionValue]:
    """Return option values from `KEY=VALUE` texts and a preset.

    Raises:
        SettingsError: A text has another form, or the preset or an option is unknown.
    """
    from dicecam.errors import SettingsError
    from dicecam.rules.core import resolve_options

    spec = game.spec
    values: dict[str, OptionValue] = {}
    if preset is not None:
        found = next((p for p in spec.presets if p.key == preset), None)
        if found is None:
            known = ", ".join(p.key for p in spec.presets) or "none"
            msg = f"{spec.key}: preset: expected one of {known}, got {preset!r}"
            raise SettingsError(msg)
        values.update(found.values)
    defaults = {option.key: option.default for option in spec.options}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            msg = f"option: expected KEY=VALUE, got {pair!r}"
            raise SettingsError(msg)
        values[key] = _typed(defaults.get(key), text)
    resolve_options(spec, values)
    return values


def _typed(default: OptionValue | None, text: str) -> OptionValue:
    """Return a text as the type of the option's default; a misfit is refused later."""
    if isinstance(default, bool) and text.lower() in ("true", "false", "yes", "no", "1", "0"):
        return text.lower() in ("true", "yes", "1")
    if isinstance(default, int) and text.lstrip("-").isdecimal():
        return int(text)
    return text


def _names(text: str, seats: int) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return names or [chr(ord("A") + seat) for seat in range(seats)]


def _play_text(
    arguments: argparse.Namespace, settings: Settings, games: dict[str, Game[Any]], source: str
) -> int:
    from dicecam.cli._games import pick_game
    from dicecam.cli._line import open_line
    from dicecam.cli._text_play import TextPlay, terminal
    from dicecam.cli._texts import catalogue
    from dicecam.session.log import read_log
    from dicecam.session.referee import Referee
    from dicecam.session.session import Session

    if arguments.resume:
        header, _ = read_log(arguments.resume)
        session = Session.resume(pick_game(header.game, games), arguments.resume)
    else:
        game = pick_game(arguments.game or DEMO_GAME, games)
        names = _names(arguments.players, max(2, game.spec.min_seats))
        options = parse_options(game, arguments.option, arguments.preset)
        log = arguments.log or _new_log(game_log_folder(), game.spec.key)
        session = Session(game, names, options, log)
    sentences = catalogue(arguments.language or settings.language or None)
    line = open_line(source, arguments.model or settings.model, session.game, settings)
    title = sentences.say(session.game.spec.title)
    print(f"{title} · {line.source.name} · {session.log_path}")
    try:
        TextPlay(session, Referee(), sentences, terminal()).run(line.source, line.pipeline)
    finally:
        line.source.close()
        session.close()
    return 0


def _play_window(
    arguments: argparse.Namespace, settings: Settings, games: dict[str, Game[Any]], source: str
) -> int:
    # OpenCV brings a Qt plug-in path of its own; it has to be imported, and its path removed,
    # before Qt looks for its plug-ins.
    import dicecam.vision.sources  # noqa: F401
    from dicecam.window.app import run as run_window

    return run_window(window_parts(arguments, settings, games, source))


def window_parts(
    arguments: argparse.Namespace, settings: Settings, games: dict[str, Game[Any]], source: str
) -> Parts:
    """Return everything the window is made of."""
    from dicecam.cli._games import config_folder, pick_game
    from dicecam.cli._texts import catalogue
    from dicecam.cli._workshop import Workshop, measure_colour
    from dicecam.config import FILE_NAME, save_settings
    from dicecam.vision.cameras import list_cameras
    from dicecam.vision.sources import DEMO
    from dicecam.window.parts import Parts

    key = arguments.game or (DEMO_GAME if source == DEMO and arguments.source else None)
    game = pick_game(key, games) if key else None
    path = config_folder() / FILE_NAME
    shop = Workshop(settings, lambda new: save_settings(new, path), arguments.model or "", game)
    return Parts(
        games=games,
        catalogue=catalogue,
        open_source=shop.open_source,
        make_looker=shop.make_looker,
        make_pipeline=shop.make_pipeline,
        log_folder=game_log_folder(),
        language=arguments.language or settings.language,
        settings=settings,
        save_settings=shop.save,
        game=game.spec.key if game else None,
        source=source,
        names=_names(arguments.players, max(2, game.spec.min_seats)) if game else (),
        options=parse_options(game, arguments.option, arguments.preset) if game else {},
        screenshot=arguments.screenshot,
        cameras=list_cameras,
        measure_colour=measure_colour,
        make_detector=shop.make_detector,
    )
