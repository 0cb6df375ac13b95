"""Streams over HTTP and devices: what they negotiate, give and fail with."""

from __future__ import annotations

import itertools
import threading
import time

import numpy as np
import pytest

from dicecam.errors import CameraLostError, SourceBrokenError
from dicecam.vision import captures
from dicecam.vision._cv2 import cv2
from dicecam.vision.captures import (
    DeviceCapture,
    HttpCapture,
    StreamCapture,
    describe,
    open_http,
    without_password,
)
from dicecam.vision.sources import open_source


def _jpeg(value):
    done, data = cv2.imencode(".jpg", np.full((16, 24, 3), value, np.uint8))
    assert done
    return data.tobytes()


@pytest.fixture
def camera(mjpeg):
    """Return a phone whose pictures get brighter from one to the next."""
    values = itertools.cycle(range(1, 251))
    mjpeg.picture = lambda: _jpeg(next(values))
    return mjpeg


@pytest.mark.parametrize("with_length", [True, False])
def test_pictures_of_a_stream_come_one_by_one(with_length, camera):
    """With and without the length of the parts."""
    camera.with_length = with_length
    camera.start()
    capture = HttpCapture(camera.url)
    images = [capture.read() for _ in range(3)]
    capture.close()

    assert {image.shape for image in images} == {(16, 24, 3)}
    assert [int(image[0, 0, 0]) for image in images] == sorted(
        int(image[0, 0, 0]) for image in images
    )


def test_a_part_that_is_no_picture_is_passed_over(camera):
    """One broken picture does not end the stream."""
    camera.first = b"--frame\r\nContent-Length: 5\r\n\r\nhello\r\n"
    camera.start()
    capture = HttpCapture(camera.url)

    assert capture.read().shape == (16, 24, 3)
    capture.close()


@pytest.mark.parametrize("length", ["99999999999", "0", "many"])
def test_a_part_of_absurd_length_ends_the_stream(length, camera):
    """Nothing is read into memory without end."""
    camera.first = f"--frame\r\nContent-Length: {length}\r\n\r\n".encode()
    camera.start()
    capture = HttpCapture(camera.url)

    with pytest.raises(CameraLostError, match="the stream stopped"):
        capture.read()
    capture.close()


def test_a_picture_without_an_end_ends_the_stream(camera, monkeypatch):
    """Parts without a length are not read into memory without end either."""
    camera.with_length = False
    monkeypatch.setattr(captures, "_MAX_PICTURE_BYTES", 1000)
    camera.first = b"--frame\r\nContent-Type: image/jpeg\r\n\r\n" + b"x" * 100_000
    camera.start()
    capture = HttpCapture(camera.url)

    with pytest.raises(CameraLostError, match="the stream stopped"):
        _read_on(capture)
    capture.close()


def test_a_stream_that_ends_is_lost(camera):
    """The end of the connection is an error, not an endless wait."""
    camera.start()
    capture = HttpCapture(camera.url)
    capture.read()
    camera.stop()

    with pytest.raises(CameraLostError, match="the stream stopped"):
        _read_on(capture)
    capture.close()


def _read_on(capture):
    """Read what was sent before the end, and on."""
    for _ in range(1000):
        capture.read()


def test_user_and_password_go_into_the_header_and_never_into_a_message(camera):
    """The address that is shown has no password."""
    camera.password = "Basic bWU6c2VjcmV0"  # me:secret
    camera.start()
    capture = HttpCapture(camera.url.replace("http://", "http://me:secret@"))

    assert capture.read().size
    capture.close()
    with pytest.raises(CameraLostError, match="401") as caught:
        HttpCapture(camera.url.replace("http://", "http://me:wrong@"))
    assert "wrong" not in str(caught.value)
    assert without_password("rtsp://me:secret@cam:554/x") == "rtsp://cam:554/x"


def test_where_nothing_answers_the_camera_is_lost(camera):
    """A refused connection is one clear error."""
    camera.start()
    url = camera.url
    camera.stop()

    with pytest.raises(CameraLostError, match="nothing answers"):
        HttpCapture(url)


def test_an_address_without_pictures_is_tried_as_a_video_and_refused(camera):
    """A web page is no camera."""
    camera.kind = "text/html"
    camera.start()

    with pytest.raises(SourceBrokenError, match="text/html"):
        HttpCapture(camera.url)
    camera.stop()
    with pytest.raises(CameraLostError):
        open_http(camera.url)


def test_a_stream_that_is_cut_and_restored_goes_on_within_five_seconds(camera):
    """The source survives; frames go on counting."""
    camera.start()
    statuses = []
    source = open_source(camera.url, statuses.append)
    frames = iter(source)
    before = next(frames)
    camera.stop()
    while source.status.state.value != "lost":
        threading.Event().wait(0.005)
    # What lies in the mailbox was sent before the cut.
    source._mailbox.get(0)
    camera.start()
    restored = time.monotonic()
    after = next(frames)
    took_s = time.monotonic() - restored
    source.close()

    assert took_s < 5
    assert after.index > before.index
    assert [status.state.value for status in statuses][:2] == ["live", "lost"]


class FakeVideo:
    """What OpenCV's VideoCapture does with a webcam, without one."""

    made = None

    def __init__(self, *arguments):
        FakeVideo.made = self
        self.arguments = arguments
        self.values = {cv2.CAP_PROP_FRAME_WIDTH: 640, cv2.CAP_PROP_FRAME_HEIGHT: 480}
        self.order = []
        self.pictures = [np.zeros((4, 4, 3), np.uint8)]

    def isOpened(self):  # noqa: N802
        return self.arguments[0] != 9

    def set(self, key, value):
        self.order.append(key)
        self.values[key] = value

    def get(self, key):
        return self.values.get(key, 0)

    def read(self):
        return (True, self.pictures.pop()) if self.pictures else (False, None)

    def release(self):
        self.released = True


@pytest.fixture
def fake_video(monkeypatch):
    monkeypatch.setattr(captures.cv2, "VideoCapture", FakeVideo)


def test_a_webcam_is_asked_for_compression_before_size(fake_video):
    """In another order USB 2 cameras stay at five pictures a second."""
    capture = DeviceCapture(0, cv2.CAP_V4L2)

    assert FakeVideo.made.order[:3] == [
        cv2.CAP_PROP_FOURCC,
        cv2.CAP_PROP_FRAME_WIDTH,
        cv2.CAP_PROP_FRAME_HEIGHT,
    ]
    assert capture.description == "1280 x 720 MJPG 30 fps"


def test_a_webcam_that_gives_nothing_is_lost(fake_video):
    """An unplugged camera answers with no picture."""
    capture = DeviceCapture(0, cv2.CAP_V4L2)

    assert capture.read().shape == (4, 4, 3)
    with pytest.raises(CameraLostError, match="camera 0"):
        capture.read()
    capture.close()
    assert FakeVideo.made.released


def test_a_webcam_in_use_says_so(fake_video):
    """The device is given back."""
    with pytest.raises(CameraLostError, match="another program"):
        DeviceCapture(9, cv2.CAP_V4L2)
    assert FakeVideo.made.released


def test_a_stream_is_given_time_limits(fake_video):
    """FFmpeg would wait half a minute."""
    capture = StreamCapture("rtsp://me:secret@cam/live")
    options = FakeVideo.made.arguments[2]

    assert options[options.index(cv2.CAP_PROP_READ_TIMEOUT_MSEC) + 1] == 2000
    assert capture.read().size
    capture.close()


def test_a_description_leaves_out_what_is_unknown(fake_video):
    """No code and no rate: the size alone."""
    assert describe(FakeVideo(0)) == "640 x 480"
