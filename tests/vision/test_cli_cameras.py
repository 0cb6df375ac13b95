"""`dicecam cameras` and `dicecam doctor`: what is there, and what to do about what is not."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from dicecam.cli import doctor, main
from dicecam.errors import CameraLostError, ModelMissingError
from dicecam.vision import cameras, captures, looker, sources
from dicecam.vision.cameras import Camera


@pytest.fixture
def one_camera(monkeypatch):
    """A machine with one camera that agrees to a small picture."""
    camera = Camera(0, 4, 200, "HD Webcam", 0x046D, 0x0825, "usb-1")
    monkeypatch.setattr(cameras, "list_cameras", lambda: (camera,))

    class Capture:
        description = "640 x 480 MJPG 30 fps"

        def __init__(self, index, backend):
            if backend == 0:
                raise CameraLostError("in use")

        def close(self):
            pass

    monkeypatch.setattr(captures, "DeviceCapture", Capture)
    return camera


def test_cameras_are_listed_with_what_to_remember(one_camera, capsys):
    """Number, name and key."""
    assert main(["cameras"]) == 0
    assert capsys.readouterr().out.split() == ["0:", "HD", "Webcam", "046d:0825@usb-1"]


def test_cameras_as_json_with_the_format_agreed(one_camera, capsys):
    """One object a camera."""
    assert main(["cameras", "--json", "--try"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "number": 0,
        "name": "HD Webcam",
        "vendor": 0x046D,
        "product": 0x0825,
        "path": "usb-1",
        "key": "046d:0825@usb-1",
        "format": "640 x 480 MJPG 30 fps",
    }


def test_a_camera_in_use_is_listed_all_the_same(one_camera, capsys, monkeypatch):
    """The reason stands where its format would."""
    busy = Camera(0, 4, 0, "HD Webcam")
    monkeypatch.setattr(cameras, "list_cameras", lambda: (busy,))

    assert main(["cameras", "--try"]) == 0
    assert "in use" in capsys.readouterr().out


def test_without_a_camera_people_are_told_what_to_do(monkeypatch, capsys):
    """A phone can serve; JSON stays empty."""
    monkeypatch.setattr(cameras, "list_cameras", lambda: ())

    main(["cameras"])
    assert "phone" in capsys.readouterr().out
    main(["cameras", "--json"])
    assert capsys.readouterr().out == ""


def test_the_real_list_can_be_made():
    """Whatever this machine has, listing it works."""
    assert all(camera.name for camera in cameras.list_cameras())


def test_doctor_exits_1_and_says_what_to_do_when_something_is_at_fault(monkeypatch, capsys):
    """Every check prints a line; a fault has an advice under it."""
    fine = doctor.Finding(doctor.OK, "x", "fine")
    for name in ("cameras", "demo", "display", "window", "folders", "versions"):
        monkeypatch.setattr(doctor, f"check_{name}", lambda: fine)
    monkeypatch.setattr(
        doctor, "check_model", lambda name: doctor.Finding(doctor.FAULT, "model", "gone", "fetch")
    )

    assert main(["doctor"]) == 1
    out = capsys.readouterr().out
    assert out.count("fine") == 6
    assert "FAULT model" in out
    assert "-> fetch" in out


def test_doctor_as_json_exits_0_when_nothing_is_at_fault(monkeypatch, capsys):
    """One object a check; notes are no faults."""
    note = doctor.Finding(doctor.NOTE, "x", "none", "plug in")
    for name in ("cameras", "demo", "display", "window", "folders", "versions"):
        monkeypatch.setattr(doctor, f"check_{name}", lambda: note)
    monkeypatch.setattr(doctor, "check_model", lambda name: note)

    assert main(["doctor", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["advice"] for line in lines] == ["plug in"] * 7


def test_a_missing_model_is_a_fault(monkeypatch):
    """The reason is passed on."""

    def missing(*args, **kwargs):
        raise ModelMissingError("model 'x' not found")

    monkeypatch.setattr(looker, "load_looker", missing)
    finding = doctor.check_model("x")

    assert (finding.level, finding.what) == (doctor.FAULT, "model")
    assert "not found" in finding.text


@pytest.mark.parametrize(
    ("present", "readable", "level"),
    [(False, True, doctor.NOTE), (True, True, doctor.OK), (True, False, doctor.FAULT)],
)
def test_cameras_are_checked_for_permission(present, readable, level, one_camera, monkeypatch):
    """On Linux a user outside the group `video` may not open one."""
    if not present:
        monkeypatch.setattr(cameras, "list_cameras", lambda: ())
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(doctor.os, "access", lambda *args: readable)

    assert doctor.check_cameras().level == level


def test_a_missing_demo_is_a_fault(tmp_path, monkeypatch):
    """The clip belongs to the program."""
    monkeypatch.setattr(sources, "__file__", str(tmp_path / "vision" / "sources.py"))

    assert doctor.check_demo().level == doctor.FAULT


@pytest.mark.parametrize(
    ("platform", "variables", "level"),
    [
        ("linux", {}, doctor.NOTE),
        ("linux", {"DISPLAY": ":0"}, doctor.OK),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, doctor.OK),
        ("darwin", {}, doctor.OK),
    ],
)
def test_a_display_is_looked_for_on_linux(platform, variables, level, monkeypatch):
    """Without one the terminal serves."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)

    assert doctor.check_display().level == level


@pytest.mark.parametrize(
    ("code", "out", "err", "level", "advice"),
    [
        (0, "xcb 40\n", "", doctor.OK, ""),
        (0, "xcb 0\n", "", doctor.FAULT, "fonts-dejavu-core"),
        (1, "", "ModuleNotFoundError: No module named 'PySide6'", doctor.FAULT, "pip install"),
        (-6, "", "could not load the Qt platform plugin", doctor.FAULT, "libxcb-cursor0"),
        (-6, "", "", doctor.FAULT, "libxcb-cursor0"),
    ],
)
def test_qt_is_tried_in_a_process_of_its_own(code, out, err, level, advice, monkeypatch):
    """A Qt that aborts does not take the doctor with it."""
    result = subprocess.CompletedProcess([], code, out, err)
    monkeypatch.setattr(doctor.subprocess, "run", lambda *args, **kwargs: result)
    finding = doctor.check_window()

    assert finding.level == level
    assert advice in finding.advice


def test_a_qt_that_hangs_is_a_fault(monkeypatch):
    """The check ends."""

    def hang(*args, **kwargs):
        raise subprocess.TimeoutExpired("python", 60)

    monkeypatch.setattr(doctor.subprocess, "run", hang)

    assert doctor.check_window().level == doctor.FAULT


def test_folders_are_checked_without_making_them(tmp_path):
    """The nearest folder that exists counts."""
    finding = doctor.check_folders()

    assert finding.level == doctor.OK
    assert str(tmp_path) in finding.text
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_a_fault(monkeypatch):
    """The message names it."""

    def refuse(folder):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor, "_try_to_write", refuse)
    finding = doctor.check_folders()

    assert finding.level == doctor.FAULT
    assert "Permission denied" in finding.text


def test_versions_are_named(monkeypatch):
    """What is not installed is a note with what to type."""
    assert "numpy" in doctor.check_versions().text

    def missing(name):
        raise doctor.importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.importlib.metadata, "version", missing)
    assert "pip install numpy" in doctor.check_versions().advice
