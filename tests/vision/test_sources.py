"""What a text names: demo, files, folders, recordings, addresses, cameras."""

from __future__ import annotations

import types

import numpy as np
import pytest

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.sight import Box, Frame, SeenFace, Source
from dicecam.vision import sources
from dicecam.vision._cv2 import cv2
from dicecam.vision.cameras import Camera, as_cameras, find_camera
from dicecam.vision.drawing import write_png
from dicecam.vision.files import ClipSource, Paced, PhotoSource
from dicecam.vision.live import LiveSource
from dicecam.vision.recorded import RecordedSource, load_recording, reading_line
from dicecam.vision.sources import open_camera, open_source

LEFT = Camera(0, 0, 200, "HD Webcam", 0x046D, 0x0825, "usb-1")
RIGHT = Camera(1, 2, 200, "HD Webcam", 0x046D, 0x0825, "usb-2")
BUILT_IN = Camera(2, 4, 200, "Integrated Camera", None, None, "pci-0")
ALL = (LEFT, RIGHT, BUILT_IN)


@pytest.fixture
def clip(tmp_path):
    """A clip of 12 frames at 10 frames a second, each brighter than the one before."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for index in range(12):
        writer.write(np.full((48, 64, 3), 20 * index, np.uint8))
    writer.release()
    return path


def _photos(folder, *names):
    folder.mkdir(exist_ok=True)
    for index, name in enumerate(names):
        write_png(folder / name, np.full((30, 40 + index, 3), 9, np.uint8))
    return folder


def test_a_clip_gives_every_frame_with_its_media_time(clip):
    """Nothing is dropped, time is that of the file."""
    source = open_source(str(clip))
    frames = list(source)
    source.close()

    assert isinstance(source, Source)
    assert not source.live
    assert [frame.index for frame in frames] == list(range(12))
    assert [frame.time_s for frame in frames] == pytest.approx([n / 10 for n in range(12)])
    assert [round(frame.image.mean() / 20) for frame in frames] == list(range(12))
    assert (source.fps, source.frames) == (10, 12)
    assert source.description == "64 x 48 MJPG 10 fps"


def test_a_file_that_is_no_video_is_refused(tmp_path):
    """Text and missing files have their own errors."""
    path = tmp_path / "text.mp4"
    path.write_text("no video")

    with pytest.raises(SourceBrokenError, match="not a video"):
        open_source(str(path))
    with pytest.raises(SourceNotFoundError, match="no such file"):
        ClipSource(tmp_path / "nix.mp4")


def test_a_video_without_a_picture_is_an_error(clip, monkeypatch):
    """A clip of which nothing can be decoded does not pass for an empty one."""
    source = ClipSource(clip)
    stub = types.SimpleNamespace(
        read=lambda: (False, None), isOpened=lambda: True, release=lambda: None
    )
    monkeypatch.setattr(source, "_capture", stub)

    with pytest.raises(SourceBrokenError, match="not one picture"):
        list(source)


def test_a_clip_without_times_gets_counted_ones(clip, monkeypatch):
    """When the file's own times stand still, the rate counts."""
    source = ClipSource(clip)
    real = source._capture
    stub = types.SimpleNamespace(read=real.read, get=lambda key: 0.0, release=real.release)
    monkeypatch.setattr(source, "_capture", stub)

    assert [frame.time_s for frame in source][:3] == pytest.approx([0, 0.1, 0.2])
    real.release()


def test_photos_are_shown_like_a_table_at_rest(tmp_path):
    """Each photo lasts its time, in name order; the folder and a single photo work alike."""
    folder = _photos(tmp_path / "photos", "b.png", "a.png")
    source = PhotoSource([folder], hold_s=0.3, fps=10)
    frames = list(source)

    assert [frame.image.shape[1] for frame in frames] == [41, 41, 41, 40, 40, 40]
    assert [frame.time_s for frame in frames] == pytest.approx([n / 10 for n in range(6)])
    assert len({frame.image.shape for frame in open_source(str(folder / "a.png"))}) == 1


def test_a_broken_photo_is_passed_over_with_a_warning(tmp_path, caplog):
    """The others are shown; when none is left it is an error."""
    folder = _photos(tmp_path / "photos", "b.png")
    (folder / "a.jpg").write_text("no photo")
    frames = list(open_source(str(folder)))

    assert frames[0].index == 0
    assert "a.jpg: not a photo" in caplog.text
    (folder / "b.png").write_text("no photo")
    with pytest.raises(SourceBrokenError, match="not one of 2 photos"):
        list(open_source(str(folder)))


def test_a_closed_photo_source_ends(tmp_path):
    """Close stops the iteration at the next frame."""
    source = open_source(str(_photos(tmp_path / "photos", "a.png")))
    frames = iter(source)
    next(frames)
    source.close()

    assert list(frames) == []


def test_a_paced_source_waits_until_a_frame_is_due():
    """The wait is the media time less what has passed; at double speed half of it."""

    class Two:
        name, live = "two", False
        closed = False

        def __iter__(self):
            yield Frame(0, 5.0, np.zeros((1, 1, 3), np.uint8))
            yield Frame(1, 7.0, np.zeros((1, 1, 3), np.uint8))

        def close(self):
            self.closed = True

    waits = []
    paced = Paced(Two(), speed=2.0, clock=iter([10.0, 10.25]).__next__)
    paced._closing = types.SimpleNamespace(
        wait=lambda time_s: waits.append(time_s), set=lambda: None
    )

    assert [frame.index for frame in paced] == [0, 1]
    assert waits == pytest.approx([0.0, 0.75])


def test_a_paced_source_can_be_closed_while_it_waits():
    """Nothing is yielded after close, and the source is closed too."""

    class Slow:
        name, live = "slow", False
        closed = False

        def __iter__(self):
            yield Frame(0, 0.0, np.zeros((1, 1, 3), np.uint8))
            yield Frame(1, 1000.0, np.zeros((1, 1, 3), np.uint8))

        def close(self):
            self.closed = True

    slow = Slow()
    paced = Paced(slow)
    frames = iter(paced)
    next(frames)
    paced.close()

    assert list(frames) == []
    assert slow.closed


def test_a_recording_plays_back_what_was_read(tmp_path):
    """Source and looker together give the readings in order, from the pictures alone."""
    faces = (
        SeenFace(
            Box(10, 20, 50.5, 60, 0.9),
            "pips_5",
            0.97,
            "red",
            0.8,
            (("pips_6", 0.02),),
            (("orange", 0.1),),
        ),
        SeenFace(Box(100, 20, 140, 60), "unreadable", 0.6),
    )
    image = np.zeros((120, 160, 3), np.uint8)
    path = tmp_path / "game.jsonl"
    lines = [
        reading_line(Frame(7, 0.25, image), faces),
        "",
        reading_line(Frame(9, 0.5, image), ()),
    ]
    path.write_text("\n".join(lines))
    source = open_source(str(path))
    looker = source.looker()
    frames = list(source)

    assert [(frame.index, frame.time_s) for frame in frames] == [(7, 0.25), (9, 0.5)]
    assert frames[0].image.shape == (120, 160, 3)
    assert [looker.look(frame.image.copy()) for frame in frames] == [faces, ()]
    assert (frames[0].image[40, 30] != frames[0].image[100, 80]).any()


def test_other_pictures_show_a_recorded_looker_nothing(tmp_path):
    """A picture without the mark, or with a number too large, holds no dice."""
    path = tmp_path / "empty.jsonl"
    path.write_text("")
    looker = RecordedSource(path).looker()

    assert looker.look(np.zeros((10, 10, 3), np.uint8)) == ()
    path.write_text('{"index": 0, "time_s": 0, "dice": []}')
    (frame,) = RecordedSource(path)
    assert looker.look(frame.image) == ()


def test_a_closed_recording_ends(tmp_path):
    """Close stops the iteration."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"index": 0, "time_s": 0, "dice": []}')
    source = RecordedSource(path)
    source.close()

    assert list(source) == []


@pytest.mark.parametrize(
    "line", ["no json", "[]", '{"index": 1}', '{"index": 1, "time_s": 0, "dice": [{"box": [1]}]}']
)
def test_a_line_that_is_no_reading_is_named(line, tmp_path):
    """File and line number."""
    path = tmp_path / "r.jsonl"
    path.write_text('{"index": 0, "time_s": 0, "dice": []}\n' + line)

    with pytest.raises(SourceBrokenError, match=r"r\.jsonl: line 2"):
        load_recording(path)


def test_a_recording_that_cannot_be_read_is_an_error(tmp_path):
    """Missing, or no text."""
    with pytest.raises(SourceNotFoundError, match="no such file"):
        load_recording(tmp_path / "nix.jsonl")
    (tmp_path / "x.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(SourceBrokenError, match="cannot be read"):
        load_recording(tmp_path / "x.jsonl")


@pytest.fixture
def cameras(monkeypatch):
    """Three cameras, two of them equal; a test may take some away."""
    present = list(ALL)
    monkeypatch.setattr(sources, "list_cameras", lambda: tuple(present))
    return present


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0", LEFT),
        ("1", RIGHT),
        ("046d:0825@usb-2", RIGHT),
        ("integrated", BUILT_IN),
        ("Integrated Camera@pci-9", BUILT_IN),
    ],
)
def test_a_camera_is_found_by_number_key_or_name(text, expected):
    """A key tells equal cameras apart; another plug is no obstacle when there is no doubt."""
    assert find_camera(text, ALL) == expected


@pytest.mark.parametrize(
    ("text", "problem"),
    [("7", "no such camera"), ("HD Webcam", "several cameras fit"), ("nix", "no such camera")],
)
def test_a_doubtful_camera_is_an_error_that_lists_them(text, problem):
    """People see what they can choose from."""
    with pytest.raises(SourceNotFoundError, match=f"{problem}.*0: HD Webcam, 1: HD Webcam"):
        find_camera(text, ALL)


def test_a_moved_camera_is_found_by_its_kind():
    """One camera of the kind at another plug is the one."""
    assert find_camera("046d:0825@usb-9", (RIGHT, BUILT_IN)) == RIGHT


def test_cameras_keep_the_name_of_their_plug(tmp_path):
    """The link whose name stays goes before the device file whose number changes."""
    device = tmp_path / "video3"
    device.touch()
    links = tmp_path / "by-path"
    links.mkdir()
    (links / "pci-usb-0:1").symlink_to(device)
    info = types.SimpleNamespace
    found = [
        info(index=3, name="B", vid=1, pid=2, path=str(device)),
        info(index=0, name="", vid=None, pid=None, path=None),
    ]
    first, second = as_cameras(found, 200, links)

    assert (first.number, first.name, first.path) == (0, "camera 0", "")
    assert (second.number, second.path) == (1, str(links / "pci-usb-0:1"))
    assert second.key == f"0001:0002@{links / 'pci-usb-0:1'}"
    assert as_cameras(found, 200, tmp_path / "nix")[1].path == str(device)


def test_a_camera_source_is_live_and_opened_later(cameras):
    """Nothing is opened until somebody iterates."""
    source = open_source("integrated")

    assert isinstance(source, LiveSource)
    assert (source.name, source.live) == ("Integrated Camera", True)
    source.close()


def test_an_equal_camera_is_not_taken_for_the_lost_one(cameras, monkeypatch):
    """While the left of two equal cameras is unplugged, the right one stays alone."""
    opened = []
    monkeypatch.setattr(sources, "DeviceCapture", lambda index, *rest: opened.append(index))
    source = open_camera(LEFT)
    source._opener()
    cameras.remove(LEFT)
    with pytest.raises(SourceNotFoundError, match="no such camera"):
        source._opener()
    cameras.append(Camera(3, 6, 200, "HD Webcam", 0x046D, 0x0825, "usb-7"))
    source._opener()

    assert opened == [0, 6]


@pytest.mark.parametrize("text", ["missing.mp4", "some/folder"])
def test_a_path_with_a_slip_is_not_called_a_camera(text, cameras):
    """The message speaks of a file."""
    with pytest.raises(SourceNotFoundError, match="no such file or folder"):
        open_source(text)


@pytest.mark.parametrize("text", ["http://me:secret@phone:8080/video", "rtsp://me:secret@cam/x"])
def test_addresses_are_live_sources_without_a_password_in_the_name(text):
    """Nothing is opened until somebody iterates."""
    source = open_source(text)

    assert source.live
    assert "secret" not in source.name


def test_the_demo_is_a_clip(clip, monkeypatch):
    """The name stands for the clip that comes with the program."""
    monkeypatch.setattr(sources, "demo_clip", lambda: clip)

    assert len(list(open_source("demo"))) == 12


def test_a_missing_demo_is_an_error(tmp_path, monkeypatch):
    """An installation without the clip says so."""
    monkeypatch.setattr(sources, "__file__", str(tmp_path / "vision" / "sources.py"))

    with pytest.raises(SourceNotFoundError, match="no demo clip"):
        open_source("demo")
