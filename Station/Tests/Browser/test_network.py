"""A station that other machines may use: the token, and what is announced to the network about its cameras."""

import fcntl
import json
import os
import pathlib
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

import pytest

from conftest import Station

BUS = """<busconfig><type>system</type><listen>unix:path={0}</listen><auth>EXTERNAL</auth><policy context="default">
<allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>"""
# Restricted to this machine.
AVAHI = """[server]
use-ipv4=yes
use-ipv6=no
allow-interfaces=lo
[wide-area]
enable-wide-area=no
[publish]
publish-workstation=no
"""


class Listening(Station):
    """A station that listens on all addresses; tests use the machine's own address."""

    def __init__(self, folder, *arguments, environment=None):
        self.folder = folder
        self.environment = environment
        self.start(*arguments)
        self.token = (folder / "token").read_text().strip()

    def start(self, *arguments):
        saved = dict(os.environ)
        os.environ.update(self.environment or {})
        try:
            super().start("--listen", "0.0.0.0", "--plain", *arguments)
        finally:
            os.environ.clear()
            os.environ.update(saved)


@pytest.fixture
def listening(tmp_path):
    station = Listening(tmp_path / "listening")
    yield station
    station.kill()


def status(address, token=None):
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {token}"} if token else {})
    try:
        return urllib.request.urlopen(request, timeout=60).status
    except urllib.error.HTTPError as error:
        return error.code


def test_token(listening):
    """Programs need the token."""
    assert status(f"{listening.address}/api/documents") == 401
    assert status(f"{listening.address}/api/documents", "0" * 32) == 401
    assert status(f"{listening.address}/api/documents", listening.token) == 200


def test_sign_in(listening, open_window):
    """A browser is redirected to the welcome, signs in with the printed URL, and can use the live view."""
    window = open_window()
    window.station = listening
    window.go("/documents")
    window.look("not-signed-in")
    assert window.page.url.endswith("/welcome")
    assert "sign-in link" in window.page.locator("main").inner_text()
    window.go(f"/sign-in?token={listening.token}")
    window.page.get_by_role("heading", name="Library").wait_for()
    assert listening.token not in window.page.url
    window.go("/scan")
    window.wait_for_pages(1)


@pytest.fixture
def network(tmp_path):
    """A message bus and an Avahi daemon for the test. They are isolated on the machine's loopback: two daemons there would see each
    other's scanners."""
    with (pathlib.Path(tempfile.gettempdir()) / "recto-network.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield from daemons(tmp_path)


def daemons(tmp_path):
    bus = tmp_path / "bus"
    (tmp_path / "bus.conf").write_text(BUS.format(bus))
    (tmp_path / "avahi.conf").write_text(AVAHI)
    environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={bus}"}
    running = [subprocess.Popen(["dbus-daemon", f"--config-file={tmp_path}/bus.conf", "--nofork"], stderr=subprocess.DEVNULL)]
    while not bus.exists():
        assert running[0].poll() is None, "the D-Bus daemon has ended"
        time.sleep(0.05)
    running.append(
        subprocess.Popen(
            ["avahi-daemon", "-f", str(tmp_path / "avahi.conf"), "--no-drop-root", "--no-chroot", "--no-rlimits"],
            env=dict(os.environ, **environment), stderr=subprocess.DEVNULL,
        )
    )
    yield environment
    for daemon in reversed(running):
        daemon.terminate()
        daemon.wait()


def browsed(environment, mark, *options, type="_uscan._tcp"):
    """Returns the announced scanners, or another kind of service, as rows."""
    seen = subprocess.run(
        ["avahi-browse", "-tp", *options, type], env=dict(os.environ, **environment), capture_output=True, text=True,
        timeout=60, check=True,
    ).stdout
    return [line.split(";") for line in seen.splitlines() if line.startswith(mark)]


def told(environment, type="_uscan._tcp"):
    """Returns the announced services: names, ports and properties."""
    rows = browsed(environment, "=", "-r", type=type)
    return {row[3].replace("\\032", " ").replace("\\.", "."): (int(row[8]), row[9]) for row in rows}


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.nightly
@pytest.mark.parametrize("way", [signal.SIGTERM, signal.SIGKILL])
def test_announcement(network, tmp_path, films, way):
    """The camera is announced to the network while the station runs, however it ends, and a scanning program finds it."""
    film = str(films / "still.mjpeg")
    station = Listening(tmp_path / "library", "--camera", film, "--open-scanner", environment=network)
    try:
        until(lambda: told(network))
        (name, (port, text)), = told(network).items()
        assert name == "Recto still.mjpeg" and f":{port}" in station.address
        # Programs that browse the network find the station's pages as well.
        until(lambda: told(network, "_http._tcp"))
        (page, (pages_port, path)), = told(network, "_http._tcp").items()
        assert page == f"Recto on {socket.gethostname()}" and pages_port == port and path == '"path=/"'
        for part in ('"rs=eSCL"', '"is=platen"', '"cs=binary,grayscale,color"', "image/jpeg", "uuid="):
            assert part in text, text
        assert status(f"{station.address}/eSCL/ScannerCapabilities") == 200
        assert status(f"{station.address}/api/documents") == 401
        found = subprocess.run(
            ["scanimage", "-L"], env=dict(os.environ, **network, LC_ALL="C"), capture_output=True, text=True, timeout=120
        ).stdout
        assert "Recto still.mjpeg" in found, found
    finally:
        station.process.send_signal(way)
        station.process.wait()
    # Query only names: resolving the port of a vanishing scanner waits forever.
    for type in ("_uscan._tcp", "_http._tcp"):
        until(lambda: not browsed(network, "+", type=type))
