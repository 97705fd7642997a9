"""A day at a station with three people and four devices."""

import pytest

from conftest import ROOT, in_one_view
from test_network import Listening
from test_people import PASSCODE, agree, allow, fill_in, go_on

PHOTO = ROOT / "TestImages/letter-wood.jpg"


@pytest.fixture
def station(tmp_path):
    """Invitations are for others, so the station listens."""
    station = Listening(tmp_path / "library")
    yield station
    station.kill()


def onboard(window, name):
    page = window.page
    agree(page)
    page.fill("#name", name)
    go_on(page, "Choose a passcode")
    fill_in(page)
    go_on(page, "Keep the place of pictures?")
    for heading in ("Read your documents?", "Keep figures of your scans?", "Keep your recovery codes"):
        allow(page, heading)
    page.check("input[name=kept]")
    page.click("button:has-text('Continue')")
    page.wait_for_selector("h1:has-text('instead of the passcode')")
    page.click("button:has-text('Not Now')")
    page.wait_for_selector(".tabs", state="attached")


def join(owner, window, name, role):
    """Somebody scans the code of an invitation with a device of their own."""
    owner.go("/people")
    owner.page.check(f"input[name=role][value={role}]")
    owner.page.click("button:has-text('Make Invitation')")
    owner.page.wait_for_selector(".invitation-text")
    text = owner.page.locator(".invitation-text").input_value()
    window.go("/invitation#" + text.split("/invitation#")[1].split()[0])
    window.page.click("button:has-text('Continue')")
    window.page.wait_for_selector("h1:has-text('Before you begin')")
    onboard(window, name)


def sign_in(window, name):
    """Chooses somebody of those who use the station."""
    page = window.page
    window.go("/sign-in/people")
    page.click(f"a.cell:has-text('{name}')")
    page.fill("#passcode", PASSCODE)
    page.click("button:has-text('Sign In')")
    page.wait_for_selector(".tabs", state="attached")


def scan(window, title):
    """The address of a new document."""
    answer = window.page.request.post(
        f"{window.station.address}/api/documents?title={title}", data=PHOTO.read_bytes(), headers={"Content-Type": "image/jpeg"})
    assert answer.status == 201, answer.text()
    return answer.headers["location"].removeprefix("/api")


def titles(window):
    window.go("/documents")
    window.page.wait_for_load_state("networkidle")
    return window.page.locator("main").inner_text()


@in_one_view
def test_day(open_window, station, theme, size):
    """Each has their own sign-in, drafts and documents; what is shared is everybody's, a guest scans, and who is removed leaves all to the owner."""
    desk, phone, other, tablet = (open_window(camera="absent", theme=theme, size=size) for _ in range(4))
    # In the morning Ada sets the station up at her desk, and invites the others to their phones.
    desk.go(f"/sign-in?token={station.token}")
    desk.go("/people/setup")
    onboard(desk, "Ada")
    join(desk, phone, "Ben", "member")
    join(desk, other, "Cleo", "guest")
    # Ben shares a bill, and keeps his diary to himself.
    scan(phone, "Bill")
    diary = scan(phone, "Diary")
    phone.go(diary)
    phone.page.click("[data-opens=edit]")
    phone.page.locator("#edit label:has-text('Only me')").click()
    phone.page.click("#edit [data-saves]")
    phone.wait_for_toast("Document saved")
    assert "Only me" in phone.page.locator("main").inner_text()
    phone.look("own-document")
    # At the tablet, which all use, he finds both; Ada finds the bill, at her desk and at its address.
    tablet.go(f"/sign-in?token={station.token}")
    sign_in(tablet, "Ben")
    assert all(title in titles(tablet) for title in ("Bill", "Diary"))
    mine = titles(desk)
    assert "Bill" in mine and "Diary" not in mine
    desk.go(diary)
    assert "Diary" not in desk.page.content()
    # Cleo scans, and is offered nothing else.
    scan(other, "Receipt")
    other.go("/documents")
    other.page.wait_for_selector("text=You may not do this")
    assert other.page.locator("a[href='/documents'], a[href='/search'], a[href='/home']").count() == 0
    other.look("guest-refused")
    assert "Receipt" in titles(tablet)
    # In the evening Ada removes Ben: his devices are signed out, and his diary is hers.
    desk.go("/people")
    desk.page.click("[aria-label='Remove Ben']")
    desk.page.locator("dialog[open] button:has-text('Remove')").click()
    desk.wait_for_toast("Person removed")
    assert "Diary" in titles(desk)
    for window in (phone, tablet):
        window.go("/documents")
        window.page.wait_for_url("**/sign-in?**")
