"""The map: its panels, its toolbar, and what fingers, mice and keys do on it."""

import json
import random

import pytest

import clips
from conftest import PATIENCE, in_one_view


def feature(geometry, coordinates, **properties):
    return {"type": "Feature", "id": properties["name"], "geometry": {"type": geometry, "coordinates": coordinates}, "properties": properties}


# A cluster of three in the north, places in the south and east, a line, an area, and two rounds.
OBJECTS = [
    feature("Point", [10, 52], name="Box 1", type="box"), feature("Point", [10.0001, 52], name="Box 2", type="box"),
    feature("Point", [10.0002, 52], name="Box 3", type="box"), feature("Point", [10, 48], name="Shelf", type="shelf", glyph="A"),
    feature("LineString", [[12, 48], [13, 48]], name="Corridor"), feature("Polygon", [[[12, 50], [13, 50], [13, 51], [12, 50]]], name="Cellar"),
    feature("Point", [14, 51], name="Gate", type="room"),
    feature("LineString", [[10, 52], [10, 48]], name="Monday", kind="round", stops=["Box 1", "Shelf"]),
    feature("LineString", [[10.0002, 52], [14, 51]], name="Tuesday", kind="round", stops=["Box 3", "Gate"]),
]


def put(window, objects):
    body = json.dumps({"type": "FeatureCollection", "features": objects}).encode()
    answer = window.page.request.post(
        window.station.address + "/map/import", multipart={"file": {"name": "a.geojson", "mimeType": "application/json", "buffer": body}}, max_redirects=0, timeout=1000 * PATIENCE)
    assert answer.status == 303, answer.text()


def open_map(window, path="/map"):
    window.go(path)
    window.page.wait_for_selector("st-map[data-loaded]")
    rest(window)


# Waits until the map has stopped sliding and has the markers of its position.
def rest(window):
    window.until("""() => { const map = document.querySelector('st-map');
      return !map.gliding && !map.isAsking && !map.frame && map.dataset.loaded === `${Math.round(map.camera.zoom * 2) / 2}`; }""")


# Returns the point of a position in the window.
def point(window, longitude, latitude):
    return window.page.evaluate("""async ([at]) => { const { spot } = await import('/web/patterns/map/projection.js');
      const map = document.querySelector('st-map'), box = map.view.getBoundingClientRect(), [x, y] = map.offset(spot(at));
      return [x + box.left, y + box.top]; }""", [[longitude, latitude]])


def tap(window, longitude, latitude):
    window.page.mouse.click(*point(window, longitude, latitude))


def title(window, text):
    window.until("text => document.querySelector('#map-detail-title')?.textContent === text", text)


@pytest.fixture
def window(open_window, theme, size):
    window = open_window(theme=theme, size=size)
    put(window, OBJECTS)
    open_map(window)
    return window


def box(window, selector):
    return window.page.locator(selector).bounding_box()


@in_one_view
def test_places(window, size):
    """MP-2, MP-5, MP-14, MP-15, MP-16, MP-20: in narrow windows panels and legend are at the bottom, and there is no editing; in wide ones panels float on the left"""
    page = window.page
    view, bar, panel = box(window, ".map-view"), box(window, ".map-toolbar"), window.at_rest(".map-list")
    assert page.locator(".map-toolbar button").count() == 5
    assert bar["x"] + bar["width"] > view["x"] + view["width"] - 24 and bar["y"] < view["y"] + 24
    window.look("map")
    if size == "compact":
        assert panel["x"] == 0 and abs(panel["y"] + panel["height"] - view["y"] - view["height"]) < 2
    else:
        assert view["x"] < panel["x"] < view["x"] + 24 and panel["width"] < view["width"] / 2
    # Panels close, and reopen in the same state.
    page.click("[data-map=panels]")
    gone = window.at_rest(".map-panels")
    assert gone["y"] >= view["y"] + view["height"] - 1 if size == "compact" else gone["x"] + gone["width"] <= view["x"] + 1
    page.click("[data-map=panels]")
    back = window.at_rest(".map-list")
    assert all(abs(back[side] - panel[side]) < 1 for side in panel)
    page.click(".map-toolbar [popovertarget=map-legend]")
    legend = window.at_rest("#map-legend")
    window.look("map-legend")
    if size == "compact":
        assert legend["x"] == 0 and abs(legend["y"] + legend["height"] - 844) < 2
    else:
        assert legend["x"] + legend["width"] <= bar["x"] and legend["y"] < bar["y"] + bar["height"]
    page.keyboard.press("Escape")
    page.click("[data-opens=map-settings]")
    modal = window.at_rest("#map-settings")
    window.look("map-settings")
    assert (modal["width"] == 390 and modal["height"] == 844) if size == "compact" else modal["width"] < 600
    page.click("#map-settings [data-closes]")
    assert page.locator(".map-editing").first.is_visible() == (size == "regular")
    open_map(window, "/map?new=place")
    assert page.locator(".map-form form").is_visible() == (size == "regular")
    open_map(window, "/map?object=4")
    detail = window.at_rest(".map-detail")
    assert detail["x"] == 0 and detail["y"] > 300 if size == "compact" else detail["x"] < view["x"] + 24
    assert page.locator("a.entry", has_text="Edit…").is_visible() == (size == "regular")
    window.look("map-place")
    if size == "compact":
        page.set_viewport_size({"width": 780, "height": 390})
        page.click(".map-toolbar [popovertarget=map-legend]")
        legend = window.at_rest("#map-legend")
        assert legend["x"] < 40 and legend["y"] < 40


@pytest.mark.nightly
@in_one_view
def test_clusters(window):
    """MP-7, MP-8, MP-10, MP-12, MP-13: markers are merged when zoomed out and separate when zoomed in; a tap on a merged one lists its contents, with links"""
    page = window.page
    counts = "() => document.querySelector('st-map').shown.markers.map(({count}) => count).sort().join()"
    assert page.evaluate(counts) == "1,1,3"
    page.click("[data-map=extents]")
    rest(window)
    # All of it is in the window, beside the panels.
    for at in ([10, 52], [10, 48], [14, 51]):
        x, y = point(window, *at)
        view = box(window, ".map-view")
        assert view["x"] < x < view["x"] + view["width"] and view["y"] < y < view["y"] + view["height"]
    tap(window, 10.0001, 52)
    title(window, "3 objects here")
    # It is looked up at the zoom level of the displayed markers, because clusters differ between levels.
    assert f"%2C{page.evaluate('document.querySelector(`st-map`).shown.zoom')}".removesuffix(".0") in page.url.replace(",", "%2C")
    assert page.locator(".map-detail .headline").all_inner_texts() == ["Box 1", "Box 2", "Box 3"]
    window.look("map-cluster")
    page.click(".map-detail .cell:has-text('Box 2')")
    title(window, "Box 2")
    # The map has moved there: each box has its own marker.
    rest(window)
    assert page.evaluate(counts) == "1,1,1"
    assert page.locator(".map-pin").is_visible()
    page.go_back()
    title(window, "3 objects here")
    page.click("[data-map-close]")
    window.until("document.querySelector('.map-detail') === null")
    page.click("[data-map=extents]")
    rest(window)
    tap(window, 12.5, 48)
    title(window, "Corridor")
    assert page.locator(".map-outline-line polyline").get_attribute("points")
    tap(window, 12.9, 50.2)
    title(window, "Cellar")
    assert page.locator(".map-outline-area polygon").get_attribute("points")
    # Even on a small phone, the toolbar does not cover the panel.
    page.set_viewport_size({"width": 320, "height": 568})
    window.until("""() => { const at = document.querySelector('.map-detail [data-map-close]').getBoundingClientRect();
      return document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2)?.closest('[data-map-close]') !== null; }""")


@pytest.mark.nightly
@in_one_view
def test_rounds(window):
    """MP-21, MP-22, MP-23: a round has a tag; when it is selected, its stops are numbered markers, the others are muted, and a stop has a panel"""
    page = window.page
    tags = page.locator(".map-tag")
    assert sorted(tags.all_inner_texts()) == ["Monday", "Tuesday"]
    tags.filter(has_text="Monday").click()
    title(window, "Monday")
    rest(window)
    assert page.locator(".map-stop-name").all_inner_texts() == ["1 Box 1", "2 Shelf"]
    assert page.locator(".map-detail .headline").all_inner_texts() == ["Box 1", "Shelf"]
    assert page.locator(".map-tag.map-muted").all_inner_texts() == ["Tuesday"]
    window.look("map-round")
    page.click(".map-detail .cell:has-text('Shelf')")
    title(window, "Shelf")
    rest(window)
    assert page.evaluate("document.querySelector('st-map').camera.zoom") >= 20
    page.click("[data-map-close]")
    title(window, "Monday")


@pytest.mark.nightly
@pytest.mark.parametrize("theme, size", [("light", "regular")])
def test_editing(window):
    """MP-17, MP-18, MP-19: points are placed by taps, and moved by dragging, keys and coordinates; the list does not change"""
    page = window.page
    page.fill(".map-search input", "Box")
    page.keyboard.press("Enter")
    window.until("document.querySelectorAll('.map-list .cell').length === 3")
    page.click("[popovertarget=map-add]")
    page.click("#map-add a:has-text('Area')")
    title(window, "New Area")
    for at in ([10.5, 49], [11.5, 49], [11.5, 50]):
        tap(window, *at)
    fields = page.locator("[name=corner]")
    assert fields.count() == 3 and page.locator(".map-handle").count() == 3
    window.look("map-edit")
    before = fields.nth(2).input_value()
    handle = page.locator(".map-handle").nth(2).bounding_box()
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y - 30, steps=4)
    page.mouse.up()
    dragged = fields.nth(2).input_value()
    assert dragged != before and fields.count() == 3
    page.locator(".map-handle").nth(2).focus()
    page.keyboard.press("ArrowLeft")
    assert fields.nth(2).input_value() != dragged
    fields.nth(0).fill("10.25, 48.5")
    assert page.locator(".map-handle").count() == 3
    page.fill("#map-name", "Yard")
    page.click(".map-form button:has-text('Save')")
    window.wait_for_toast("Added to the map")
    title(window, "Yard")
    assert page.input_value(".map-search input") == "Box"
    page.click("a.entry:has-text('Edit…')")
    title(window, "Edit Area")
    # Everything else is hidden.
    assert page.evaluate("document.querySelector('st-map').edit.isOn")
    page.click("[data-removes-corner] >> nth=0")
    assert fields.count() == 2
    page.click(".map-form a:has-text('Cancel'):visible")
    title(window, "Yard")
    page.click("[data-map=extents]")
    rest(window)
    # A round is created from the tapped places.
    page.click("[popovertarget=map-add]")
    page.click("#map-add a:has-text('Round')")
    title(window, "New Round")
    tap(window, 10, 48)
    window.until("document.querySelectorAll('[name=stop]').length === 2")
    assert page.locator("[name=stop]").first.evaluate("select => select.selectedOptions[0].textContent") == "Shelf"
    # Or from the list, which always offers one more.
    page.locator("[name=stop]").nth(1).select_option(label="Gate")
    window.until("document.querySelectorAll('[name=stop]').length === 3")
    # A place missing from a long list is named as in its panel.
    page.evaluate("for (const option of document.querySelectorAll('[name=stop] option')) if (option.textContent === 'Box 3') option.remove()")
    page.evaluate("(at) => { const map = document.querySelector('st-map'); map.glide(map.around([...at, ...at], 20)); }", [10.0002, 52])
    rest(window)
    tap(window, 10.0002, 52)
    window.until("document.querySelectorAll('[name=stop]').length === 4")
    assert page.locator("[name=stop]").nth(2).evaluate("select => select.selectedOptions[0].textContent") == "Box 3"


@pytest.mark.nightly
@in_one_view
def test_position(window):
    """MP-3, MP-4, MP-27: the person's position is on or off; if it is on, there are directions, and nearby objects"""
    page = window.page
    page.context.grant_permissions(["geolocation"])
    page.context.set_geolocation({"longitude": 10, "latitude": 47.999})
    button = page.locator("[data-map=position]")
    assert button.get_attribute("aria-pressed") == "false"
    button.click()
    window.until("document.querySelector('[data-map=position]').ariaPressed === 'true'")
    assert page.locator(".map-position").count() == 1
    page.click("[data-map=near]")
    window.until("document.querySelectorAll('.map-list .cell').length === 1")
    page.click(".map-list .cell")
    title(window, "Shelf")
    page.click("[data-map=directions]")
    window.until("document.querySelector('.map-way')?.textContent === '111 m to the north (0°), in a straight line'")
    assert page.locator(".map-way-line polyline").get_attribute("points")
    button.click()
    window.until("document.querySelector('[data-map=position]').ariaPressed === 'false'")
    assert page.locator(".map-position").count() == 0
    # Directions requested before the position was known.
    shelf = page.evaluate("document.querySelector('st-map').selection.id")
    open_map(window, f"/map?object={shelf}&directions=yes")
    button.click()
    window.until("document.querySelector('.map-way')?.textContent === '111 m to the north (0°), in a straight line'")


@pytest.mark.nightly
@pytest.mark.parametrize("theme, size", [("light", "regular")])
def test_plan_is_moved(open_window, theme, size):
    """MP-20: a floor plan is moved and rotated on the map, and the form has the saved values"""
    window = open_window(theme=theme, size=size)
    page = window.page
    picture = window.page.request.post(window.station.address + "/map/plans", multipart={
        "file": {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": (clips.PICTURES / "form-stripes.jpg").read_bytes()},
        "name": "Cellar", "meters": "40", "center": "10, 50", "rotation": "0"}, max_redirects=0)
    assert picture.status == 303
    open_map(window, "/map?plan=1")
    handles, center, rotation = page.locator(".map-handle"), page.locator(".map-form [name=center]"), page.locator(".map-form [name=rotation]")

    def drag(handle, dx, dy):
        box = handle.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + dx, y + dy, steps=4)
        page.mouse.up()

    drag(handles.first, 40, 0)
    longitude, latitude = map(float, center.input_value().split(","))
    assert longitude > 10 and abs(latitude - 50) < 1e-4
    rest(window)
    middle, right = [handle.bounding_box() for handle in handles.all()]
    half = right["x"] - middle["x"]
    # A quarter turn.
    drag(handles.nth(1), -half, half)
    assert abs(float(rotation.input_value()) - 90) < 1
    window.until("Math.abs(document.querySelector('st-map').shown.plans[0].rotation - 90) < 1")
    handles.nth(1).focus()
    page.keyboard.press("ArrowRight")
    assert abs(float(rotation.input_value()) - 91) < 1
    window.look("map-plan-moved")
    page.click(".map-form button:has-text('Save')")
    window.wait_for_toast("Changed on the map")
    assert page.evaluate("fetch('/map/plans').then((answer) => answer.text())").count("91") > 0


@pytest.mark.nightly
@in_one_view
def test_labels_in_other_scripts(window):
    """Names in scripts that the sheet's fonts do not support are drawn by the browser"""
    page = window.page
    put(window, [feature("Point", [9, 52], name="مخزن ١"), feature("Point", [9.1, 52], name="地下室の棚"), feature("Point", [9.2, 52], name="Αποθήκη")])
    window.go("/map/labels")
    assert page.locator("[data-drawn]").count() == 3 and not page.locator("[data-drawn]").first.is_visible()
    window.look("map-labels")
    sent = []

    def answer(route):
        sent.append((route.request.method, route.request.post_data_buffer))
        route.fulfill(status=204)

    page.route("**/map/labels/sheet", answer)
    with page.expect_response("**/map/labels/sheet"):
        page.click("button:has-text('Make the PDF')")
    assert sent[0][0] == "POST" and sent[0][1].count(b"\xff\xd8\xff") == 3
    # The selection is kept for another sheet.
    assert page.locator(".map-labels").get_attribute("method") == "get" and page.locator(".map-labels [type=file]").count() == 0


@pytest.mark.nightly
@in_one_view
def test_keys(window):
    """MP-26: keys move the map and zoom, select the object in the middle, and reach all visible objects in the list"""
    page = window.page
    page.focus(".map-view")
    camera = "document.querySelector('st-map').camera"
    before = page.evaluate(camera)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    after = page.evaluate(camera)
    assert after["x"] > before["x"] and after["zoom"] == before["zoom"] + 1
    page.locator(".map-list .cell", has_text="Shelf").focus()
    page.keyboard.press("Enter")
    title(window, "Shelf")
    assert page.evaluate("document.activeElement.id") == "map-detail"
    rest(window)
    page.focus(".map-view")
    page.evaluate("""async () => { const { spot } = await import('/web/patterns/map/projection.js');
      const [x, y] = spot([10, 52]); document.querySelector('st-map').show({ x, y, zoom: 25 }); }""")
    rest(window)
    page.keyboard.press("Enter")
    title(window, "Box 1")


@pytest.mark.nightly
@pytest.mark.parametrize("theme, size", [("light", "regular")])
def test_many(open_window, theme, size):
    """A map of 50,000 points is moved, and its frames are timed; a frame takes less than a sixtieth of a second"""
    window = open_window(theme=theme, size=size)
    generator = random.Random(1)
    put(window, [
        feature("Point", [generator.uniform(5, 15), generator.uniform(47, 55)], name=f"Box {number}", type=generator.choice(["box", "shelf"]))
        for number in range(50_000)])
    open_map(window)
    moved = window.page.evaluate("""() => new Promise((done) => {
      const map = document.querySelector('st-map'), frames = [];
      map.frames.length = 0;
      let last = performance.now(), count = 0;
      const step = (now) => {
        frames.push(now - last);
        last = now;
        map.move(count % 40 < 20 ? 7 : -7, count % 30 < 15 ? 3 : -3);
        count += 1;
        if (count < 180) requestAnimationFrame(step);
        else done({ frames: frames.slice(2), drawing: [...map.frames], markers: map.shown.markers.length, count: map.shown.count });
      };
      requestAnimationFrame(step);
    })""")
    middle = lambda values, share=0.5: sorted(values)[int(len(values) * share)]
    print(f"map: {moved['count']} points, {moved['markers']} markers; a frame {middle(moved['frames']):.1f} ms (95 %: {middle(moved['frames'], 0.95):.1f}), "
          f"drawn in {middle(moved['drawing']):.2f} ms (95 %: {middle(moved['drawing'], 0.95):.2f})")
    assert moved["count"] == 50_000 and moved["markers"] < 3000
    # Without a graphics card and on a busy machine frames are late, but their cost depends less on that.
    assert middle(moved["drawing"]) < 16
