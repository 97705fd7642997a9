"""The routes for programs, compared with their description; the output folder; events."""

import io
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import pytest
from PIL import Image, ImageChops

import clips
from conftest import Station
from test_crash import SEED, ask

SECONDS = int(os.environ.get("RECTO_FUZZ_SECONDS", 10))
REQUESTS_SEED = os.environ.get("RECTO_FUZZ_SEED", str(SEED))


@pytest.fixture
def with_camera(tmp_path, films):
    station = Station(tmp_path / "library", "--camera", str(films / "still.mjpeg"))
    yield station
    station.kill()


def picture(name="letter-wood"):
    return (clips.PICTURES / f"{name}.jpg").read_bytes()


def call(station, method, path, body=None, headers={}):
    request = urllib.request.Request(station.address + path, body, headers, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read()


def test_tiff_without_loss(station):
    """A TIFF is lossless: it contains each page as rendered, pixel by pixel."""
    session = "/scan/0123456789abcdef"
    for number, look in enumerate(["color", "grayscale", "blackAndWhite"], 1):
        call(station, "POST", f"{session}/import", picture("report-nearWhite"))
        call(station, "POST", f"{session}/pages/{number}/filter", f"filter={look}".encode())
    call(station, "POST", f"{session}/save", b"")
    assert b"All pages in one file, without loss" in call(station, "GET", "/documents/1")
    rendered = [Image.open(io.BytesIO(call(station, "GET", f"/documents/1/pages/{index}/png"))) for index in range(3)]
    for path in ("/documents/1.tif", "/api/documents/1/tiff"):
        document = Image.open(io.BytesIO(call(station, "GET", path)))
        assert document.n_frames == 3
        for index, page in enumerate(rendered):
            document.seek(index)
            assert document.info["compression"] == ("group4" if index == 2 else "tiff_adobe_deflate")
            assert (document.mode, document.size) == (page.mode, page.size)
            assert ImageChops.difference(document.convert("RGB"), page.convert("RGB")).getbbox() is None


def test_malformed_requests(with_camera, tmp_path):
    """Valid and invalid requests that schemathesis derives from the description never cause a server error, and get the described
    responses."""
    call(with_camera, "POST", "/api/documents", picture(), {"Content-Type": "image/jpeg"})
    address = with_camera.address.replace("localhost", "127.0.0.1")
    # Endless responses have separate tests, and so do captures, which need the camera's time.
    run = subprocess.run(
        [
            str(pathlib.Path(sys.executable).parent / "schemathesis"), "--config-file",
            str(pathlib.Path(__file__).with_name("schemathesis.toml")), "run", f"{address}/api/openapi.json", "--url", address,
            "--exclude-path", "/events", "--exclude-path", "/api/sources/{source}/captures",
            "--checks", "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
            "response_headers_conformance,unsupported_method,negative_data_rejection",
            "--max-examples", "40", "--max-time", str(SECONDS), "--seed", REQUESTS_SEED, "--request-timeout", "30",
            "--suppress-health-check", "all", "--generation-database", "none",
        ],
        cwd=tmp_path, capture_output=True, text=True, timeout=10 * SECONDS,
    )
    # A line may contain a body of many kilobytes.
    report = "\n".join(line[:400] for line in run.stdout.splitlines())
    print(report)
    assert run.returncode == 0, report[-12000:] + run.stderr[-2000:]
    assert "ok" in json.loads(call(with_camera, "GET", "/health"))["status"]


def test_malformed_bytes(with_camera):
    """Bytes that no HTTP client would send get a 4xx response, or none."""
    host, port = re.fullmatch(r"http://([^:]+):(\d+)", with_camera.address).groups()
    random.seed(SEED)
    whole = b"POST /eSCL/ScanJobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n<a></a>"
    for _ in range(300):
        bytes_ = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            bytes_[random.randrange(len(bytes_))] = random.randrange(256)
        with socket.create_connection((host, int(port)), timeout=10) as connection:
            connection.sendall(bytes(bytes_))
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(10)
            try:
                answer = connection.recv(4096)
            except ConnectionError:
                continue
        assert not answer.startswith(b"HTTP/1.1 5"), (bytes(bytes_), answer)
    assert json.loads(call(with_camera, "GET", "/health"))["status"] == "ok"


def test_events(station):
    """Listeners are notified of each change of documents."""
    with urllib.request.urlopen(station.address + "/events", timeout=60) as stream:
        assert stream.headers["Content-Type"] == "text/event-stream"

        deadline = time.monotonic() + 60

        def told():
            for line in stream:
                assert time.monotonic() < deadline, "no event of documents came"
                # Events about the reading progress are sent, too.
                if line.startswith(b"data: ") and "documents" in (event := json.loads(line[6:])):
                    return event["documents"]

        assert told() == 0
        call(station, "POST", "/api/documents", picture(), {"Content-Type": "image/jpeg"})
        assert told() == 1
        call(station, "DELETE", "/api/documents/1")
        assert told() == 0
        metrics = call(station, "GET", "/metrics").decode()
        assert "recto_event_streams 1\n" in metrics


class Watcher(threading.Thread):
    """Takes files out of the output folder as they appear, like an archive."""

    def __init__(self, folder):
        super().__init__(daemon=True)
        self.folder = folder
        self.taken = []
        self.ends = False

    def run(self):
        while not self.ends:
            for file in sorted(self.folder.glob("*.pdf")):
                data = file.read_bytes()
                file.unlink()
                self.taken.append((file.name, data))
            time.sleep(0.01)


def test_output_folder(tmp_path):
    """kill -9 at random moments while documents are stored: each appears in the output folder exactly once, complete."""
    random.seed(SEED)
    out = tmp_path / "out"
    out.mkdir()
    watcher = Watcher(out)
    watcher.start()
    station = Station.__new__(Station)
    station.folder = tmp_path / "library"
    rounds = int(os.environ.get("RECTO_CRASHES", 5))
    data = picture("receipt-tiles")
    for number in range(rounds):
        station.start("--output", str(out))
        ends = threading.Event()
        answered = threading.Semaphore(0)

        def save():
            count = 0
            while not ends.is_set():
                count += 1
                request = urllib.request.Request(
                    f"{station.address}/api/documents?title=n{number}-{count}", data, {"Content-Type": "image/jpeg"}
                )
                try:
                    urllib.request.urlopen(request, timeout=60).read()
                except OSError:
                    return
                answered.release()

        saver = threading.Thread(target=save)
        saver.start()
        # At a random time while the first, second or third document is being stored.
        for _ in range(random.randint(0, 2)):
            assert answered.acquire(timeout=60)
        time.sleep(random.uniform(0, 0.4))
        station.kill()
        ends.set()
        saver.join()
    station.start("--output", str(out))
    documents, after = [], ""
    while after is not None:
        part = json.loads(call(station, "GET", f"/api/documents?limit=200{after}"))
        documents += [document["id"] for document in part["documents"]]
        after = f"&after={part['next']}" if "next" in part else None
    end = time.monotonic() + 60
    while len(watcher.taken) < len(documents) and time.monotonic() < end:
        time.sleep(0.1)
    # A duplicate would precede a document that is stored later.
    later = json.loads(call(station, "POST", "/api/documents", data, {"Content-Type": "image/jpeg"}))["id"]
    documents.append(later)
    while (f"document-{later}.pdf" not in [name for name, _ in watcher.taken]) and time.monotonic() < end:
        time.sleep(0.1)
    station.kill()
    watcher.ends = True
    watcher.join()
    assert sorted(name for name, _ in watcher.taken) == sorted(f"document-{id}.pdf" for id in documents)
    assert all(data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF") for _, data in watcher.taken)
    assert not list(out.iterdir())
    print(f"{rounds} kills, {len(documents)} documents")
    assert documents
