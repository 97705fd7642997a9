"""The sharpness of pages, feedback during a capture, and the ways into the scanner. IDs are those of the requirements."""

import base64
import difflib
import io
import json
import os
import subprocess

import pytest
from PIL import Image

import clips
from conftest import SHOTS

# A4, in inches.
PAPER = (8.27, 11.69)
# A camera whose photos are the pictures of `photos` in turn; the last one is repeated.
PHOTOS = """
  window.taken = 0;
  window.ImageCapture = class {
    async getPhotoCapabilities() { return { imageWidth: { max: %d }, imageHeight: { max: %d } }; }
    async takePhoto() {
      const photos = %s;
      const bytes = Uint8Array.from(atob(photos[Math.min(window.taken++, photos.length - 1)]), (letter) => letter.charCodeAt(0));
      return new Blob([bytes], { type: "image/jpeg" });
    }
  };
"""


def jpeg(picture):
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=90)
    return base64.b64encode(data.getvalue()).decode()


def size(page, picture):
    """Returns the width and height of a picture of the first page."""
    data = page.request.get(f"{page.url.split('?')[0]}/pages/1/{picture}").body()
    return Image.open(io.BytesIO(data)).size


def legible(page, folder):
    """Returns the share of the small print's words that are legible on the first page."""
    path = folder / "page.png"
    path.write_bytes(page.request.get(f"{page.url.split('?')[0]}/pages/1/full").body())
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    read = subprocess.run(["tesseract", path, "-", "--psm", "6"], capture_output=True, text=True, check=True, env=environment).stdout.split()
    words = clips.print_page()[1]
    return sum(size for _, _, size in difflib.SequenceMatcher(None, words, read, autojunk=False).get_matching_blocks()) / len(words)


# The largest ones take long and run every night.
@pytest.mark.parametrize("height", [height if height == 1080 else pytest.param(height, marks=pytest.mark.nightly) for height in clips.FILMS])
def test_films(open_window, tmp_path, height):
    """DS-45, DS-46, DS-49: a page has its camera's resolution, upright, and a low one is reported."""
    window = open_window(f"{height}p")
    page = window.page
    page.add_init_script("""
      window.prompts = new Set();
      setInterval(() => window.prompts.add(document.querySelector(".prompt")?.textContent), 50);
    """)
    window.go("/scan")
    window.wait_for_pages(1)
    assert size(page, "original") == clips.FILMS[height]
    width, length = size(page, "full")
    assert width < length
    dpi = min(width / PAPER[0], length / PAPER[1])
    SHOTS.mkdir(parents=True, exist_ok=True)
    share = legible(page, tmp_path)
    (SHOTS / f"film-{height}.json").write_text(json.dumps({"dpi": round(dpi), "page": [width, length], "words": round(share, 3)}))
    if height < 2160:
        window.until("[...window.prompts].some(prompt => prompt?.includes('Take a photo'))")
    else:
        assert dpi > 220 and share > 0.95
        window.film_goes_on(1)
        assert not any("sharper page" in (prompt or "").replace("Hold still for a sharper page", "") for prompt in page.evaluate("[...window.prompts]"))


def test_photo(open_window):
    """DS-45: a page comes from the photo, which is larger and more detailed than the video's pictures."""
    window = open_window("720p")
    large = (4032, 3024)
    middle = [(x, (y * 2268 + 378) / 3024) for x, y in clips.FULL]
    window.page.add_init_script(PHOTOS % (*large, json.dumps([jpeg(clips.large(None, corners=middle, size=large))])))
    window.go("/scan")
    window.wait_for_pages(1)
    assert size(window.page, "original") == large
    assert min(size(window.page, "full")) / PAPER[0] > 200


CHOSEN = "source => document.querySelector(`#source-${source}`)?.ariaPressed === 'true'"


def scan_at_once(window):
    """Opens a screen controlled by the service worker, and captures without waiting."""
    window.go("/profile")
    window.until("navigator.serviceWorker.controller !== null")
    window.go("/scan")
    window.page.wait_for_selector(".thumbnail:not([hidden])")


def test_sharper(open_window):
    """DS-68, DS-69, DS-70: a page of a browser's camera becomes sharper even if the camera view is left at once; the person can switch to the captured
    picture and back."""
    window = open_window("noisy", keeps=True)
    page = window.page
    scan_at_once(window)
    page.click(".thumbnail")
    picture = f"{page.url.split('?')[0]}/1/original"
    window.until(CHOSEN, "fused")
    assert page.locator(".sharper [role=status]").inner_text().startswith("Enhanced from ")
    width, height = clips.SIZE
    for source, scale in (("single", 1), ("fused", 2)):
        page.click(f"#source-{source}")
        window.until(CHOSEN, source)
        assert Image.open(io.BytesIO(page.request.get(picture).body())).size == (scale * width, scale * height)


@pytest.mark.nightly
def test_sharper_retake(open_window):
    """DS-70: a retaken page becomes sharper too, even though the camera view returns to the gallery at once."""
    window = open_window("noisy", keeps=True)
    page = window.page
    scan_at_once(window)
    page.click(".thumbnail")
    window.until(CHOSEN, "fused")
    page.click("text=Retake")
    page.wait_for_selector(".toast >> text=Page retaken", timeout=60_000)
    window.until(CHOSEN, "fused")


@pytest.mark.nightly
def test_sharper_document(open_window):
    """DS-68: a document that is saved right after the capture shows the sharper picture when it is ready, without a reload."""
    window = open_window("noisy", keeps=True)
    page = window.page
    scan_at_once(window)
    page.click(".save button")
    page.wait_for_url("**/documents/*")
    page.evaluate("window.isSame = true")
    # A page in a frame is narrower than the frame's height; a sharper one is twice as wide.
    width = clips.SIZE[1]
    window.until("least => [...document.querySelectorAll('main img')].some(image => image.naturalWidth > least)", width)
    assert page.evaluate("window.isSame")


@pytest.mark.nightly
def test_photo_of_something_else(open_window):
    """DS-45: after a photo that does not show the page, a picture of the video is used."""
    window = open_window("720p")
    window.page.add_init_script(PHOTOS % (3840, 2160, json.dumps([jpeg(clips.desk((3840, 2160)))])))
    window.go("/scan")
    window.wait_for_pages(1)
    assert size(window.page, "original") == clips.FILMS[720]
    assert window.page.evaluate("window.taken") == 1


@pytest.mark.nightly
def test_lens(open_window):
    """DS-47: zoom, the other camera, focus and the camera app are offered if available."""
    window = open_window("still", size="compact", touch=True)
    page = window.page
    page.add_init_script("""
      window.asked = [];
      const { prototype } = MediaStreamTrack;
      const can = prototype.getCapabilities;
      prototype.getCapabilities = function () {
        return { ...can.call(this), torch: true, zoom: { min: 1, max: 5, step: 0.1 }, focusMode: ["single-shot"], pointsOfInterest: true };
      };
      prototype.applyConstraints = async (wanted) => { window.asked.push(wanted.advanced[0]); };
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wanted) => { window.asked.push(wanted.video.facingMode); return open(wanted); };
      navigator.mediaDevices.enumerateDevices = async () => [{ kind: "videoinput" }, { kind: "videoinput" }, { kind: "audioinput" }];
    """)
    window.go("/scan")
    zoom = page.locator("[data-zoom]")
    zoom.wait_for()
    for label in ("2×", "4×", "1×"):
        zoom.click()
        window.until(f"document.querySelector('[data-zoom]').innerText === '{label}'")
    page.mouse.click(195, 400)
    window.until("window.asked.some(asked => asked.focusMode)")
    x, y = page.evaluate("Object.values(window.asked.find(asked => asked.focusMode).pointsOfInterest[0])")
    assert abs(x - 0.5) < 0.01 and 0 < y < 1
    page.click("[data-torch]")
    window.look("scan-lens")
    page.click("[data-turn]")
    window.until("window.asked.includes('user')")
    asked = page.evaluate("window.asked")
    assert [each["zoom"] for each in asked if "zoom" in each] == [2, 4, 1] and {"torch": True} in asked
    assert asked[0] == "environment"
    with page.expect_file_chooser() as chooser:
        page.click("[data-photo]")
    assert page.locator(".photo-file").get_attribute("capture") == "environment"
    chooser.value.set_files(clips.PICTURES / "form-stripes.jpg")
    page.wait_for_url("**/pages/*")


@pytest.mark.nightly
def test_no_lens(open_window):
    """DS-47: unsupported camera features are not offered."""
    window = open_window("still")
    window.go("/scan")
    window.wait_for_pages(1)
    for name in ("zoom", "turn", "torch", "photo"):
        assert not window.page.locator(f"[data-{name}]").is_visible(), name


def test_capture_is_felt(open_window):
    """DS-52: a ring, an animation to the thumbnail, sound unless muted, and vibration."""
    window = open_window("still")
    page = window.page
    page.add_init_script("""
      window.felt = { ring: 0, moved: 0, sounds: 0, pulses: 0 };
      navigator.vibrate = () => window.felt.pulses++;
      AudioBufferSourceNode.prototype.start = () => window.felt.sounds++;
      document.addEventListener("DOMContentLoaded", () => {
        const view = document.querySelector("st-scanner");
        if (!view) return;
        const shutter = view.querySelector("[data-shutter]");
        new MutationObserver(() => { window.felt.ring = Math.max(window.felt.ring, Number(shutter.style.getPropertyValue("--progress"))); })
          .observe(shutter, { attributes: true });
        new MutationObserver(() => { window.felt.moved += view.querySelectorAll(".moving").length; }).observe(view, { childList: true });
      });
    """)
    window.hold_camera()
    window.go("/scan")
    page.click("[data-sound]")
    page.click("[data-sound]")
    window.start_camera()
    window.wait_for_pages(1)
    window.until("window.felt.moved > 0 && document.querySelectorAll('.moving').length === 0")
    felt = page.evaluate("window.felt")
    assert 0.2 < felt["ring"] <= 1 and (felt["sounds"], felt["pulses"]) == (1, 1)
    assert float(page.locator("[data-shutter]").evaluate("e => e.style.getPropertyValue('--progress')")) == 0
    # The choice is remembered.
    page.click("[data-sound]")
    page.reload()
    window.start_camera()
    assert page.locator("[data-sound]").get_attribute("aria-pressed") == "false"
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.keyboard.press("Space")
    window.until("window.felt.pulses === 1")
    assert page.evaluate("window.felt.sounds") == 0


def test_keyboard(open_window):
    """DS-53: from the first page to the saved document with only the keyboard."""
    window = open_window("still")
    page = window.page
    window.hold_camera()
    window.go("/scan")
    page.click("[data-mode=manual]")
    page.wait_for_selector("[data-mode=manual][aria-pressed=true]")
    page.evaluate("document.activeElement.blur()")
    window.start_camera()
    for _ in range(2):
        window.until("!document.querySelector('[data-shutter]').disabled")
        page.keyboard.press("Space")
        page.wait_for_selector(".checking:not([hidden])")
        window.until("document.activeElement.matches('[data-keep]')")
        page.keyboard.press("Enter")
        page.wait_for_selector(".checking", state="hidden")
        window.until("document.activeElement.matches('[data-shutter]')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#leave[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#leave", state="hidden")
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.locator("[data-shutter]").focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.save button')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/documents/1**")


def drop(window, *names):
    """Drops files on the window."""
    files = [[name, base64.b64encode((clips.PICTURES / name).read_bytes()).decode()] for name in names]
    window.page.evaluate("""files => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of files) {
        dataTransfer.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], name));
      }
      const send = (kind) => document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
      send("dragover");
      window.wasShown = !document.querySelector(".drop").hidden;
      send("drop");
    }""", files)


def test_drop(open_window):
    """DS-51: files dropped on the scanner, the gallery, the library or a document become pages."""
    window = open_window("empty")
    window.go("/scan")
    drop(window, "letter-wood.jpg", "form-stripes.jpg")
    window.page.wait_for_url("**/pages/2")
    drop(window, "form-stripes.jpg")
    window.page.wait_for_url("**/pages/3")
    window.page.wait_for_selector("text=Scan 3 of 3")
    window.page.click("text=Save (3)")
    window.page.wait_for_url("**/documents/1**")
    drop(window, "list-wood.jpg")
    window.page.wait_for_selector("text=Scan 1 of 1")
    window.go("/documents")
    window.look("library-import")
    # It becomes another document than the existing draft.
    drop(window, "form-stripes.jpg")
    window.page.wait_for_url("**/pages/1")
    window.page.wait_for_selector("text=Scan 1 of 1")
    assert window.page.evaluate("window.wasShown === undefined")
    window.go("/drafts")
    assert window.page.locator("time").count() == 2


def test_import_of_a_part(open_window, tmp_path):
    """DS-39, DS-51: if some of the files for the library are unusable, the notice leads to the others, and the library shows their draft."""
    window = open_window("empty", size="compact")
    page = window.page
    (tmp_path / "notes.txt").write_text("no picture")
    window.go("/documents")
    page.set_input_files(".import input[type=file]", [tmp_path / "notes.txt"])
    page.wait_for_selector(".banner", state="visible")
    assert not page.locator(".banner a").is_visible()
    page.set_input_files(".import input[type=file]", [tmp_path / "notes.txt", clips.PICTURES / "form-stripes.jpg"])
    page.get_by_role("button", name="One Document").click()
    page.wait_for_selector(".banner a >> text=Show Imported Scans")
    page.wait_for_selector(".card >> text=Draft")
    window.look("library-import-of-a-part")
    page.click(".banner a")
    page.wait_for_selector("text=Scan 1 of 1")


@pytest.mark.nightly
def test_import_of_each(open_window):
    """DS-51: several files for the library can each become a document with the file's name; Cancel imports none."""
    window = open_window("empty", size="compact")
    page = window.page
    window.go("/documents")
    files = [clips.PICTURES / "form-stripes.jpg", clips.PICTURES / "letter-wood.jpg"]
    page.set_input_files(".import input[type=file]", files)
    page.get_by_role("button", name="Cancel").click()
    assert page.locator(".importing").is_hidden()
    page.set_input_files(".import input[type=file]", files)
    window.look("library-import-choice")
    page.get_by_role("button", name="Separate Documents").click()
    page.wait_for_selector("#list li >> text=letter-wood")
    page.wait_for_selector("#list li >> text=form-stripes")
    assert page.locator("#list li").count() == 2


def test_import_button(open_window):
    """DS-51: a button imports files in the library, the gallery and the scanner, even if the camera works."""
    window = open_window("empty", size="compact")
    page = window.page
    for number, path in enumerate(("/documents", None, "/scan"), 1):
        if path:
            window.go(path)
        with page.expect_file_chooser() as chooser:
            page.click("[data-import]")
        chooser.value.set_files([clips.PICTURES / "letter-wood.jpg"])
        page.wait_for_selector(f"text=Scan {number} of {number}")
    window.look("gallery-import")


@pytest.mark.nightly
def test_card(open_window):
    """DS-55: both sides of a card are requested and placed on one A4 page; the choice persists after a reload."""
    window = open_window("card")
    page = window.page
    page.add_init_script("""
      window.prompts = new Set();
      setInterval(() => window.prompts.add(document.querySelector(".prompt")?.textContent), 50);
    """)
    window.hold_camera()
    window.go("/scan")
    page.select_option("[data-subject]", label="ID Card")
    window.until("document.querySelector('.prompt').textContent !== ''")
    page.reload()
    window.until("document.querySelector('[data-subject]').value === 'identityCard'")
    window.start_camera()
    window.until("[...window.prompts].includes('Turn the card over')")
    window.until("document.querySelector('.thumbnail img').src.includes('/pages/3/')")
    assert window.pages == 1
    window.look("card")
    original = Image.open(io.BytesIO(page.request.get(f"{page.url.split('?')[0]}/pages/3/original").body()))
    assert original.size == (2480, 3508)


def take_book(window, order=None):
    """Captures the pages of an open book with the shutter."""
    page = window.page
    window.hold_camera()
    window.go("/scan")
    page.click("[data-mode=manual]")
    page.select_option("[data-subject]", label="Book")
    page.wait_for_selector("[data-order]:not([hidden])")
    if order:
        page.select_option("[data-order]", label=order)
    window.start_camera()
    window.until("!document.querySelector('[data-shutter]').disabled")
    page.click("[data-shutter]")
    window.until("[...document.querySelectorAll('.checking:not([hidden]) img:not([hidden])')].filter(picture => picture.naturalWidth > 0).length === 2")


@pytest.mark.parametrize("film", ["book", "bent"])
def test_book(open_window, film):
    """DS-65, DS-66: a shot of a book gives two pages, however bent, which are shown side by side before they are kept."""
    window = open_window(film)
    take_book(window)
    assert window.pages == 2
    window.look(film)
    window.page.click("[data-keep]")
    window.until("document.querySelectorAll('.thumbnail img:not([hidden])').length === 2")


@pytest.mark.nightly
@pytest.mark.parametrize(("theme", "size"), [("light", "regular"), ("dark", "compact")])
def test_fold(open_window, theme, size):
    """DS-65, DS-66: the fold is moved by pointer and keys, and both pages follow it; in a right-to-left book the right page comes first."""
    window = open_window("book", theme, size)
    page = window.page
    take_book(window, "Right page first")
    page.click("[data-adjust]")
    page.wait_for_url("**/fold")
    window.until("document.querySelector('.handle').getAttribute('r') !== '1'")
    upper, lower = (page.locator(f"[data-end={name}]") for name in ("top", "bottom"))
    before = [float(end.get_attribute("cx")) for end in (upper, lower)]
    box = upper.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 30, box["y"] + 200, steps=4)
    page.mouse.up()
    assert float(upper.get_attribute("cx")) > before[0] + 10
    lower.focus()
    page.keyboard.press("Shift+ArrowRight")
    assert float(lower.get_attribute("cx")) > before[1]
    window.look("fold")
    moved = [float(end.get_attribute("cx")) for end in (upper, lower)]
    page.click("text=Done")
    page.wait_for_selector("text=Scan 2 of 2")
    page.wait_for_selector(".toast >> text=Fold moved")
    window.look("book-gallery")
    page.click(".tools >> text=Fold")
    again = [float(page.locator(f"[data-end={name}]").get_attribute("cx")) for name in ("top", "bottom")]
    assert all(abs(one - other) < 0.1 for one, other in zip(moved, again))
    lower.focus()
    for key, share in {"End": 90, "Home": 10, "Shift+ArrowRight": 12}.items():
        page.keyboard.press(key)
        assert int(lower.get_attribute("aria-valuenow")) == share
    # A phone in landscape orientation has the least space. Half of a handle, 24 pixels, is above a picture whose fold
    # begins at its edge.
    usual = page.viewport_size
    page.set_viewport_size({"width": 844, "height": 390})
    heading, picture = page.locator("h1").bounding_box(), page.locator("st-fold svg").bounding_box()
    assert heading["y"] + heading["height"] <= picture["y"] - 24
    page.set_viewport_size(usual)
    page.click("text=One Page")
    page.wait_for_selector("text=Scan 1 of 1")
    page.click(".toast >> text=Undo")
    page.wait_for_selector("text=Scan 2 of 2")
    page.click(".tools >> text=Fold")
    # The first page is the right one, which is kept.
    page.click("text=Right Page Only")
    page.wait_for_selector("text=Scan 1 of 1")
    page.wait_for_selector("text=Page 2 deleted")


def test_original(open_window):
    """DS-48: Original is the camera's unmodified picture, Color is evenly lit."""
    window = open_window("still")
    page = window.page
    window.go("/scan")
    window.wait_for_pages(1)
    page.click(".thumbnail")
    pictures = {}
    for name in ("color", "original"):
        page.click(f"button[value={name}]")
        page.wait_for_selector(f"button[value={name}][aria-pressed=true]")
        data = page.request.get(page.evaluate("document.querySelector('.stage .scan').src")).body()
        pictures[name] = Image.open(io.BytesIO(data)).convert("L")
    brightness = {name: sorted(picture.getdata())[picture.width * picture.height // 2] for name, picture in pictures.items()}
    assert pictures["color"].size == pictures["original"].size
    assert brightness["color"] > 245 > 240 > brightness["original"]
