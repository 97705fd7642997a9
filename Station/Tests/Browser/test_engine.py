"""The engine in the browser processes the camera's pictures, or the station if it cannot. IDs are those of the requirements."""

import pytest

# Counts the page's messages over its channel by the first byte: 1 and 2 are pictures, 3 stills, 5 observations of the
# engine.
KINDS = """
  window.kinds = {};
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    if (typeof data !== "string") kinds[data[0]] = (kinds[data[0]] ?? 0) + 1;
    return send.call(this, data);
  };
"""
OUTLINE = "document.querySelector('.outline').getAttribute('points')"


def refuse_module(page):
    page.route("**/engine/recto.wasm", lambda route: route.abort())


def refuse_script(page):
    page.route("**/engine/recto.js", lambda route: route.fulfill(status=404))


def forbid_webassembly(page):
    def forbid(route):
        answer = route.fetch()
        policy = answer.headers["content-security-policy"]
        assert "'wasm-unsafe-eval'" in policy
        route.fulfill(response=answer, headers={**answer.headers, "content-security-policy": policy.replace(" 'wasm-unsafe-eval'", "")})

    page.route("**/engine/worker.js", forbid)


@pytest.fixture
def scan(open_window):
    """Opens the scanner, and returns its window."""
    def scan(prepare=lambda page: None):
        window = open_window("still")
        window.page.add_init_script(KINDS)
        prepare(window.page)
        window.go("/scan")
        return window
    return scan


def test_no_picture_is_sent(scan):
    """DS-4, DS-6, DS-54: the page is outlined and captured, and only its still is sent."""
    window = scan()
    window.until(f"{OUTLINE} !== ''")
    window.wait_for_pages(1)
    kinds = window.page.evaluate("kinds")
    assert kinds.keys() == {"3", "5"} and kinds["3"] == 1
    # The page in view is not captured twice.
    window.film_goes_on(4)
    assert window.pages == 1 and window.page.evaluate("kinds[3]") == 1


@pytest.mark.parametrize("prepare", [refuse_script, refuse_module, forbid_webassembly])
def test_station_looks_where_the_engine_does_not_run(scan, prepare):
    """DS-54: without its files, or if a policy forbids WebAssembly, pictures are sent to the station, and the page is still captured."""
    window = scan(prepare)
    window.until(f"{OUTLINE} !== ''")
    window.wait_for_pages(1)
    assert window.page.evaluate("kinds").keys() == {"1", "3"}


def test_engine_stops(scan):
    """DS-54: if the engine stops during a view, the station takes over, and no page is captured twice."""
    window = scan()
    window.wait_for_pages(1)
    window.page.evaluate("document.querySelector('st-scanner').sight.engine.close()")
    window.until("kinds[1] > 30")
    window.until(f"{OUTLINE} !== ''")
    assert window.pages == 1
