"""The guard's arithmetic: what is held out, which losses it allows, and what the report advises."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.learn.fewshot import Seen
from dicecam.learn.guard import folds_of, groups_of, judge
from dicecam.learn.lesson import Lesson
from dicecam.learn.report import advice, report_html
from dicecam.vision.taught import TaughtHead
from dicecam.vision.topface import CROP_PX

KNOWN = ("pips_1", "dixe_sun", "other")
NEW = ("g_star", "g_moon")


def lesson(photos=4, sessions=1, sizes=80.0):
    """Return a lesson of two faces with so many photos each."""
    count = 2 * photos
    middle = np.array([[16, 16], [48, 16], [48, 48], [16, 48]], np.float32)
    return Lesson(
        faces=(*KNOWN, *NEW),
        known=len(KNOWN),
        crops=np.full((count, CROP_PX, CROP_PX, 3), 90, np.uint8),
        corners=np.tile(middle, (count, 1, 1)),
        features=np.zeros((count, 1, 2), np.float32),
        shares=np.tile(np.array([[0.1, 0.1, 0.8]], np.float32), (count, 1)),
        labels=np.arange(count) % 2 + len(KNOWN),
        sessions=tuple(f"day {number // 2 % sessions}" for number in range(count)),
        photos=tuple(f"{number}.jpg" for number in range(count)),
        sizes=np.full(count, sizes, np.float32),
    )


def held(wrong_after):
    """Return two hundred replay crops and rows that take so many of them for a new face."""
    labels = np.arange(200) % 3
    shares = np.full((200, 3), 0.01, np.float32)
    shares[np.arange(200), labels] = 0.98
    features = np.zeros((200, 2), np.float32)
    features[:wrong_after, 0] = 1.0
    head = TaughtHead(
        np.array([[20.0, 0.0], [0.0, 20.0]], np.float32), np.full(2, -9.0, np.float32),
        np.array([3, 4]), len(KNOWN), doubtful=(2,),
    )  # fmt: skip
    return Seen(shares, features, labels), head


def verdict_of(a_lesson, read, wrong_after=0):
    seen, head = held(wrong_after)
    return judge(a_lesson, head, seen, groups_of(a_lesson)[0], np.asarray(read))


@pytest.mark.parametrize(
    ("wrong", "passed"),
    [(0, True), (1, True), (2, False), (60, False)],
)
def test_half_a_point_of_old_faces_may_be_lost(wrong, passed):
    """One crop in two hundred is the limit."""
    a_lesson = lesson()
    verdict = verdict_of(a_lesson, a_lesson.labels, wrong)

    assert verdict.passed is passed
    assert verdict.old[-1].after == pytest.approx(1 - wrong / 200)
    assert [row.name for row in verdict.old] == ["other", "pips", "symbols", "old"]


@pytest.mark.parametrize(("wrong", "passed"), [(0, True), (2, True), (3, False), (20, False)])
def test_nineteen_in_twenty_new_faces_must_be_read(wrong, passed):
    """Photos that were held out tell."""
    a_lesson = lesson(photos=20)
    read = a_lesson.labels.copy()
    read[:wrong] = 2
    verdict = verdict_of(a_lesson, read)

    assert verdict.passed is passed
    assert len(verdict.wrong) == wrong
    assert verdict.plain()["passed"] is passed


def test_crops_of_a_group_stay_together():
    """No photo is in two parts, and every part has photos of every face."""
    a_lesson = lesson(photos=10)
    kind, owners = groups_of(a_lesson)
    folds = folds_of(a_lesson, owners)

    assert kind == "photo"
    assert sorted(np.bincount(folds)) == [4, 4, 4, 4, 4]
    for fold in range(5):
        assert set(a_lesson.labels[folds == fold]) == {3, 4}


def test_sessions_are_the_groups_when_each_face_has_two():
    """With one session photos are, with one photo a face nothing is."""
    assert groups_of(lesson(sessions=2))[0] == "session"
    assert groups_of(lesson(sessions=1))[0] == "photo"
    assert groups_of(lesson(photos=1))[0] == "nothing"


def test_the_report_says_what_to_photograph_more_of():
    """Mixed up faces, few and small photos, one session only; names are those people gave."""
    a_lesson = lesson(photos=3, sizes=30.0)
    read = np.array([4, 4, 3, 4, 3, 2])
    verdict = verdict_of(a_lesson, read)
    names = {"g_star": "Star <1>", "g_moon": "Moon"}
    told = advice(a_lesson, verdict, names)
    story = {"sets": ["garden"], "made": "today", "photos": 6, "seconds": 3.0, "names": names}
    page = report_html(a_lesson, verdict, story, read)

    assert told[0] == "Star <1>: 67% right; more photos of it"
    assert any("mixed up 1 times" in line for line in told)
    assert any("only 3 photos" in line for line in told)
    assert any("come closer" in line for line in told)
    assert told[-1].startswith("all photos are of one session")
    assert "Star &lt;1&gt;" in page
    assert "Star <1>" not in page
    assert 'class="verdict refused"' in page


def test_a_report_without_anything_held_out_says_so():
    """There is no table of what was read as what."""
    a_lesson = lesson(photos=1)
    read = np.full(2, -1)
    story = {"sets": ["garden"], "made": "today", "photos": 2, "seconds": 1.0}
    page = report_html(a_lesson, verdict_of(a_lesson, read), story, read)

    assert "Nothing could be held out" in page


def test_a_good_lesson_needs_no_advice():
    """Enough photos of several sessions, all read right: nothing is missing."""
    a_lesson = lesson(photos=6, sessions=2)

    assert advice(a_lesson, verdict_of(a_lesson, a_lesson.labels), {}) == ()
