"""Kills the station at random moments while pages are scanned and documents are saved: nothing that was confirmed is lost."""

import os
import random
import re
import signal
import threading
import time
import urllib.error
import urllib.request

import clips
from sockets import Channel

ROUNDS = int(os.environ.get("RECTO_CRASHES", 5))
SEED = 20261122
WAYS = [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirect)


def ask(station, path, data=None):
    """Returns status, location and body; None if the station ended meanwhile."""
    request = urllib.request.Request(station.address + path, data=data, method="GET" if data is None else "POST")
    try:
        with opener.open(request, timeout=60) as answer:
            return answer.status, answer.headers.get("Location"), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers.get("Location"), error.read()
    except OSError:
        return None


class Person(threading.Thread):
    """Repeatedly scans one or two pages and saves them, and records the confirmed responses."""

    def __init__(self, station, number, pictures):
        super().__init__(daemon=True)
        self.station = station
        self.number = number
        self.pictures = pictures
        # For each session: the stored pages, whether saving was requested, and the resulting document.
        self.sessions = {}

    def run(self):
        for count in range(1000):
            name = f"{self.number:08x}{count:08x}"
            session = self.sessions[name] = {"pages": 0, "asked": False, "document": None}
            for picture in random.sample(self.pictures, random.randint(1, 2)):
                answer = ask(self.station, f"/scan/{name}/import", picture)
                if answer is None:
                    return
                assert answer[0] == 303, answer
                session["pages"] += 1
            if ask(self.station, f"/scan/{name}/pages/1/rotate", b"") is None:
                return
            session["asked"] = True
            answer = ask(self.station, f"/scan/{name}/save", b"")
            if answer is None:
                return
            assert answer[0] == 303, answer
            session["document"] = answer[1].split("?")[0]


def check(station, sessions):
    documents = set()
    for name, session in sessions.items():
        if session["document"]:
            status, _, body = ask(station, session["document"])
            assert status == 200, (name, session)
            found = re.search(rb"(\d+) pages?</p>", body)
            assert int(found.group(1)) == session["pages"], (name, session)
            assert session["document"] not in documents
            documents.add(session["document"])
            assert ask(station, session["document"] + "/pages/0/thumbnail")[0] == 200
        elif session["pages"] and not session["asked"]:
            status, _, body = ask(station, f"/scan/{name}/pages")
            assert status == 200 and f"of {session['pages']}".encode() in body or session["pages"] + 1 == len(
                re.findall(rb'<li><a href="[^"]+/pages/\d+"', body)), (name, session)
    return documents


def test_killed_at_random(station):
    """DS-19, DS-43: killed, ended or paused with a view open: saved documents remain, drafts stay complete, and no draft becomes two documents."""
    random.seed(SEED)
    pictures = [(clips.PICTURES / f"{name}.jpg").read_bytes() for name in ("receipt-tiles", "letter-wood", "form-stripes")]
    sessions = {}
    for number in range(ROUNDS):
        person = Person(station, number, pictures)
        view = Channel(station, f"/live/scan/{number:08x}ffffffff")
        assert view.status == 101
        person.start()
        view.send_picture(1)
        time.sleep(random.uniform(0.05, 1.2))
        way = WAYS[number % len(WAYS)]
        if way == signal.SIGSTOP:
            with station.paused():
                time.sleep(random.uniform(0.05, 1.2))
            way = signal.SIGKILL
        station.process.send_signal(way)
        station.process.wait()
        person.join()
        view.close()
        station.start()
        # Check all of them at the end: checking each after every crash would take longer than the rest.
        check(station, person.sessions | dict(random.sample(sorted(sessions.items()), min(20, len(sessions)))))
        sessions.update(person.sessions)
        left = [name for name in os.listdir(station.folder) if name.startswith(".")]
        assert not left, left
    saved = check(station, sessions)
    # Sessions with an unanswered save request are either documents or drafts, never both and never twice.
    listed = set()
    path = "/documents"
    while path:
        body = ask(station, path)[2].decode()
        listed |= set(re.findall(r'class="cell" href="(/documents/\d+)"', body))
        more = re.search(r'class="button" href="(/documents\?after=[^"&]+)"', body)
        path = more and more.group(1)
    unsure = [name for name, session in sessions.items() if session["asked"] and not session["document"]]
    assert saved <= listed and len(listed) <= len(saved) + len(unsure)
    drafts = set(os.listdir(station.folder / "drafts"))
    assert len(listed - saved) + len(drafts & set(unsure)) == len(unsure), (listed - saved, unsure)
    print(f"{ROUNDS} ends, {len(saved)} documents saved, {len(unsure)} not answered, {len(drafts)} drafts")
