"""Scanning programs that discover the station's camera as a scanner: SANE with its eSCL client."""

import io
import os
import re
import subprocess
import urllib.request

import pytest
from PIL import Image, ImageChops, ImageStat

from conftest import SHOTS, Station

ORDER = """<?xml version="1.0"?><scan:ScanSettings xmlns:pwg="http://www.pwg.org/schemas/2010/12/sm"
xmlns:scan="http://schemas.hp.com/imaging/escl/2011/05/03"><pwg:Version>2.0</pwg:Version>
<scan:ColorMode>RGB24</scan:ColorMode><pwg:DocumentFormat>application/pdf</pwg:DocumentFormat>
<scan:XResolution>200</scan:XResolution><scan:YResolution>200</scan:YResolution></scan:ScanSettings>"""


class Scanner:
    """SANE's program, with a configuration that only names the station."""

    def __init__(self, folder, address):
        self.folder = folder
        folder.mkdir()
        (folder / "dll.conf").write_text("airscan\n")
        (folder / "airscan.conf").write_text(
            f'[devices]\n"Recto" = {address}/eSCL/, eSCL\n[options]\ndiscovery = disable\nws-discovery = off\n'
        )
        self.environment = dict(os.environ, SANE_CONFIG_DIR=str(folder), LC_ALL="C")

    def scan(self, kind, *arguments):
        """Scans a page to a file; some formats are incomplete in a pipe."""
        file = self.folder / f"page.{kind}"
        self.run("-d", self.device, f"--format={kind}", "-o", str(file), *arguments)
        return file.read_bytes()

    def run(self, *arguments):
        return subprocess.run(
            ["scanimage", *arguments], env=self.environment, capture_output=True, timeout=120, check=True
        )

    @property
    def device(self):
        found = re.search(rf"device `(airscan:[^']+)' is a (.*)", self.run("-L").stdout.decode())
        assert found, self.run("-L").stdout
        assert "Recto" in found.group(0)
        return found.group(1)


@pytest.fixture
def camera(tmp_path, films):
    """A station whose camera plays a video."""
    station = Station(tmp_path / "library", "--camera", str(films / "still.mjpeg"))
    yield station
    station.kill()


@pytest.fixture
def scanner(tmp_path, camera):
    return Scanner(tmp_path / "sane", camera.address.replace("localhost", "127.0.0.1"))


def keep(name, data):
    SHOTS.mkdir(parents=True, exist_ok=True)
    (SHOTS / name).write_bytes(data)


def upright(page):
    """Returns whether the letter's green head is at the top left, and all of its print is there."""
    red, green, blue = page.convert("RGB").resize((100, 141), Image.BOX).split()
    is_green = ImageChops.subtract(green, ImageChops.lighter(red, blue)).point(lambda value: 255 * (value > 15))
    left, top, right, bottom = is_green.getbbox()
    dark = sum(page.convert("L").histogram()[:128]) / (page.width * page.height)
    return top < 20 and left < 20 and bottom < 40 and 0.002 < dark < 0.2


def test_scanimage(scanner):
    """A scanning program lists the camera, reads its capabilities, and gets the page: straightened, upright, and at its size."""
    options = scanner.run("-d", scanner.device, "-A").stdout.decode()
    assert "600" in options and "Gray" in options and "Color" in options, options
    data = scanner.scan("png", "--mode", "Color", "--resolution", "150", "-x", "210", "-y", "297")
    keep("scanimage.png", data)
    page = Image.open(io.BytesIO(data))
    assert page.mode == "RGB"
    assert abs(page.width - 1240) <= 8 and abs(page.height - 1754) <= 8, page.size
    # The table is cropped: the page extends to the edges, with print on it.
    edge = Image.new("L", page.size, 255)
    edge.paste(0, (12, 12, page.width - 12, page.height - 12))
    assert ImageStat.Stat(page.convert("L"), edge).median[0] > 180
    assert upright(page)


@pytest.mark.nightly
def test_scanimage_gray_part(scanner):
    """A part of the page shows the same as the whole page there, in gray."""
    whole = ["--mode", "Gray", "--resolution", "100"]
    page = Image.open(io.BytesIO(scanner.scan("png", *whole, "-x", "210", "-y", "297")))
    part = Image.open(io.BytesIO(scanner.scan("png", *whole, "-l", "50.8", "-t", "25.4", "-x", "101.6", "-y", "76.2")))
    assert page.mode == part.mode == "L"
    assert abs(part.width - 400) <= 3 and abs(part.height - 300) <= 3, part.size
    same = page.crop((200, 100, 200 + part.width, 100 + part.height))
    assert ImageStat.Stat(ImageChops.difference(same, part)).mean[0] < 8


@pytest.mark.nightly
def test_scanimage_whole(scanner):
    """The result of a request for the whole area."""
    data = scanner.scan("png", "--mode", "Color", "--resolution", "75")
    keep("scanimage-whole.png", data)
    page = Image.open(io.BytesIO(data))
    # A4, with white added for the greater width of Letter.
    assert abs(page.width - 638) <= 3 and abs(page.height - 877) <= 3, page.size
    assert upright(page)


@pytest.mark.nightly
def test_scanimage_pdf(scanner):
    """A scanning program gets the page upright as a PDF."""
    data = scanner.scan("pdf", "--resolution", "150", "-x", "210", "-y", "297")
    keep("scanimage.pdf", data)
    assert upright(picture(data))


def picture(data):
    """Returns the only page of a PDF file as a picture."""
    png = subprocess.run(["pdftoppm", "-r", "100", "-png", "-singlefile", "-"], input=data, capture_output=True, check=True)
    return Image.open(io.BytesIO(png.stdout))


def test_pdf_of_the_station(camera):
    """The station's own PDF, for programs that request one."""
    request = urllib.request.Request(f"{camera.address}/eSCL/ScanJobs", ORDER.encode(), {"Content-Type": "text/xml"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 201
        job = answer.headers["Location"]
    with urllib.request.urlopen(f"{camera.address}{job}/NextDocument", timeout=60) as answer:
        data = answer.read()
        assert answer.headers["Content-Type"] == "application/pdf"
    keep("escl.pdf", data)
    information = subprocess.run(["pdfinfo", "-"], input=data, capture_output=True, check=True).stdout.decode()
    assert "Pages:           1" in information and "A4" in information, information
    assert upright(picture(data))
