"""Opened devices and streams: a webcam, a video stream, a stream of JPEG pictures over HTTP.

Each gives pictures until it fails; opening it again is the business of `dicecam.vision.live`.
"""

from __future__ import annotations

import base64
import http.client
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass

import numpy as np

from dicecam.errors import CameraLostError, SourceBrokenError
from dicecam.sight import Image
from dicecam.vision._cv2 import cv2

TIMEOUT_S = 2.0
"""A device or server that is silent for longer has failed."""

_MAX_PICTURE_BYTES = 50_000_000
_MULTIPART = "multipart/"


@dataclass(frozen=True, slots=True)
class VideoFormat:
    """What a webcam is asked for; it may give something else.

    Attributes:
        width: Width, px.
        height: Height, px.
        fps: Pictures a second.
        fourcc: Compression; MJPG lets USB 2 cameras give 1280 x 720 at 30 pictures a second.
    """

    width: int = 1280
    height: int = 720
    fps: float = 30.0
    fourcc: str = "MJPG"


class DeviceCapture:
    """A webcam.

    Args:
        index: OpenCV's number of the device.
        backend: OpenCV's number of the way to reach it.
        wanted: What to ask for.

    Raises:
        CameraLostError: The device cannot be opened.
    """

    def __init__(self, index: int, backend: int, wanted: VideoFormat | None = None) -> None:
        wanted = wanted or VideoFormat()
        self._name = f"camera {index}"
        self._capture = cv2.VideoCapture(index, backend)
        if not self._capture.isOpened():
            self._capture.release()
            msg = f"{self._name}: cannot be opened; is another program using it?"
            raise CameraLostError(msg)
        # The compression must be chosen before the size, the size before the rate.
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*wanted.fourcc))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted.width)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted.height)
        self._capture.set(cv2.CAP_PROP_FPS, wanted.fps)
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self.description = describe(self._capture)

    def read(self) -> Image:
        """Return the next picture."""
        return _next(self._capture, self._name)

    def close(self) -> None:
        """Give the device back."""
        self._capture.release()


class StreamCapture:
    """A video stream that FFmpeg plays, such as RTSP.

    Args:
        url: Where it is.

    Raises:
        CameraLostError: Nothing answers there, or it is no video.
    """

    def __init__(self, url: str) -> None:
        milliseconds = round(TIMEOUT_S * 1000)
        self._name = without_password(url)
        self._capture = cv2.VideoCapture(
            url,
            cv2.CAP_FFMPEG,
            [
                cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                2 * milliseconds,
                cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                milliseconds,
            ],
        )
        if not self._capture.isOpened():
            self._capture.release()
            msg = f"{self._name}: no video stream answers there"
            raise CameraLostError(msg)
        self.description = describe(self._capture)

    def read(self) -> Image:
        """Return the next picture."""
        return _next(self._capture, self._name)

    def close(self) -> None:
        """Hang up."""
        self._capture.release()


class HttpCapture:
    """A stream of JPEG pictures over HTTP, as phones and network cameras send it.

    Read without FFmpeg, whose time limits are too long for a game at the table.

    Args:
        url: Where it is; may hold `user:password@`.

    Raises:
        CameraLostError: Nothing answers there.
        SourceBrokenError: What answers is no stream of pictures.
    """

    def __init__(self, url: str) -> None:
        self._name = without_password(url)
        # A phone is in the same room: a proxy for the wide world would not find it.
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            self._response = opener.open(_request(url), timeout=TIMEOUT_S)
        except (OSError, http.client.HTTPException, ValueError) as error:
            if isinstance(error, urllib.error.HTTPError):
                error.close()
            msg = f"{self._name}: nothing answers there ({error})"
            raise CameraLostError(msg) from error
        kind = self._response.headers.get_content_type()
        if not kind.startswith(_MULTIPART):
            self._response.close()
            msg = f"{self._name}: sends {kind}; expected a stream of JPEG pictures"
            raise SourceBrokenError(msg)
        self.description = "MJPEG over HTTP"

    def read(self) -> Image:
        """Return the next picture; ones that cannot be decoded are passed over."""
        while True:
            try:
                data = self._next_part()
            except (OSError, http.client.HTTPException, ValueError) as error:
                msg = f"{self._name}: the stream stopped ({error})"
                raise CameraLostError(msg) from error
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            if image is not None:
                return np.asarray(image, np.uint8)

    def close(self) -> None:
        """Hang up."""
        self._response.close()

    def _next_part(self) -> bytes:
        """Return the body of the next part of the stream; not empty."""
        length, in_header = None, False
        while True:
            line = self._response.readline(4096)
            if not line:
                msg = "the connection was closed"
                raise ConnectionError(msg)
            text = line.strip().lower()
            if text.startswith(b"content-length:"):
                length = int(text.split(b":", 1)[1])
            in_header = in_header or b":" in text
            if in_header and not text:
                break
        if length is None:
            return self._until_end_of_jpeg()
        if not 0 < length <= _MAX_PICTURE_BYTES:
            msg = f"a picture of {length} bytes"
            raise ValueError(msg)
        data = bytearray()
        while len(data) < length:
            piece = self._response.read(length - len(data))
            if not piece:
                msg = "the connection was closed"
                raise ConnectionError(msg)
            data += piece
        return bytes(data)

    def _until_end_of_jpeg(self) -> bytes:
        """Return what comes up to the mark that ends a JPEG, for parts without a length."""
        data = bytearray()
        while len(data) <= _MAX_PICTURE_BYTES:
            ahead = self._response.peek(1)
            if not ahead:
                msg = "the connection was closed"
                raise ConnectionError(msg)
            # The mark may lie across two pieces.
            last = bytes(data[-1:])
            end = (last + ahead).find(b"\xff\xd9")
            data += self._response.read(len(ahead) if end < 0 else end + 2 - len(last))
            if end >= 0:
                return bytes(data)
        msg = "a picture without an end"
        raise ValueError(msg)


def open_http(url: str) -> HttpCapture | StreamCapture:
    """Open whatever answers at an HTTP address: pictures one by one, or a video for FFmpeg.

    Raises:
        CameraLostError: Nothing answers there, or it is no video.
    """
    try:
        return HttpCapture(url)
    except SourceBrokenError:
        return StreamCapture(url)


def describe(capture: cv2.VideoCapture) -> str:
    """Return what was negotiated, such as `1280 x 720 MJPG 30 fps`."""
    width = round(capture.get(cv2.CAP_PROP_FRAME_WIDTH))
    height = round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))
    code = round(capture.get(cv2.CAP_PROP_FOURCC))
    letters = "".join(chr(code >> shift & 0xFF) for shift in (0, 8, 16, 24)) if code > 0 else ""
    fps = capture.get(cv2.CAP_PROP_FPS)
    parts = [f"{width} x {height}", letters if letters.isprintable() else ""]
    if 0 < fps < 1000:
        parts.append(f"{fps:.0f} fps")
    return " ".join(part for part in parts if part.strip())


def without_password(url: str) -> str:
    """Return an address that can be shown."""
    parts = urllib.parse.urlsplit(url)
    return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()


def _request(url: str) -> urllib.request.Request:
    """Return a request; a user and password in the address go into its header."""
    parts = urllib.parse.urlsplit(url)
    request = urllib.request.Request(without_password(url))
    if parts.username:
        user = urllib.parse.unquote(f"{parts.username}:{parts.password or ''}")
        token = base64.b64encode(user.encode()).decode()
        request.add_header("Authorization", f"Basic {token}")
    return request


def _next(capture: cv2.VideoCapture, name: str) -> Image:
    """Return the next picture of a capture of OpenCV."""
    done, image = capture.read()
    if not done or image is None:
        msg = f"{name}: gives no picture any more"
        raise CameraLostError(msg)
    return np.asarray(image, np.uint8)
