"""The end of the station, exclusive use of its library, and refused access: without a browser, with raw connections."""

import hashlib
import json
import os
import signal
import socket
import subprocess
import threading
import time
import urllib.request

import pytest

import clips
from conftest import ROOT, STATION, Station
from sockets import BINARY, TEXT, Channel, ask, connect, head_of, header, status_of
from test_crash import ask as post
from test_network import Listening

# The maximum time for the station to stop, in seconds.
ENDS_WITHIN = 2


@pytest.fixture
def with_camera(tmp_path, films):
    station = Station(tmp_path / "library", "--camera", str(films / "still.mjpeg"))
    yield station
    station.kill()


@pytest.fixture
def listening(tmp_path, films):
    """Starts a station that others may use, with a camera."""
    station = Listening(tmp_path / "library", "--camera", str(films / "still.mjpeg"))
    yield station
    station.kill()


def picture(name="letter-wood"):
    return (clips.PICTURES / f"{name}.jpg").read_bytes()


def call(station, method, path, body=None, headers={}):
    request = urllib.request.Request(station.address + path, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


# MARK: The end


def upload_half(station):
    """Sends only a part of a picture."""
    connection = connect(station)
    port = connection.getpeername()[1]
    connection.sendall(
        f"POST /api/documents HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: image/jpeg\r\n"
        f"Content-Length: 1000000\r\n\r\n".encode() + picture()[:5000])
    return connection


class Listener(threading.Thread):
    """Reads an event stream to its end."""

    def __init__(self, station):
        super().__init__(daemon=True)
        self.stream = urllib.request.urlopen(station.address + "/events", timeout=20)
        self.isWhole = None
        self.stream.readline()
        self.start()

    def run(self):
        try:
            while self.stream.readline():
                pass
            self.isWhole = True
        except OSError:
            self.isWhole = False


def seconds_until_end(station, way):
    began = time.monotonic()
    station.process.send_signal(way)
    assert station.process.wait(timeout=60) == 0
    return time.monotonic() - began


@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGINT])
def test_ends_with_all_open(with_camera, way):
    """SS-1, SS-2, SS-3: asked to end with a camera view, an event stream, an export and a partial upload open, the station says goodbye,
    ends within two seconds, and has stored everything that it confirmed."""
    station = with_camera
    session = "0123456789abcdef"
    for _ in range(3):
        assert post(station, f"/scan/{session}/import", picture())[0] == 303
    document = json.loads(call(station, "POST", "/api/documents", picture(), {"Content-Type": "image/jpeg"}))["id"]
    view = Channel(station, "/live/code?source=0")
    scanner = Channel(station, "/live/scan/fedcba9876543210?source=0")
    assert (view.status, scanner.status) == (101, 101)
    for channel in (view, scanner):
        while channel.receive()[0] != BINARY:
            pass
    listener = Listener(station)
    quiet = connect(station)
    half = upload_half(station)
    call(station, "POST", f"/api/documents/{document}/exports?format=tiff", b"")
    assert seconds_until_end(station, way) < ENDS_WITHIN
    for channel in (view, scanner):
        assert channel.receive_end()[0] == 1001
    listener.join(20)
    assert listener.isWhole
    for connection in (quiet, half):
        connection.close()
    station.start()
    assert json.loads(call(station, "GET", "/api/documents"))["documents"][0]["id"] == document
    sessions = json.loads(call(station, "GET", "/api/sessions"))["sessions"]
    assert {"session": session, "pageCount": 3} in sessions


def test_ends_with_a_view_that_does_not_answer(with_camera):
    """SS-2: a hanging browser that neither reads nor answers does not delay the end of the station."""
    view = Channel(with_camera, "/live/code?source=0")
    assert view.status == 101
    view.send({"drawn": True}, TEXT)
    assert seconds_until_end(with_camera, signal.SIGTERM) < ENDS_WITHIN
    view.close()


def test_what_is_under_way_is_finished(station):
    """SS-3: a picture that has arrived when the station is asked to end is stored and confirmed, or not stored at all."""
    answers = []
    sender = threading.Thread(target=lambda: answers.append(post(station, "/scan/0123456789abcdef/import", picture())))
    sender.start()
    while not ask(station, "/metrics")[2].count("recto_"):
        pass
    assert seconds_until_end(station, signal.SIGTERM) < ENDS_WITHIN
    sender.join()
    station.start()
    sessions = json.loads(call(station, "GET", "/api/sessions"))["sessions"]
    stored = sum(session["pageCount"] for session in sessions)
    assert stored == 1 if answers[0] else stored <= 1


# MARK: One process


def contents(folder):
    """Returns all files with their contents and modification times."""
    return {
        path: (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in sorted(folder.rglob("*")) if path.is_file()
    }


def test_one_process(station):
    """SS-4: a second process on a running station's library is rejected at once, and changes nothing."""
    assert post(station, "/scan/0123456789abcdef/import", picture())[0] == 303
    call(station, "GET", "/documents")
    before = contents(station.folder)
    command = [STATION, "--data", str(station.folder), "--port", "0", "--web", str(ROOT / "Station/web")]
    second = subprocess.run(command, capture_output=True, text=True, timeout=20)
    assert second.returncode != 0
    assert str(station.folder) in second.stderr and str(station.process.pid) in second.stderr, second.stderr
    assert contents(station.folder) == before
    station.kill()
    station.start()
    assert json.loads(call(station, "GET", "/api/sessions"))["sessions"][0]["pageCount"] == 1


# MARK: The door


def test_cameras_before_sign_in(listening):
    """SS-5: without the token nobody gets pictures of the station's camera, or its name."""
    for path in ("/live/code?source=0", "/live/code?retake=1&source=0", "/live/scan/0123456789abcdef?source=0", "/live/ar/1"):
        channel = Channel(listening, path)
        assert channel.status == 401, path
    channel = Channel(listening, "/live/code")
    assert channel.status == 101
    channel.send_picture(1)
    assert json.loads(channel.receive()[1])["sequence"] == 1
    assert "still.mjpeg" not in ask(listening, "/welcome/scan")[2]
    known = {"Authorization": f"Bearer {listening.token}"}
    assert "still.mjpeg" in ask(listening, "/welcome/scan", known)[2]
    channel = Channel(listening, "/live/code?source=0", known)
    assert channel.status == 101
    while channel.receive()[0] != BINARY:
        pass


def test_channels_from_other_sites(station):
    """SS-6: pages of other sites, and programs that do not state their origin, open no channel."""
    for origin in ("http://evil.example", "null", "http://localhost:1"):
        assert Channel(station, "/live/code", {"Origin": origin}).status == 403
    assert Channel(station, "/live/code", {"Host": "evil.example"}).status == 421
    assert ask(station, "/live/code")[0] == 426


def test_number_of_channels_before_sign_in(listening):
    """SS-7: an address may have four channels before sign-in, and closing one frees a place."""
    channels = [Channel(listening, "/live/code") for _ in range(5)]
    assert [channel.status for channel in channels] == [101, 101, 101, 101, 429]
    assert int(header(channels[4].head, "Retry-After")) > 0
    # With the token there is still a free place.
    assert Channel(listening, "/live/code", {"Authorization": f"Bearer {listening.token}"}).status == 101
    channels[0].close()
    end = time.monotonic() + 20
    while Channel(listening, "/live/code").status != 101:
        assert time.monotonic() < end


def test_pictures_before_sign_in(listening):
    """SS-8: before sign-in fifteen pictures per second are processed, however many are sent; too large ones end the channel."""
    channel = Channel(listening, "/live/code")

    def send():
        for number in range(1, 91):
            channel.send_picture(number)

    sender = threading.Thread(target=send, daemon=True)
    began = time.monotonic()
    sender.start()
    while json.loads(channel.receive()[1]).get("sequence") != 90:
        pass
    # The first fifteen may be sent at once.
    assert time.monotonic() - began > 4
    large = Channel(listening, "/live/code")
    large.connection.sendall(bytes([0x82, 0xFF]) + (17 << 20).to_bytes(8, "big") + bytes(4) + bytes(1000))
    assert large.receive_end()[0] == 1009


def test_attempts(listening):
    """SS-9: after some wrong tokens the next attempt is delayed; repeating the same wrong token does not count, and the right one is not
    tried meanwhile."""
    def sign_in(token):
        return ask(listening, f"/sign-in?token={token}")

    for _ in range(20):
        assert ask(listening, "/api/documents", {"Authorization": "Bearer wrong"})[0] == 401
    found = [sign_in(f"{number:032}") for number in range(6)]
    assert [status for status, _, _ in found][:4] == [401] * 4
    status, head, body = found[-1]
    assert status == 429 and "Too many attempts" in body
    assert int(header(head, "Retry-After")) >= 1
    cookie = None
    end = time.monotonic() + 20
    while cookie is None:
        assert time.monotonic() < end
        cookie = header(sign_in(listening.token)[1], "Set-Cookie")
    # The cookie of a signed-in person stays valid while others guess.
    for number in range(20):
        sign_in(f"{number:031}x")
    assert sign_in("wrong")[0] == 429
    assert ask(listening, "/documents", {"Cookie": cookie.split(";")[0]})[0] == 200


def other_address():
    """Returns an address of this machine that is not loopback, or None. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def test_number_of_connections(listening):
    """SS-10: an address has a limited number of connections, others are asked to retry later, and other addresses still connect."""
    address = other_address()
    if not address:
        pytest.skip("this machine has no other address")
    opened = [connect(listening, address) for _ in range(80)]
    for connection in opened:
        connection.sendall(b"GET /welcome HTTP/1.1\r\nHost: localhost\r\n\r\n")
    heads = [head_of(connection)[0] for connection in opened]
    refused = [head for head in heads if status_of(head) == 503]
    assert len(refused) == 16 and {status_of(head) for head in heads} == {200, 503}
    assert int(header(refused[0], "Retry-After")) > 0
    assert ask(listening, "/welcome")[0] == 200
    for connection in opened:
        connection.close()
    end = time.monotonic() + 20
    while ask(listening, "/welcome", host=address)[0] != 200:
        assert time.monotonic() < end


def test_slow_connections(station):
    """SS-11: a connection that sends nothing, or sends its head too slowly, is closed."""
    quiet, slow = connect(station, seconds=30), connect(station, seconds=30)
    began = time.monotonic()
    slow.sendall(b"GET /documents HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    for connection in (quiet, slow):
        assert connection.recv(1) == b""
    assert time.monotonic() - began < 25


def test_sizes(station):
    """SS-12: a picture with a too large declared size is rejected before it is sent, and an endless one during the upload."""
    with connect(station) as connection:
        connection.sendall(b"POST /api/documents HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999\r\n\r\n")
        assert status_of(head_of(connection)[0]) == 413
    with connect(station) as connection:
        connection.sendall(b"POST /api/documents HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        part = b"100000\r\n" + bytes(1 << 20) + b"\r\n"
        for _ in range(70):
            try:
                connection.sendall(part)
            except OSError:
                break
        try:
            assert status_of(head_of(connection)[0]) == 413
        except OSError:
            # The connection was answered and closed while more data arrived.
            pass
