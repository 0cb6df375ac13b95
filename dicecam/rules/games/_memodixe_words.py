"""What MémoDiXe says and shows: actions in words, news, the square. No hidden face ever."""

from __future__ import annotations

from dicecam.dice import DIXE_SYMBOLS
from dicecam.messages import Message
from dicecam.rules.core import Action, Arranged, Event, Played, Seat, Ticked
from dicecam.rules.games._memodixe_set import DixeSet, Effect
from dicecam.rules.games._memodixe_state import GAME, PLACES, Phase, State, place_name
from dicecam.rules.sheet import Cell, Layout, Mark, Row, Sheet

_PLACE_CHOICES = ("peek", "discard_die", "swap_places")
_SEAT_CHOICES = ("steal", "give", "discard_from")


def symbol_name(dixes: DixeSet, symbol: str) -> Message:
    """Return a symbol in words: ours for the known ones, the file's label for others."""
    if symbol in DIXE_SYMBOLS:
        return Message(f"{GAME}.face.{symbol}")
    return Message.of("core.verbatim", text=dixes.symbol(symbol).label)


def action_text(dixes: DixeSet, state: State, action: Action) -> Message:
    """Return an action in words; see `Game.describe`."""
    verb, args = action.verb, action.args
    if verb in ("touch", "choose_die", "oni_move") and len(args) == 1 and _places(args):
        after_call = verb == "choose_die" and state.phase is Phase.AFTER_RIGHT_CALL
        key = "prize" if after_call else verb
        return Message.of(f"{GAME}.action.{key}", place=place_name(int(args[0])))
    if verb == "power" and args:
        return _power_text(state, args)
    if verb == "next" and len(args) == 1 and args[0].isdecimal():
        number = int(args[0])
        if number < len(dixes.coop_effects):
            said = effect_text(dixes.coop_effects[number])
            return Message.of(f"{GAME}.action.next", effect=said)
    simple = ("go", "call", "replaced", "reroll_instead_of_end", "end_game", "press_end")
    if verb in simple and not args:
        return Message(f"{GAME}.action.{verb}")
    return Message.of("core.action.unknown", action=verb)


def _places(args: tuple[str, ...]) -> bool:
    return all(arg in {str(place) for place in range(PLACES)} for arg in args)


def _power_text(state: State, args: tuple[str, ...]) -> Message:
    name, rest = args[0], args[1:]
    key = f"{GAME}.power.{name}"
    n = state.queue[0].n if state.queue else 1
    if name in _PLACE_CHOICES and rest and _places(rest):
        places = tuple(place_name(int(place)) for place in rest)
        return Message.of(key, places=places)
    if name in _SEAT_CHOICES and len(rest) == 1 and rest[0].isdecimal():
        return Message.of(key, seat=int(rest[0]), count=n)
    plain = ("done", "no_win", "win_both", "reroll_both", "extra_turn", "skip_next")
    if name in (*plain, "take_from_reserve", "discard_own") and not rest:
        return Message(key)
    return Message.of("core.action.unknown", action=name)


def effect_text(effect: Effect) -> Message:
    """Return a primitive in words."""
    if effect.op == "manual":
        return Message.of("core.verbatim", text=effect.text)
    key = f"{effect.op}_{effect.who}" if effect.who else effect.op
    return Message.of(f"{GAME}.effect.{key}", count=effect.n)


def seen_text(state: State, event: Arranged) -> Message:
    """Return what may be told about dice that were seen: where they lay, not what they showed."""
    if state.phase is Phase.VERIFY:
        return Message(f"{GAME}.event.verified")
    places = tuple(place_name(int(place)) for place, _ in event.slots)
    if state.phase in (Phase.ONE_TURNED, Phase.TWO_TURNED):
        return Message.of(f"{GAME}.event.turned", place=places)
    return Message.of(f"{GAME}.event.laid", places=places)


def news_text(dixes: DixeSet, before: State, event: Event, after: State) -> tuple[Message, ...]:
    """Return what an event brought about; see `Game.news`.

    Faces are named for a pair only: its dice leave the square or are rolled again. What two
    different dice showed is for the players to remember.
    """
    told: list[Message] = []
    if isinstance(event, Ticked):
        rang = after.rang and not before.rang
        return (Message.of(f"{GAME}.news.rang", seat=after.master or 0),) if rang else ()
    if before.phase is Phase.TWO_TURNED:
        told += _pair_news(dixes, before, event, after)
    called = isinstance(event, Played) and event.action.verb == "call"
    if (called and after.phase is not Phase.VERIFY) or before.phase is Phase.VERIFY:
        told.append(_call_news(before, after))
    told += _count_news(before, after)
    if after.phase is Phase.REROLL and before.phase is not Phase.REROLL:
        places = tuple(place_name(place) for place in after.pending)
        told.append(Message.of(f"{GAME}.news.replace", places=places))
    if after.phase is Phase.TURN_START and before.phase is not Phase.TURN_START:
        told.append(Message.of("core.news.turn", seat=after.current))
    return tuple(told)


def _pair_news(dixes: DixeSet, before: State, event: Event, after: State) -> list[Message]:
    face = str(before.turned[0].face)
    if not isinstance(event, Arranged) or event.slots[0][1].face != face:
        return [Message(f"{GAME}.news.differ")]
    symbol = symbol_name(dixes, face)
    told = [Message.of(f"{GAME}.news.pair", symbol=symbol)]
    if after.queue and after.queue[0].op == "manual":
        told.append(effect_text(after.queue[0]))
    return told


def _call_news(before: State, after: State) -> Message:
    right = after.phase in (Phase.AFTER_RIGHT_CALL, Phase.GAME_OVER)
    return Message.of(f"{GAME}.news.{'right' if right else 'wrong'}", seat=before.current)


def _count_news(before: State, after: State) -> list[Message]:
    told = []
    for seat, (old, new) in enumerate(zip(before.counts, after.counts, strict=True)):
        if new != old:
            key = "won" if new > old else "lost"
            told.append(Message.of(f"{GAME}.news.{key}", seat=seat, count=abs(new - old)))
    if after.pile > before.pile:
        told.append(Message.of(f"{GAME}.news.pile", count=after.pile))
    return told


def sheet_of(
    dixes: DixeSet, state: State, seat: Seat, legal: tuple[Action, ...], total: int
) -> Sheet:
    """Return the square as everybody may see it, with the seat's own clicks.

    Args:
        dixes: The set, for the names of faces that are being shown.
        state: The position.
        seat: Who looks.
        legal: What he may do.
        total: His points.
    """
    clicks: dict[str, list[Action]] = {}
    for action in legal:
        by_hand = action.verb == "power" and action.args[0] not in ("peek", "discard_die")
        if action.args and action.verb != "next" and not by_hand:
            clicks.setdefault(action.args[-1], []).append(action)
    faces = {die.place: die.face for die in state.turned}
    cells = []
    for place in range(PLACES):
        here = clicks.get(str(place), [])
        click = here[0] if len(here) == 1 else None
        cells.append(_cell(dixes, state, place, faces.get(place), click))
    rows = [Row("square", Message(f"{GAME}.sheet.square"), tuple(cells))]
    buttons = tuple(
        Cell("", action=action, shape="button", label=Message(f"{GAME}.button.{action.verb}"))
        for action in legal
        if not action.args
    )
    if buttons:
        rows.append(Row("buttons", Message(f"{GAME}.sheet.buttons"), buttons))
    return Sheet(seat, tuple(rows), total, Layout.SQUARE, _facts(state), _notes(dixes, state))


def _cell(dixes: DixeSet, state: State, place: int, face: str | None, click: Action | None) -> Cell:
    at, name = (place % 3, place // 3), place_name(place)
    if place not in state.occupied:
        label = Message.of(f"{GAME}.sheet.empty", place=name)
        return Cell("", Mark.CLOSED, click, at=at, place=str(place), label=label)
    if face is None:
        touched = place in state.turned_places
        key = "touched" if touched else "hidden"
        mark = Mark.MARKED if touched else Mark.OPEN
        label = Message.of(f"{GAME}.sheet.{key}", place=name)
        return Cell("?", mark, click, at=at, place=str(place), label=label)
    label = Message.of(f"{GAME}.sheet.turned", place=name, symbol=symbol_name(dixes, face))
    symbol = dixes.symbol(face)
    return Cell(
        symbol.label, Mark.MARKED, click, face=symbol.reading, at=at, place=str(place), label=label
    )


def _facts(state: State) -> tuple[tuple[Message, str], ...]:
    if state.rules.coop:
        limit = f"{state.rules.timer_s // 60}:{state.rules.timer_s % 60:02d}"
        return (
            (Message(f"{GAME}.sheet.pile"), str(state.pile)),
            (Message.of(f"{GAME}.sheet.master", seat=state.master or 0), ""),
            (Message(f"{GAME}.sheet.timer"), limit),
        )
    won = tuple(
        (Message.of(f"{GAME}.sheet.won", seat=seat), str(count))
        for seat, count in enumerate(state.counts)
    )
    return (
        *won,
        (Message(f"{GAME}.sheet.reserve"), str(state.reserve)),
        (Message(f"{GAME}.sheet.discarded"), str(state.discarded)),
    )


def _notes(dixes: DixeSet, state: State) -> tuple[Message, ...]:
    note = Message.of(f"{GAME}.note.{state.phase.value}", seat=state.current)
    if state.phase is Phase.RESOLVE_POWER and state.queue[0].op != "announce":
        return (note, effect_text(state.queue[0]))
    if state.phase is Phase.REROLL:
        places = tuple(place_name(place) for place in state.pending)
        return (note, Message.of(f"{GAME}.news.replace", places=places))
    return () if state.phase is Phase.GAME_OVER else (note,)
