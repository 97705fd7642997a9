"""The station over TLS, with Python's connections and in a browser. IDs are those of the requirements."""

import base64
import hashlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from xml.etree import ElementTree

import pytest

from conftest import PATIENCE, ROOT, SHOTS, SIZES, STATION, Station, plays
from test_door import ENDS_WITHIN

# A host name of the station known only to its certificate and the test.
NAME = "scan.test"


class Encrypted(Station):
    """A station that uses https, with its own authority or another certificate."""

    def start(self, *arguments):
        command = [STATION, "--data", str(self.folder), "--port", "0", "--web", str(ROOT / "Station/web"), "--listen", "0.0.0.0", "--name", NAME]
        self.process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        found = re.search(rf"https://{NAME}:(\d+)/sign-in\?token=(\w+)", self.process.stdout.readline())
        if not found:
            raise RuntimeError(f"the station did not start: {self.process.wait()}, {self.process.stderr.read()}")
        self.port, self.token = int(found[1]), found[2]
        self.addresses = (*self.addresses, f"https://{NAME}:{self.port}")

    @property
    def card(self):
        """Returns what --print-join shows."""
        return subprocess.run([STATION, "--data", str(self.folder), "--print-join"], capture_output=True, text=True, check=True).stdout

    @property
    def join_port(self):
        return int(re.search(rf"Open http://{NAME}:(\d+)", self.card)[1])

    def join(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.join_port, timeout=60)
        connection.request("GET", path, headers={"Host": f"{NAME}:{self.join_port}"})
        answer = connection.getresponse()
        return answer, answer.read()

    def authority(self):
        return ssl.create_default_context(cadata=self.join("/recto.crt")[1])

    def connect(self, context=None, name=NAME):
        return (context or self.authority()).wrap_socket(socket.create_connection(("127.0.0.1", self.port), 60), server_hostname=name)


@pytest.fixture
def station(tmp_path):
    station = Encrypted(tmp_path / "library")
    yield station
    station.kill()


def request(connection, *headers, path="/welcome"):
    lines = [f"GET {path} HTTP/1.1", f"Host: {NAME}:{connection.getpeername()[1]}", *headers, "", ""]
    connection.sendall("\r\n".join(lines).encode())
    return connection.recv(65536).decode(errors="replace")


def test_trust(station):
    """SS-17, SS-18, SS-20: with the authority of the join page, its names and addresses are trusted and others are not, and TLS is 1.2 or 1.3."""
    context = station.authority()
    for name in (NAME, "localhost", "127.0.0.1", socket.gethostname()):
        assert request(station.connect(context, name)).startswith("HTTP/1.1 200")
    with pytest.raises(ssl.SSLCertVerificationError):
        station.connect(context, "bank.example")
    with pytest.raises(ssl.SSLCertVerificationError):
        station.connect(ssl.create_default_context())
    for version, offered in ((ssl.TLSVersion.TLSv1_1, False), (ssl.TLSVersion.TLSv1_2, True), (ssl.TLSVersion.TLSv1_3, True)):
        context = station.authority()
        context.set_ciphers("ALL:@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
        if offered:
            cipher = station.connect(context).cipher()[0]
            assert "GCM" in cipher or "CHACHA20" in cipher
        else:
            with pytest.raises((ssl.SSLError, ConnectionError)):
                station.connect(context)
    weak = station.authority()
    weak.maximum_version = ssl.TLSVersion.TLSv1_2
    weak.set_ciphers("ECDHE+AES+SHA:@SECLEVEL=0")
    with pytest.raises((ssl.SSLError, ConnectionError)):
        station.connect(weak)


@pytest.mark.skipif(not shutil.which("sslscan"), reason="no sslscan")
def test_scanner(station):
    """SS-17: a TLS scanner finds two protocols, only forward secrecy and authenticated encryption, and no known vulnerability."""
    command = ["sslscan", "--xml=-", "--no-colour", f"127.0.0.1:{station.port}"]
    found = ElementTree.fromstring(subprocess.run(command, capture_output=True, check=True).stdout)
    assert {each.get("version") for each in found.iter("protocol") if each.get("enabled") == "1"} == {"1.2", "1.3"}
    ciphers = {each.get("cipher") for each in found.iter("cipher")}
    assert ciphers and all(re.fullmatch(r"TLS_(AES|CHACHA20).*|ECDHE-ECDSA-(AES(128|256)-GCM|CHACHA20).*", each) for each in ciphers)
    assert not [each for each in found.iter("heartbleed") if each.get("vulnerable") == "1"]
    assert [each.get("supported") for each in found.iter("renegotiation")] == ["0"]
    # If the scanner's own OpenSSL lacks compression, it reports nothing about the station's.
    assert not [each for each in found.iter("compression") if each.get("supported") != "0"]


def test_join_port(station):
    """SS-20, SS-21: the join page is on a separate port, redirects to https, and has the fingerprint that --print-join shows."""
    card = station.card
    digest = hashlib.sha256(station.join("/recto.crt")[1]).hexdigest().upper()
    fingerprint = ":".join(digest[index:index + 2] for index in range(0, 64, 2))
    assert fingerprint in card and fingerprint in station.join("/")[1].decode().replace("<wbr>", "")
    assert f"{station.address}/activate#code=" in card and station.token not in card and "▀" in card
    answer, _ = station.join("/documents?token=1")
    assert (answer.status, answer.getheader("Location")) == (307, f"{station.address}/documents")
    assert os.stat(station.folder / "authority.pem").st_mode & 0o777 == 0o600
    station.process.terminate()
    station.process.wait(60)
    assert "No station runs" in subprocess.run([STATION, "--data", str(station.folder), "--print-join"], capture_output=True, text=True).stderr


def test_live_channel(station):
    """SS-22: live channels over TLS only open for pages of the station, and cookies are limited to TLS."""
    upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}"]
    assert request(station.connect(), f"Origin: {station.address}", *upgrade, path="/live/code").startswith("HTTP/1.1 101")
    assert not request(station.connect(), f"Origin: http://{NAME}:{station.join_port}", *upgrade, path="/live/code").startswith("HTTP/1.1 101")
    answer = request(station.connect(), path=f"/sign-in?token={station.token}")
    assert re.search(r"(?i)set-cookie: station=.*; Secure", answer) and "strict-transport-security" not in answer.lower()


def test_handshake(station):
    """SS-22: a connection that does not finish the handshake, or sends no request after it, is closed after ten seconds."""
    silent = socket.create_connection(("127.0.0.1", station.port), 60)
    idle = station.connect()
    begin = time.monotonic()
    assert silent.recv(1) == b"" and time.monotonic() - begin > 5
    assert idle.recv(1) == b""


def test_end(station):
    """SS-22: SIGTERM ends the station in time, whatever its encrypted connections do."""
    silent, idle = socket.create_connection(("127.0.0.1", station.port), 60), station.connect()
    begin = time.monotonic()
    station.process.send_signal(signal.SIGTERM)
    assert station.process.wait(60) == 0 and time.monotonic() - begin < ENDS_WITHIN + 1
    silent.close()
    idle.close()


def read_code(page, path):
    """Returns the text of the code on a page, like a camera app."""
    page.locator(".code-symbol").screenshot(path=path)
    return subprocess.run([ROOT / ".build/release/recto", "qr", path], capture_output=True, text=True, check=True).stdout.strip()


def fingerprint(station):
    """Returns the fingerprint of the key of the station's certificate, in Chromium's format."""
    leaf = station.connect().getpeercert(binary_form=True)
    key = subprocess.run(["openssl", "x509", "-inform", "DER", "-pubkey", "-noout"], input=leaf, capture_output=True, check=True).stdout
    return base64.b64encode(hashlib.sha256(base64.b64decode(b"".join(key.splitlines()[1:-1]))).digest()).decode()


def test_phone(station, browsers, films, tmp_path):
    """QR-17, SS-22: a phone that reaches the station by another name goes from the join page and the code to a saved page, within a minute.
    After it is removed, its open scanner accepts no more pages, and its event stream ends."""
    # Replaces the steps in the phone's settings.
    browser = browsers(
        *plays(films.for_browser("still")), "--use-fake-ui-for-media-stream", f"--host-resolver-rules=MAP {NAME} 127.0.0.1",
        f"--ignore-certificate-errors-spki-list={fingerprint(station)}")
    desk = browser.new_context()
    other = desk.new_page()
    other.goto(f"{station.address}/sign-in?token={station.token}")
    other.goto(f"{station.address}/devices/activation")
    context = browser.new_context(viewport=SIZES["compact"], has_touch=True, is_mobile=True, permissions=["camera"])
    page = context.new_page()
    page.set_default_timeout(1000 * PATIENCE)
    asked, begin, times = [], time.monotonic(), {}
    page.on("request", lambda request: asked.append(request.url))

    def reached(state):
        times[state] = round(time.monotonic() - begin, 1)
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"phone-{state}.png")

    page.goto(f"http://{NAME}:{station.join_port}/")
    page.screenshot(path=SHOTS / "phone-join-whole.png", full_page=True)
    reached("join")
    page.tap("text=Open Recto")
    page.wait_for_url(f"{station.address}/welcome")
    link = re.search(r"https://\S+", read_code(other, tmp_path / "code.png"))[0]
    assert link.startswith(f"{station.address}/activate#code=")
    reached("code")
    page.goto(link)
    assert page.url == f"{station.address}/activate"
    reached("activate")
    page.tap("button.primary")
    page.wait_for_url("**/documents?done=activated")
    reached("library")
    # OF-1: the browser caches its offline files, because it trusts the certificate.
    page.evaluate("""new Promise((done) => {
      if (navigator.serviceWorker.controller) return done();
      navigator.serviceWorker.addEventListener("controllerchange", () => done());
    })""")
    assert page.evaluate("caches.keys().then((names) => names.some((name) => name.startsWith('recto-shell-')))")
    assert not any("code=" in address.split("#")[0] for address in asked)
    page.tap("main a[href='/scan']")
    page.wait_for_selector(".save:not([hidden]) button")
    assert page.evaluate("isSecureContext")
    reached("captured")
    page.tap(".save button")
    page.wait_for_url("**/documents/1**")
    page.wait_for_selector(".sheets img")
    reached("saved")
    (SHOTS / "phone.json").write_text(json.dumps(times))
    assert times["saved"] < 60
    page.goto(f"{station.address}/scan")
    page.wait_for_selector("[data-shutter]:not([disabled])")
    other.goto(f"{station.address}/devices")
    other.screenshot(path=SHOTS / "devices-encrypted.png", full_page=True)
    events = station.connect()
    (device,) = [cookie["value"] for cookie in context.cookies() if cookie["name"] == "device"]
    told = request(events, f"Cookie: device={device}", path="/events")
    assert told.startswith("HTTP/1.1 200")
    post = "path => fetch(path, { method: 'POST' }).then(answer => answer.ok)"
    assert other.evaluate(post, "/devices/1/remove")
    page.wait_for_url(f"{station.address}/welcome")
    # It receives no further events: the stream ends.
    assert other.evaluate(post, "/documents/1/delete")
    while not told.endswith("0\r\n\r\n"):
        part = events.recv(65536).decode()
        assert part
        told += part
    assert '"documents":0' not in told
    events.close()
    context.close()
    desk.close()
