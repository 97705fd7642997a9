"""People set up the station, sign in with passcodes and passkeys, and lock it."""

import re
import sqlite3
import urllib.request

import pytest

from conftest import ROOT, in_one_view

PASSCODE = "seven green apples"


def make_document(station):
    """Returns the URL of a document with one page."""
    photo = (ROOT / "TestImages/letter-wood.jpg").read_bytes()
    request = urllib.request.Request(f"{station.address}/api/documents?title=Note", data=photo, method="POST")
    return urllib.request.urlopen(request).headers["Location"].removeprefix("/api")


def fill_in(page, passcode=PASSCODE):
    for field in ("#passcode", "#again"):
        page.fill(field, passcode)


def go_on(page, heading):
    page.click("button:has-text('Continue')")
    page.wait_for_selector(f"h1:has-text('{heading}')")


def agree(page):
    """Goes through the pages of the terms, which come first."""
    page.click("text=Next")
    page.check("input[name=agreed]")
    allow(page, "What is your name?")


def allow(page, heading):
    page.click("button:has-text('Allow')")
    page.wait_for_selector(f"h1:has-text('{heading}')")


def decide(page):
    """Grants what each form asks for, after the passcode."""
    for heading in ("Read your documents?", "Keep figures of your scans?", "Keep your recovery codes"):
        allow(page, heading)


def onboard(window, name, end):
    """Goes from the terms to the first screen, whose path is `end`."""
    page = window.page
    agree(page)
    page.fill("#name", name)
    go_on(page, "Choose a passcode")
    fill_in(page)
    go_on(page, "Keep the place of pictures?")
    decide(page)
    page.check("input[name=kept]")
    page.click("button:has-text('Continue')")
    page.wait_for_selector("h1:has-text('instead of the passcode')")
    page.click("button:has-text('Not Now')")
    page.wait_for_url(f"**{end}")


def set_up(window):
    """Makes Ada the owner and signs her in."""
    window.go("/people/setup")
    onboard(window, "Ada", "/home")


@in_one_view
def test_first_run(open_window, station, theme, size):
    """SU-5, SU-9: from the profile an owner is set up step by step; a station that is killed in between continues where it was."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    window.go("/profile")
    page.click("text=Set Up People")
    page.wait_for_selector("h1:has-text('Before you begin')")
    window.look("people-terms")
    page.click("text=Next")
    page.wait_for_selector("h1:has-text('Using it together')")
    # The checkbox is required to continue.
    window.until("document.querySelector('form button.primary').disabled")
    page.check("input[name=agreed]")
    allow(page, "What is your name?")
    page.fill("#name", "Ada")
    go_on(page, "Choose a passcode")
    station.kill()
    station.start()
    window.go("/people/setup")
    page.wait_for_selector("h1:has-text('Choose a passcode')")
    fill_in(page, "password1")
    page.click("button:has-text('Continue')")
    page.wait_for_selector("[role=alert]:has-text('one of the first')")
    window.look("people-passcode")
    fill_in(page)
    go_on(page, "Keep the place of pictures?")
    decide(page)
    assert page.locator(".codes code").count() == 8
    window.look("people-codes")
    page.check("input[name=kept]")
    page.click("button:has-text('Continue')")
    page.wait_for_selector("h1:has-text('instead of the passcode')")
    window.look("passkey-offer")
    page.click("button:has-text('Not Now')")
    page.wait_for_url("**/home")
    window.go("/profile")
    assert page.locator(".profile-header .headline").inner_text() == "Ada"
    page.click("text=Sign-in and Sessions")
    page.wait_for_selector("h1:has-text('Sign-in')")
    window.look("people-sessions")


@in_one_view
def test_sign_in(open_window, theme, size):
    """MU-5, MU-10, BA-3, BA-4, BA-5: signing in waits for a passcode, shows that it is checking, and reports failures."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    set_up(window)
    window.go("/profile")
    page.click("button:has-text('Lock')")
    page.wait_for_selector("h1:has-text('Ada')")
    button = page.locator("button:has-text('Sign In')")
    assert button.is_disabled()
    assert page.evaluate("getComputedStyle(document.querySelector('#passcode'), '::placeholder').fontStyle") == "italic"
    assert page.locator("#passcode").get_attribute("type") == "password"
    window.look("people-locked")
    page.fill("#passcode", "not the passcode")
    assert button.is_enabled()
    page.click("button:has-text('Show')")
    assert page.locator("#passcode").get_attribute("type") == "text"
    page.click("button:has-text('Show')")
    assert page.locator("#passcode").get_attribute("type") == "password"
    window.until("document.querySelector('[role=status][data-verifying]').hidden")
    with window.station.paused():
        button.click(no_wait_after=True)
        window.until("!document.querySelector('[role=status][data-verifying]').hidden")
        assert page.locator("[data-verifying]").inner_text() == "Verifying Information…"
    page.wait_for_selector("[role=alert]:has-text('Sign In Failed')")
    # It covers neither the picture nor the name.
    assert page.locator("h1").bounding_box()["y"] + page.locator("h1").bounding_box()["height"] <= page.locator("[role=alert]").first.bounding_box()["y"]
    window.look("people-failed")
    page.fill("#passcode", PASSCODE)
    button.click()
    page.wait_for_url(re.compile("/(home|profile)$"))
    window.go("/people")
    page.wait_for_selector("h1:has-text('People')")
    window.look("people-list")


@in_one_view
def test_passkey(open_window, theme, size):
    """BI-7, BI-8, BI-9: a passkey is added, signs in, fails for other people, and is removed; the passcode remains."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    set_up(window)
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    authenticator = devices.send("WebAuthn.addVirtualAuthenticator", {"options": {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True, "isUserVerified": True,
        "automaticPresenceSimulation": True}})["authenticatorId"]
    # A station killed before it receives the passkey stores none, and accepts one after a restart.
    window.go("/profile/sign-in")

    def killed(route):
        window.station.kill()
        route.abort()

    page.route("**/profile/passkeys", killed, times=1)
    page.click("button:has-text('Add Passkey')")
    page.wait_for_selector(".passkey [role=alert]")
    window.station.start()
    window.go("/profile/sign-in")
    assert page.locator("li .icon-fingerprint").count() == 0
    page.click("button:has-text('Add Passkey')")
    window.wait_for_toast("Passkey added")
    assert page.locator(".icon-fingerprint").count() == 2
    window.look("people-passkeys")
    window.go("/profile")
    page.click("button:has-text('Sign Out'):visible")
    page.wait_for_selector("h1:has-text('Ada')")
    devices.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": False})
    page.click("button:has-text('Use a Passkey')")
    page.wait_for_selector(".passkey [role=alert]:has-text('This passkey did not work. Use your passcode.')")
    window.look("people-passkey-failed")
    devices.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator, "isUserVerified": True})
    page.click("button:has-text('Use a Passkey')")
    page.wait_for_url("**/home")
    window.go("/profile/sign-in")
    page.click("li:has(.icon-fingerprint) button:has-text('Remove')")
    window.wait_for_toast("Passkey removed")
    assert page.locator("li .icon-fingerprint").count() == 0
    window.go("/profile")
    page.click("button:has-text('Sign Out'):visible")
    page.click("button:has-text('Use a Passkey')")
    page.wait_for_selector(".passkey [role=alert]:has-text('This passkey did not work. Use your passcode.')")
    page.fill("#passcode", PASSCODE)
    page.click("button:has-text('Sign In')")
    page.wait_for_url("**/home")


@pytest.mark.nightly
@in_one_view
def test_consents(open_window, station, theme, size):
    """CF-3, CF-4, CF-13: a form slides up and down, asks before it is left, has a shadow once it is scrolled, and continues after a kill."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    window.go("/people/setup")
    assert page.evaluate("getComputedStyle(document.querySelector('.consent')).animationName") == "consent-slides"
    window.look("consent-first")
    # Cancel asks for confirmation, and No continues.
    page.click("button:has-text('Cancel')")
    page.wait_for_selector("dialog[open] h2:has-text('Stop setting up?')")
    window.look("consent-quit")
    page.click("dialog[open] button:has-text('No')")
    page.wait_for_selector("h1:has-text('Before you begin')")
    page.click("text=Next")
    page.wait_for_selector("h1:has-text('Using it together')")
    assert page.evaluate("getComputedStyle(document.querySelector('.consent')).animationName") == "consent-pushes"
    page.click("button:has-text('Deny')")
    page.wait_for_selector("dialog[open]:has-text('Only people who agree to this can use the station.')")
    page.click("dialog[open] button:has-text('OK')")
    page.check("input[name=agreed]")
    allow(page, "What is your name?")
    page.fill("#name", "Ada")
    go_on(page, "Choose a passcode")
    fill_in(page)
    go_on(page, "Keep the place of pictures?")
    page.click("summary:has-text('Learn More')")
    window.look("consent-single")
    # The bar has the color of the page, and a shadow over scrolled text, in both widths.
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 320})
        bar = "getComputedStyle(document.querySelector('.consent-bar'))"
        page.evaluate("scrollTo(0, 0)")
        window.until(f"{bar}.boxShadow === 'none'")
        assert page.evaluate(f"{bar}.backgroundColor === getComputedStyle(document.documentElement).backgroundColor")
        page.evaluate("scrollTo(0, 60)")
        window.until(f"{bar}.boxShadow !== 'none'")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.click("button:has-text('Not Now')")
    page.wait_for_selector("h1:has-text('Read your documents?')")
    station.kill()
    station.start()
    window.go("/people/setup")
    page.wait_for_selector("h1:has-text('Read your documents?')")
    # Leaving slides the form down.
    page.click("button:has-text('Cancel')")
    page.click("dialog[open] a:has-text('Yes')", no_wait_after=True)
    window.until("document.querySelector('.consent')?.classList.contains('leaving') || location.pathname === '/profile'")
    page.wait_for_url("**/profile")


@pytest.mark.nightly
@in_one_view
def test_profile_and_news(open_window, station, films, theme, size):
    """PS-1, WN-2, WN-3, WN-7, WN-8, WN-11: the profile is a modal at both widths, and news is paged through once."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    set_up(window)
    window.go("/profile")
    for width, height in ((390, 844), (1440, 900), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        window.until("document.querySelector('.profile-sheet').getAnimations().length === 0")
        box = page.locator(".profile-sheet").bounding_box()
        if width < 640:
            assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, width, height)
        else:
            assert box["width"] <= 672 and box["x"] > 0 and box["y"] > 0 and box["y"] + box["height"] < height
        assert page.evaluate("document.querySelector('.profile-sheet').scrollWidth <= document.querySelector('.profile-sheet').clientWidth")
        # Nothing behind it is reachable meanwhile.
        assert page.evaluate("[...document.querySelectorAll('body > nav, body > .navbar, body > st-sidebar')].every((part) => part.inert)")
        if width != 844:
            window.look(f"profile-{width}")
    with page.expect_navigation():
        page.set_input_files("#person-picture", {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": (ROOT / "TestImages/letter-wood.jpg").read_bytes()})
    page.wait_for_selector(".profile-header img")
    page.set_input_files("#person-picture", {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": b"nothing"})
    page.wait_for_selector("[data-picture] [role=alert]:has-text('no picture')")
    # From the profile it is a list that can only be closed.
    page.click("text=What’s New")
    page.wait_for_selector("dialog.whats-new[open]")
    assert page.locator("dialog.whats-new [data-news-action]").count() == 0
    window.look("whats-new-profile")
    page.click("dialog.whats-new button:has-text('Close')")
    page.wait_for_selector("dialog.whats-new", state="hidden")
    # After an update it is shown automatically, once.
    library = sqlite3.connect(station.folder / "library.sqlite")
    with library:
        library.execute("UPDATE person_setting SET value = '\"0.0.9\"' WHERE name = 'news'")
    library.close()
    window.go("/documents")
    page.wait_for_selector("dialog.whats-new[open]")
    assert page.locator("dialog.whats-new .bar h2").inner_text() == "What’s New"
    assert page.locator(".news li h3").count() == page.locator(".news li p").count() == page.locator(".news li .icon").count() > 2
    for width, height in ((390, 844), (1440, 900), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        window.until("document.querySelector('dialog.whats-new').getAnimations().length === 0")
        box = page.locator("dialog.whats-new").bounding_box()
        assert box["width"] <= width and box["height"] <= height
        assert page.locator("dialog.whats-new button:has-text('Start')").bounding_box()["y"] < height
    window.look("whats-new-list")
    # The same as pages: Next and swiping continue.
    page.evaluate("""() => {
      const dialog = document.querySelector("dialog.whats-new");
      dialog.classList.replace("list", "pages");
      dialog.querySelector(".news").dispatchEvent(new Event("scroll"));
    }""")
    page.wait_for_selector("[data-news-action]:has-text('Next')")
    window.look("whats-new-pages")
    page.click("[data-news-action]")
    list_ = "document.querySelector('.news')"
    window.until(f"Math.round({list_}.scrollLeft / {list_}.clientWidth) === 1")
    page.evaluate(f"{list_}.scrollTo({{ left: {list_}.scrollWidth, behavior: 'instant' }})")
    page.wait_for_selector("[data-news-action]:has-text('Start')")
    with page.expect_response("**/profile/news/seen"):
        page.click("[data-news-action]")
    page.wait_for_selector("dialog.whats-new", state="hidden")
    window.go("/documents")
    assert page.locator("dialog.whats-new").count() == 0


@pytest.mark.nightly
@in_one_view
def test_doors(open_window, station, theme, size):
    """MU-2, MU-11, MU-18, MU-19, BA-1, BA-7, SU-12, SU-13: the sign-in screens at both widths, with a keyboard, and the navigation between them."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    set_up(window)
    # The launch screen transforms into Home, and disappears.
    window.until("(document.querySelector('.launch') === null) || getComputedStyle(document.querySelector('.launch')).visibility === 'hidden'")
    window.go("/profile")
    page.click("button:has-text('Sign Out'):visible")
    page.wait_for_selector("h1:has-text('Ada')")
    for width, height in ((390, 844), (1440, 900), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        brand = page.locator(".door .brand")
        # The title takes one line.
        assert brand.bounding_box()["height"] < 40
        # A low window has the column of a phone.
        assert page.locator(".door").bounding_box()["width"] <= 400
    # A phone's keyboard leaves less than half of the window, and the field stays visible.
    page.set_viewport_size({"width": 390, "height": 380})
    page.focus("#passcode")
    box = page.locator("#passcode").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 380
    page.set_viewport_size({"width": 390, "height": 844})
    page.fill("#passcode", PASSCODE)
    page.click("button:has-text('Sign In')")
    page.wait_for_url("**/home")
    assert page.locator(".launch").count() == 1
    window.until("getComputedStyle(document.querySelector('.launch')).visibility === 'hidden'")
    # A blank layer separates the screens and does not block them.
    window.go("/sign-in/recovery")
    assert page.evaluate("getComputedStyle(document.body, '::after').animationName") == "blank"
    assert page.evaluate("getComputedStyle(document.body, '::after').pointerEvents") == "none"
    # With a name: a bar with Cancel, the title, the question, the fields and Sign In.
    station.kill()
    library = sqlite3.connect(station.folder / "library.sqlite")
    with library:
        library.execute("INSERT INTO person (name, key, role, onboarded) VALUES ('Ben', 'ben', 'member', '2026-11-25 10:00:00.000')")
    library.close()
    station.start()
    page.context.clear_cookies()
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        window.go("/sign-in")
        assert page.locator(".titlebar a:has-text('Cancel')").is_visible()
        tops = [page.locator(part).first.bounding_box()["y"] for part in (".titlebar", "h1", "h1 + .subhead", "#name", "#passcode", "button.primary")]
        assert tops == sorted(tops)
        window.look(f"sign-in-{width}")
        window.go("/welcome")
        window.look(f"welcome-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    # A phone in landscape orientation keeps the column of the welcome page.
    page.set_viewport_size({"width": 844, "height": 390})
    assert page.locator(".welcome").bounding_box()["width"] <= 480


@pytest.mark.nightly
@in_one_view
def test_signature(open_window, station, theme, size):
    """AO-3: a signature is drawn by mouse and by finger, cleared, drawn again, and placed on the page."""
    window = open_window(camera="absent", theme=theme, size=size, touch=True)
    page = window.page
    window.go(make_document(station) + "/pages/0")
    page.click("text=Sign")
    page.wait_for_selector(".signature svg")
    assert page.locator("main button.primary").is_disabled()
    window.until("document.querySelector('.signature img').naturalWidth > 0")

    def draw(y):
        box = page.locator(".signature svg").bounding_box()
        page.mouse.move(box["x"] + 0.2 * box["width"], box["y"] + y * box["height"])
        page.mouse.down()
        for step in range(1, 9):
            page.mouse.move(box["x"] + (0.2 + 0.05 * step) * box["width"], box["y"] + (y + (0.02 if step % 2 else 0)) * box["height"])
        page.mouse.up()

    draw(0.2)
    assert page.locator(".signature polyline").count() == 1
    page.click("button:has-text('Clear')")
    assert page.locator(".signature polyline").count() == 0 and page.locator("main button.primary").is_disabled()
    draw(0.2)
    draw(0.3)
    window.look("signature")
    page.click("main button.primary:has-text('Sign')")
    window.wait_for_toast("Page signed")
    window.look("signed")


@pytest.mark.nightly
@in_one_view
def test_interlude(open_window, station, theme, size):
    """IV-9: while the pages of a restored library are read, a special screen reports that at both widths, and leads on."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    make_document(station)
    station.kill()
    (station.folder / "interlude").write_text("restored")
    # Pages are pending as long as the machine is busy.
    station.start("--text-load", "0.0001")
    window.go("/documents")
    page.wait_for_url("**/interlude")
    assert page.locator("h1").inner_text() == "Your library is restored"
    assert page.evaluate("getComputedStyle(document.querySelector('.info-busy .spinner')).animationName") == "info-turns"
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        first, second = (page.locator(".info-buttons .button").nth(index).bounding_box() for index in (0, 1))
        assert first["y"] + first["height"] <= second["y"] and first["width"] == second["width"]
        assert second["y"] + second["height"] <= height and first["width"] <= 480
        window.look(f"interlude-{width}")
    page.click("button:has-text('Continue')")
    page.wait_for_url("**/home")
    window.go("/documents")
    assert page.url.endswith("/documents")


@pytest.mark.nightly
@in_one_view
def test_typed_texts(open_window, theme, size):
    """The sign-in keeps entries: an invitation stays in its field, and typed text is restored for the same person."""
    window = open_window(camera="absent", theme=theme, size=size)
    page = window.page
    code = "a" * 43
    window.go(f"/invitation#{code}")
    page.wait_for_function(f"document.querySelector('#code').value === '{code}' && !location.hash")
    page.reload()
    page.wait_for_function(f"document.querySelector('#code').value === '{code}'")
    set_up(window)
    window.go("/profile")
    page.fill("input[name=title]", "Accounting")
    leave = "import('/web/patterns/people/session.js').then(({ leave }) => leave())"
    with page.expect_navigation(url="**/profile"):
        page.evaluate(leave)
    page.wait_for_function("document.querySelector('input[name=title]')?.value === 'Accounting'")
    # Nobody else finds it.
    with page.expect_navigation(url="**/profile"):
        page.evaluate(leave.replace("leave())", "{ leave(); localStorage.setItem('recto.person', 'Eve'); })"))
    window.until("document.readyState === 'complete' && !sessionStorage.getItem('recto.typed')")
    assert page.input_value("input[name=title]") == ""
