"""A day at a station with three people and four devices."""

import pytest

from conftest import ROOT, in_one_view
from test_network import Listening
from test_people import PASSCODE, onboard

PHOTO = ROOT / "TestImages/letter-wood.jpg"


@pytest.fixture
def station(tmp_path):
    """Invitations are for others, so the station listens on the network."""
    station = Listening(tmp_path / "library")
    yield station
    station.kill()


class Day:
    """The devices: Ada's desktop, the phones of Ben and Cleo, and a shared tablet."""

    def __init__(self, station, open_window, theme, size):
        self.station = station
        self.desk, self.phone, self.other, self.tablet = (open_window(camera="absent", theme=theme, size=size) for _ in range(4))

    def morning(self):
        """Ada sets the station up at her desktop, and invites the others to their phones."""
        self.desk.go(f"/sign-in?token={self.station.token}")
        self.desk.go("/people/setup")
        onboard(self.desk, "Ada", "/home")
        self.join(self.phone, "Ben", "member", "/home")
        self.join(self.other, "Cleo", "guest", "/scan/*")

    def join(self, window, name, role, end):
        """A person follows the link of an invitation on a separate device."""
        self.desk.go("/people")
        self.desk.page.check(f"input[name=role][value={role}]")
        self.desk.page.click("button:has-text('Make Invitation')")
        self.desk.page.wait_for_selector(".invitation-text")
        text = self.desk.page.locator(".invitation-text").input_value()
        window.go("/invitation#" + text.split("/invitation#")[1].split()[0])
        window.page.click("button:has-text('Continue')")
        window.page.wait_for_selector("h1:has-text('Before you begin')")
        onboard(window, name, end)

    def noon(self):
        """Ben shares a bill, and keeps his diary private. On the tablet he finds both; Ada finds the bill on her desktop and by its
        URL. Cleo scans, and is offered nothing else."""
        scan(self.phone, "Bill")
        self.diary = scan(self.phone, "Diary")
        keep_to_oneself(self.phone, self.diary)
        self.phone.look("own-document")
        self.tablet.go(f"/sign-in?token={self.station.token}")
        sign_in(self.tablet, "Ben")
        finds(self.tablet, "Bill", "Diary")
        finds(self.desk, "Bill")
        self.desk.go(self.diary)
        assert "Diary" not in self.desk.page.content()
        scan(self.other, "Receipt")
        self.other.go("/documents")
        self.other.page.wait_for_selector("text=You may not do this")
        assert self.other.page.locator("a[href='/documents']:visible, a[href='/search']:visible, a[href='/home']:visible").count() == 0
        self.other.look("guest-refused")
        finds(self.tablet, "Bill", "Diary", "Receipt")

    def evening(self):
        """Ada removes Ben: his devices leave their screens automatically, and she gets his diary."""
        self.desk.go("/people")
        self.desk.page.click("[aria-label='Remove Ben']")
        self.desk.page.locator("dialog[open] button:has-text('Remove')").click()
        self.desk.wait_for_toast("Person removed")
        finds(self.desk, "Bill", "Diary", "Receipt")
        for window in (self.phone, self.tablet):
            window.until("location.pathname === '/sign-in'")
            assert "Diary" not in window.page.content()


def sign_in(window, name):
    """Chooses one of the station's people."""
    page = window.page
    window.go("/sign-in/people")
    page.click(f"a.cell:has-text('{name}')")
    page.fill("#passcode", PASSCODE)
    page.click("button:has-text('Sign In')")
    page.wait_for_url("**/home")


def scan(window, title):
    """Returns the URL of a new document."""
    answer = window.page.request.post(
        f"{window.station.address}/api/documents?title={title}", data=PHOTO.read_bytes(), headers={"Content-Type": "image/jpeg"})
    assert answer.status == 201, answer.text()
    return answer.headers["location"].removeprefix("/api")


def keep_to_oneself(window, document):
    page = window.page
    window.go(document)
    page.click("[data-opens=edit]")
    page.locator("#edit label:has-text('Only me')").click()
    page.click("#edit [data-saves]")
    window.wait_for_toast("Document saved")
    assert "Only me" in page.locator("main").inner_text()


def finds(window, *titles):
    """Waits until the library's list has exactly these documents."""
    window.go("/documents")
    window.until(
        "titles => JSON.stringify([...document.querySelectorAll('.documents .cell .headline')].map(e => e.innerText).sort()) === JSON.stringify(titles)",
        sorted(titles))


@pytest.mark.nightly
@in_one_view
def test_day(open_window, station, theme, size):
    """Everybody has separate sign-ins, drafts and documents; shared ones are visible to all, a guest scans, and the owner gets the
    documents of removed people."""
    day = Day(station, open_window, theme, size)
    day.morning()
    day.noon()
    day.evening()
