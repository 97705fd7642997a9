"""Requests to a station under test, and what its process uses."""
import json
import pathlib
import re
import ssl
import sys
import threading
import time
import urllib.error
import urllib.request

# Seconds. Stations read texts only while processors are idle.
PATIENCE = 120
TEXT_PATIENCE = 900


def fail(reason):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {reason}")


def until(value, reason, patience=PATIENCE):
    """Waits until a function returns a value other than an empty one, and returns it."""
    end = time.monotonic() + patience
    while not (found := value()):
        if time.monotonic() > end:
            fail(reason)
        time.sleep(0.2)
    return found


def start_address(station):
    """Waits for the address that a started station prints. Ends the station if that takes too long."""
    guard = threading.Timer(PATIENCE, station.kill)
    guard.start()
    address = next((found[0] for line in station.stdout if (found := re.search(r"https?://[^\s/]+", line))), None)
    guard.cancel()
    return address or fail(f"the station did not start: {station.wait()}")


def memory(process):
    """Returns the resident memory of a process, in megabytes."""
    found = re.search(r"^Rss:\s+(\d+)", pathlib.Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
    return round(int(found[1]) / 1024)


class Station:
    """A station at an address. With a token, its certificate must be of an authority (PEM)."""

    def __init__(self, address, token=None, authority=None):
        self.address = address
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.encryption = ssl.create_default_context(cadata=authority) if authority else None

    def answer(self, path, data=None, kind=None):
        headers = self.headers | ({"Content-Type": kind} if kind else {})
        request = urllib.request.Request(self.address + path, data, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE, context=self.encryption) as response:
                return response.read()
        except urllib.error.HTTPError as error:
            fail(f"{path}: {error}: {error.read().decode()}")

    def wait(self):
        """Waits until the station is healthy."""
        until(self.is_healthy, "the station does not answer")

    def is_healthy(self):
        try:
            return self.answer("/health")
        except urllib.error.URLError:
            return None

    def add(self, kind, file):
        """Adds a file as a document, and returns its number."""
        return json.loads(self.answer("/api/documents?title=Letter", file, kind))["id"]

    def check_pages(self):
        """Checks that the web files of all packages are there."""
        pages, engine = self.answer("/"), self.answer("/engine/recto.wasm")
        if not engine.startswith(b"\0asm") or b"<html" not in pages:
            fail("the pages or the engine for browsers are missing")
        for asset in ("icons/house.svg", "fonts/OpenSans-Regular.ttf"):
            self.answer(f"/{asset}")

    def use_helpers(self, document):
        """Waits for the document's text, and imports its PDF, for which the station needs Tesseract and Poppler."""
        text = until(
            lambda: self.answer(f"/api/documents/{document}/text").strip(), "the page has not been read", TEXT_PATIENCE)
        again = self.add("application/pdf", self.answer(f"/api/documents/{document}/pdf"))
        print(f"read {len(text)} bytes of text, imported a PDF as document {again}")

    def documents(self):
        return json.loads(self.answer("/api/documents"))["documents"]
