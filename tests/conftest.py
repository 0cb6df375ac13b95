"""What all tests share: games built from the shipped tables, and the markers' conditions."""

from __future__ import annotations

import http.server
import os
import threading
from pathlib import Path

import pytest

from dicecam.rules.games import find_games
from dicecam.tables import load_table

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also run the slow tests")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    slow = pytest.mark.skip(reason="slow: give --slow to run it")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(slow)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    """Give every test its own user folders, so that none reads or writes the developer's."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture(scope="session")
def games():
    """Return every game, built from the shipped tables."""
    return find_games(load_table)


@pytest.fixture
def data_folder():
    """Return the folder of labelled photos named by DICECAM_DATA."""
    named = os.environ.get("DICECAM_DATA")
    if not named:
        pytest.skip("DICECAM_DATA names no folder of labelled photos")
    folder = Path(named)
    assert folder.is_dir(), f"DICECAM_DATA: {folder} is not a folder"
    return folder


class MjpegServer:
    """A phone that sends pictures over HTTP on loopback and can be cut off and restored.

    Attributes:
        picture: Gives the next picture as the bytes of a JPEG.
        pause_s: Time from picture to picture.
        with_length: Whether the parts say how long they are.
        first: Sent before the first picture.
        kind: What the stream says it is.
        password: Needed as basic authorization when set.
        port: Stays the same when it comes back.
    """

    def __init__(self):
        self.picture = bytes
        self.pause_s = 0.005
        self.with_length = True
        self.first = b""
        self.kind = "multipart/x-mixed-replace; boundary=frame"
        self.password = None
        self.port = 0
        self._on = threading.Event()
        self._server = None

    @property
    def url(self):
        """Return where it is watched."""
        return f"http://127.0.0.1:{self.port}/video"

    def start(self):
        """Answer from now on."""
        phone = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def do_GET(self):
                phone._serve(self)

        self._on.set()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._server.daemon_threads = True
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def stop(self):
        """Cut every connection and answer no more; may be called twice."""
        self._on.clear()
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _serve(self, handler):
        if self.password and handler.headers.get("Authorization") != self.password:
            handler.send_error(401)
            return
        handler.send_response(200)
        handler.send_header("Content-Type", self.kind)
        handler.end_headers()
        try:
            handler.wfile.write(self.first)
            while self._on.is_set():
                data = self.picture()
                length = f"Content-Length: {len(data)}\r\n" if self.with_length else ""
                head = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n"
                handler.wfile.write(head.encode() + data + b"\r\n")
                threading.Event().wait(self.pause_s)
        except OSError:
            pass  # the client hung up
        handler.close_connection = True


@pytest.fixture
def mjpeg():
    """Return a phone that sends pictures over HTTP; start it once it is set up."""
    phone = MjpegServer()
    yield phone
    phone.stop()
