"""Scripts of clips: who throws what and when, turned into tracks over time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from dicecam.synth import layout
from dicecam.synth.arrays import Floats
from dicecam.synth.camera import Camera
from dicecam.synth.cube import NORMALS, Body
from dicecam.synth.dice import Look
from dicecam.synth.timeline import (
    ClipEvent,
    HandPose,
    Pose,
    Track,
    about,
    roll,
    slide,
    smooth,
    stay,
)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that happens, after the one before has ended.

    Attributes:
        verb: throw, wait, nudge, take, reroll, cock, wave, light, bump, set, place or flip.
        seconds: for ``wait`` how long; for others a pause before.
        dice: which dice; empty means all.
        faces: for ``throw``, ``reroll``, ``set`` and ``place`` what the dice show at last; empty draws it.
        amount: for ``light`` the factor, for ``bump`` degrees.
        spot: for ``set`` and ``place`` where, in mm.
    """

    verb: str
    seconds: float = 0.0
    dice: tuple[int, ...] = ()
    faces: tuple[str, ...] = ()
    amount: float = 1.0
    spot: tuple[float, float] | None = None


@dataclass(slots=True)
class Plan:
    """The tracks of everything that moves in a clip.

    Attributes:
        dice: one track a die.
        hand: the hand's track.
        light: factor of all light over time.
        sway: turn of the camera in degrees (across, down, roll) over time.
        events: what happened, by time.
        end_s: when the clip ends.
    """

    dice: list[Track[Pose]]
    hand: Track[HandPose] = field(default_factory=Track)
    light: Track[float] = field(default_factory=Track)
    sway: Track[Floats] = field(default_factory=Track)
    events: list[ClipEvent] = field(default_factory=list)
    end_s: float = 0.0


class Planner:
    """Turns the acts of a script into a plan, one after the other."""

    def __init__(
        self, camera: Camera, looks: list[Look], edge_mm: float, rng: np.random.Generator
    ) -> None:
        """Start with an empty table.

        Args:
            camera: its picture tells where dice may lie.
            looks: the dice.
            edge_mm: their edge.
            rng: draws places, spins and hands.
        """
        self.camera, self.looks, self.edge, self.rng = camera, looks, edge_mm, rng
        self.plan = Plan([Track() for _ in looks])
        self.lying: dict[int, Pose] = {}
        self.now = 0.0
        self.level = 1.0
        self.tilt: Floats = np.zeros(3)
        self.plan.light.add(0.0, 0.0, lambda _share: 1.0)
        self.plan.sway.add(0.0, 0.0, lambda _share: np.zeros(3))

    def run(self, acts: tuple[Act, ...]) -> Plan:
        """Return the plan of the acts."""
        for act in acts:
            if act.verb != "wait":
                self.now += act.seconds
            dice = act.dice or tuple(range(len(self.looks)))
            getattr(self, f"_{act.verb}")(act, dice)
        self.plan.end_s = self.now
        self.plan.events.sort(key=lambda event: event.time_s)
        return self.plan

    def face_of(self, die: int) -> str:
        """Return the class of the face a lying die shows."""
        ups = NORMALS @ self.lying[die].turn[2]
        return self.looks[die].faces[int(np.argmax(ups))]

    def _event(
        self, time_s: float, name: str, dice: tuple[int, ...] = (), *, faces: bool = False
    ) -> None:
        shown = tuple(self.face_of(die) for die in dice) if faces else ()
        self.plan.events.append(ClipEvent(round(time_s, 4), name, dice, shown))

    def _wait(self, act: Act, _dice: tuple[int, ...]) -> None:
        self.now += act.seconds

    def _end_pose(self, die: int, spot: tuple[float, float], face: str | None) -> Pose:
        look, rng = self.looks[die], self.rng
        sides = [k for k in range(6) if face is None or look.faces[k] == face]
        side = sides[int(rng.integers(len(sides)))]
        yaw = float(rng.uniform(0, 2 * np.pi))
        turn = layout.about_z(yaw) @ layout.face_up(side, int(rng.integers(4)))
        return Pose(np.array([*spot, self.edge / 2]), turn)

    def _free_spots(self, count: int) -> list[tuple[float, float]]:
        """Return places in view that are clear of the dice that lie there."""
        rng = self.rng
        size = np.array([self.camera.width, self.camera.height], dtype=np.float64)
        taken = [Body(pose.centre, self.edge, pose.turn, 0.1, 1.8) for pose in self.lying.values()]
        spots: list[tuple[float, float]] = []
        for attempt in range(2000):
            pixel = size * (0.5 + (rng.random(2) - 0.5) * 0.62)
            place = self.camera.ground(pixel[None])[0]
            gap = 1.45 if attempt < 1500 else 1.42
            if layout.overlaps(place, self.edge, taken, gap):
                continue
            spots.append((float(place[0]), float(place[1])))
            taken.append(Body(place, self.edge, np.eye(3), 0.1, 1.8))
            if len(spots) == count:
                break
        return spots

    def _throw(self, act: Act, dice: tuple[int, ...], *, cocked: int | None = None) -> None:
        rng = self.rng
        side = float(rng.choice([-1.0, 1.0]))
        start_px = np.array(
            [self.camera.width * (0.5 + side * 0.75), self.camera.height * rng.uniform(0.3, 1.0)]
        )
        start = self.camera.ground(start_px[None])[0]
        spots = self._free_spots(len(dice))
        rest = self.now
        for place, die in enumerate(dice[: len(spots)]):
            face = act.faces[place] if act.faces else None
            end = self._end_pose(die, spots[place], face)
            if die == cocked:
                turn = layout.cocked(float(rng.uniform(0, 6)), int(rng.integers(6)), rng)
                look = self.looks[die]
                high = layout.rest_height(turn, self.edge, look.sphere, look.rounding)
                end = Pose(np.array([*spots[place], high]), turn)
            begin = self.now + rng.uniform(0, 0.18)
            stop = begin + rng.uniform(0.75, 1.35)
            origin = start + np.append(
                rng.normal(0, self.edge, 2), self.edge * rng.uniform(1.5, 3.5)
            )
            self.plan.dice[die].add(begin, stop, roll(origin, end, self.edge, rng))
            self.lying[die] = end
            rest = max(rest, stop)
        self._event(self.now, "throw", dice)
        if cocked is None:
            self._event(rest, "rest", tuple(sorted(self.lying)), faces=True)
        else:
            self._event(rest, "cocked", (cocked,))
        self.now = rest

    def _cock(self, act: Act, dice: tuple[int, ...]) -> None:
        self._throw(act, dice, cocked=dice[int(self.rng.integers(len(dice)))])

    def _visit(
        self, stops: list[tuple[float, float]], pause: float, pose: str
    ) -> tuple[list[float], float]:
        """Let the hand come in, stop at places and go; return when it is at each and when gone."""
        rng = self.rng
        angle = float(rng.normal(0, 0.5)) + float(rng.choice([0.0, 0.0, 1.2, -1.2]))
        back = np.array([-np.sin(angle), np.cos(angle)])
        away_px = (
            np.array([self.camera.width / 2, self.camera.height / 2])
            + back * self.camera.width * 0.85
        )
        outside = self.camera.ground(
            np.array([away_px[0], min(away_px[1], self.camera.height * 1.6)])[None]
        )[0][:2]
        self._event(self.now, "hand_in")
        path = [outside, *(np.array(stop) for stop in stops)]
        times = []
        for number in range(1, len(path)):
            first, last = path[number - 1], path[number]
            lasts = rng.uniform(0.35, 0.6) if number == 1 else rng.uniform(0.15, 0.3)
            self.plan.hand.add(self.now, self.now + lasts, _glide(first, last, angle, pose))
            self.now += lasts + pause
            times.append(self.now)
        gone = self.now + rng.uniform(0.35, 0.55)
        self.plan.hand.add(self.now, gone, _glide(path[-1], outside, angle, pose))
        self.plan.hand.add(gone, gone, lambda _share: None)
        return times, gone

    def _take(self, _act: Act, dice: tuple[int, ...]) -> None:
        held = [die for die in dice if die in self.lying]
        held.sort(key=lambda die: float(self.lying[die].centre[0]))
        stops = [self._spot(die) for die in held]
        times, gone = self._visit(stops, 0.04, "reach")
        for die, time_s in zip(held, times, strict=True):
            self.plan.dice[die].add(time_s, time_s, stay(None))
            del self.lying[die]
        self._event(times[-1] if times else self.now, "take", tuple(held))
        self._event(gone, "hand_out")
        self.now = gone

    def _spot(self, die: int) -> tuple[float, float]:
        centre = self.lying[die].centre
        # The palm, not the fingertips, covers a die that is taken.
        return float(centre[0]), float(centre[1]) + self.edge * 0.9

    def _reroll(self, act: Act, dice: tuple[int, ...]) -> None:
        self._take(act, dice)
        self.now += 0.3
        self._throw(act, dice)

    def _nudge(self, act: Act, dice: tuple[int, ...]) -> None:
        rng = self.rng
        chosen = [die for die in (act.dice or dice) if die in self.lying]
        die = chosen[int(rng.integers(len(chosen)))]
        pose = self.lying[die]
        times, gone = self._visit(
            [(float(pose.centre[0]), float(pose.centre[1]) - self.edge * 0.7)], 0.3, "point"
        )
        way = rng.normal(0, 1, 2)
        shift = way / np.hypot(*way) * self.edge * rng.uniform(0.5, 1.3)
        for other in self.lying:
            gap = float(np.hypot(*(pose.centre[:2] + shift - self.lying[other].centre[:2])))
            if other != die and gap < 1.45 * self.edge:
                shift = shift * 0.2
        move = slide(pose, shift, float(rng.normal(0, 0.5)))
        self.plan.dice[die].add(times[0] - 0.3, times[0] - 0.02, move)
        self.lying[die] = move(1.0)
        self._event(times[0] - 0.3, "nudge", (die,))
        self._event(gone, "hand_out")
        self.now = gone

    def _wave(self, _act: Act, _dice: tuple[int, ...]) -> None:
        spots = self._free_spots(2) or [(0.0, 0.0)]
        _times, gone = self._visit(spots, 0.35, "spread")
        self._event(gone, "hand_out")
        self.now = gone

    def _place(self, act: Act, dice: tuple[int, ...]) -> None:
        """A hand lays dice down, or lifts one that lies and puts it elsewhere."""
        die = dice[0]
        stops = [self._spot(die)] if die in self.lying else []
        target = act.spot or (self._free_spots(1) or [(0.0, 0.0)])[0]
        stops.append((target[0], target[1] + self.edge * 0.9))
        times, gone = self._visit(stops, 0.12, "pinch")
        face = act.faces[0] if act.faces else (self.face_of(die) if die in self.lying else None)
        if die in self.lying:
            self.plan.dice[die].add(times[0], times[0], stay(None))
        pose = self._end_pose(die, target, face)
        self.plan.dice[die].add(times[-1] - 0.1, times[-1], stay(pose))
        self.lying[die] = pose
        self._event(times[-1], "place", (die,))
        self._event(gone, "hand_out")
        self.now = gone
        self._event(self.now, "rest", tuple(sorted(self.lying)), faces=True)

    def _set(self, act: Act, dice: tuple[int, ...]) -> None:
        """Let a die lie there without anybody laying it down, as when a clip begins."""
        die, face = dice[0], act.faces[0] if act.faces else None
        pose = self._end_pose(die, act.spot or (0.0, 0.0), face)
        self.plan.dice[die].add(self.now, self.now, stay(pose))
        self.lying[die] = pose
        last = self.plan.events[-1:]
        if last and last[0].name == "rest" and last[0].time_s == round(self.now, 4):
            self.plan.events.pop()  # dice that lie there together are one view
        self._event(self.now, "rest", tuple(sorted(self.lying)), faces=True)

    def _flip(self, _act: Act, dice: tuple[int, ...]) -> None:
        """A hand turns a die over where it lies, so that its hidden face comes up."""
        die = dice[0]
        pose = self.lying[die]
        times, gone = self._visit([self._spot(die)], 0.5, "pinch")
        angle = float(self.rng.uniform(0, 2 * np.pi))
        over = about(np.array([np.cos(angle), np.sin(angle), 0.0]), np.pi) @ pose.turn
        slip = np.append(self.rng.normal(0, 0.06 * self.edge, 2), 0.0)
        turned = Pose(pose.centre + slip, over)
        self.plan.dice[die].add(times[0] - 0.25, times[0] - 0.25, stay(turned))
        self.lying[die] = turned
        self._event(times[0] - 0.25, "flip", (die,))
        self._event(gone, "hand_out")
        self.now = gone
        self._event(self.now, "rest", tuple(sorted(self.lying)), faces=True)

    def _light(self, act: Act, _dice: tuple[int, ...]) -> None:
        before, after = self.level, act.amount
        self.plan.light.add(
            self.now, self.now + 0.12, lambda share: before + (after - before) * share
        )
        self.level = after
        self._event(self.now, "light")
        self.now += 0.12

    def _bump(self, act: Act, _dice: tuple[int, ...]) -> None:
        before = self.tilt
        after = before + self.rng.normal(0, 1, 3) * act.amount * 0.4
        swing = self.rng.normal(0, 1, 3) * act.amount

        def move(share: float) -> Floats:
            fade = (1 - share) ** 2
            wave = swing * (np.sin(share * 19) * fade)
            return np.asarray(before + (after - before) * smooth(min(1.0, share * 3)) + wave)

        self.plan.sway.add(self.now, self.now + 0.6, move)
        self.tilt = after
        self._event(self.now, "bump")
        self.now += 0.6


def _glide(first: Floats, last: Floats, angle: float, pose: str) -> Callable[[float], HandPose]:
    def move(share: float) -> HandPose:
        where = first + (last - first) * smooth(share)
        return HandPose(float(where[0]), float(where[1]), angle, pose)

    return move


def qwixx_demo(turns: int = 4) -> tuple[Act, ...]:
    """Return a few turns of Qwixx: throw, look, take the dice, throw again."""
    acts: list[Act] = [Act("wait", 0.5)]
    for number in range(turns):
        acts += [Act("throw"), Act("wait", 1.9)]
        if number == 1:
            acts += [Act("nudge"), Act("wait", 1.0)]
        if number < turns - 1:
            acts += [Act("take"), Act("wait", 0.35)]
    return (*acts, Act("wait", 0.7))


def everything() -> tuple[Act, ...]:
    """Return a script in which each thing that can disturb a reading happens once."""
    return (
        Act("wait", 0.5),
        Act("throw"),
        Act("wait", 1.2),
        Act("wave"),
        Act("wait", 0.8),
        Act("nudge"),
        Act("wait", 1.0),
        Act("reroll", dice=(0, 2)),
        Act("wait", 1.2),
        Act("light", amount=0.45),
        Act("wait", 1.0),
        Act("light", amount=1.0),
        Act("wait", 0.8),
        Act("bump", amount=0.8),
        Act("wait", 1.2),
        Act("take"),
        Act("wait", 0.5),
        Act("cock"),
        Act("wait", 1.0),
        Act("take"),
        Act("wait", 0.4),
        Act("throw", faces=("pips_5",) * 6),
        Act("wait", 1.2),
        Act("take"),
        Act("wait", 0.4),
        Act("throw", faces=("pips_5",) * 6),
        Act("wait", 1.2),
    )
