"""Rules that file documents."""

import urllib.parse
import urllib.request

import pytest

import clips
from conftest import in_one_view

LETTER = clips.PICTURES / "letter-wood.jpg"
WIDTHS = (320, 390, 1440)
IS_WIDE = "document.documentElement.scrollWidth > innerWidth"


@pytest.fixture
def gas(station):
    """Returns a station with two gas bills and a letter."""
    for number, title in enumerate(["Gas bill 2025", "Gas bill 2026", "Letter"]):
        address = f"{station.address}/api/documents?title={urllib.parse.quote(title)}"
        urllib.request.urlopen(urllib.request.Request(address, data=LETTER.read_bytes() + bytes([number]), method="POST")).read()
    return station


def choose_new(page, field, value):
    """Enters a new value in a list of values."""
    page.click(f"#{field}")
    page.fill(f"#{field}-new", value)
    page.keyboard.press("Enter")
    assert page.locator(f"#{field} [data-chosen]").inner_text() == value


@in_one_view
def test_rule(open_window, gas, theme, size):
    """RU-3, RU-5, RU-6, RU-7: a rule is entered, tried, saved with a run, undone, changed and deleted; its lists of values open in their
    place, and its screens pass axe."""
    window = open_window(theme=theme, size=size)
    page = window.page
    window.go("/documents")
    page.click("[popovertarget=list-menu]")
    page.get_by_role("menuitem", name="Rules").click()
    page.wait_for_selector("h1 >> text=Rules")
    window.look("rules-none")
    page.click("a[aria-label='New Rule']")
    page.wait_for_selector(".rule-form")
    page.click("text=Try Rule")
    assert page.locator("#error-name").inner_text() == "Enter a name."
    page.fill("#field-name", "Gas")
    page.fill("#field-inTitle", "gas")
    choose_new(page, "field-folder", "Home / Bills")
    choose_new(page, "field-tags", "gas")
    window.look("rule-form")
    page.click("text=Try Rule")
    outcome = page.locator("#outcome")
    outcome.wait_for()
    assert outcome.locator(".rule-found").inner_text() == "2 documents match; 2 would change"
    assert outcome.locator("li .headline").all_inner_texts() == ["Gas bill 2025", "Gas bill 2026"]
    window.look("rule-tried")
    # What was tried is entered as it was.
    assert page.locator("#field-folder [data-chosen]").inner_text() == "Home / Bills"
    page.click("text=Save and File 2 documents")
    window.wait_for_toast("2 documents filed")
    assert page.locator("ol.rules li").count() == 1 and page.locator(".rule-runs li").count() == 1
    window.look("rules")
    page.click(".rule-runs li a")
    page.wait_for_selector(".rule-effects")
    window.look("rule-run")
    page.click(".rule-effects a >> nth=0")
    page.wait_for_selector("dt >> text=Filed by Rule")
    window.go("/documents/rules")
    page.click(".rule-runs button")
    window.wait_for_toast("Change undone")
    assert page.locator(".rule-runs").inner_text().endswith("Undone")
    page.click("button[aria-label='Turn Off: Gas']")
    window.wait_for_toast("Rule turned off")
    window.look("rules-off")
    page.click("ol.rules .headline")
    page.wait_for_selector("h1 >> text=Gas")
    page.click("text=Delete")
    window.wait_for_toast("Rule deleted")
    page.click(".toast button")
    window.wait_for_toast("Change undone")
    assert page.locator("ol.rules .headline").inner_text() == "Gas"


def test_without_scripts(open_window, gas):
    """RU-12: without scripts a rule is entered in lists that stay usable, tried, saved, run and undone."""
    window = open_window()
    page = window.page.context.browser.new_context(java_script_enabled=False, viewport={"width": 320, "height": 700}).new_page()
    page.goto(gas.address + "/documents/rules/new")
    page.fill("#field-name", "Gas")
    page.fill("#field-inTitle", "gas")
    page.click("#field-folder")
    page.fill("#field-folder-new", "Bills")
    page.click("#field-folder")
    page.click("text=Try Rule")
    assert page.locator(".rule-found").inner_text() == "2 documents match; 2 would change"
    page.click("text=Save Rule")
    assert page.locator("ol.rules .headline").inner_text() == "Gas"
    page.click("text=Run…")
    page.click("text=File 2 documents")
    page.click(".rule-runs button")
    assert page.locator(".rule-runs").inner_text().endswith("Undone")
    page.context.close()


@pytest.mark.parametrize("language", ["en", "de"])
def test_widths(open_window, gas, language):
    """RU-12: no screen of rules is wider than its window, in either language."""
    window = open_window()
    page = window.page
    if language == "de":
        window.go("/profile")
        page.select_option("#screen-language", "de")
        page.click("form[action='/profile/language'] button")
        page.wait_for_selector("html[lang=de]")
    for number in range(2):
        window.go("/documents/rules/new")
        page.fill("#field-name", f"Donaudampfschifffahrtsgesellschaftsrechnungen {number}")
        page.fill("#field-inTitle", "gas")
        page.fill("#field-newTitle", "{correspondent} {type} {date}")
        choose_new(page, "field-folder", "Home / Bills / Verwaltungsgebäudeversicherung")
        choose_new(page, "field-tags", f"gas {number}")
        page.click("form.rule-form > .actions button")
        page.wait_for_selector("#outcome")
        looks(window, f"rule-tried-{language}")
        page.click("#outcome .button:not(.primary)")
        page.wait_for_selector(".rule-runs")
    for path, name in [("/documents/rules", "rules"), ("/documents/rules/runs/1", "rule-run"), ("/documents/rules/run", "rules-run"), ("/documents/rules/1", "rule-form")]:
        window.go(path)
        looks(window, f"{name}-{language}")


def looks(window, name):
    for width in WIDTHS:
        window.page.set_viewport_size({"width": width, "height": 800})
        assert not window.page.evaluate(IS_WIDE), (name, width)
        window.look(f"{name}-{width}")
