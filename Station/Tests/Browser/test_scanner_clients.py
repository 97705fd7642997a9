"""Scanning programs that find the station's camera as a scanner: SANE's two clients of the protocol eSCL."""

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
    """SANE's programs, with a configuration that names the station and nothing else."""

    def __init__(self, folder, backend, address):
        self.backend = backend
        folder.mkdir()
        (folder / "dll.conf").write_text(backend + "\n")
        host, port = re.fullmatch(r"http://([^:]+):(\d+)", address).groups()
        (folder / "airscan.conf").write_text(
            f'[devices]\n"Recto" = {address}/eSCL/, eSCL\n[options]\ndiscovery = disable\nws-discovery = off\n'
        )
        (folder / "escl.conf").write_text(f"device {address}\n")
        self.environment = dict(os.environ, SANE_CONFIG_DIR=str(folder), LC_ALL="C")

    def run(self, *arguments):
        return subprocess.run(
            ["scanimage", *arguments], env=self.environment, capture_output=True, timeout=120, check=True
        )

    @property
    def device(self):
        found = re.search(rf"device `({self.backend}:[^']+)' is a (.*)", self.run("-L").stdout.decode())
        assert found, self.run("-L").stdout
        assert "Recto" in found.group(0)
        return found.group(1)


@pytest.fixture
def camera(tmp_path, films):
    """A station that looks through a film."""
    station = Station.__new__(Station)
    station.folder = tmp_path / "library"
    station.start("--camera", str(films / "still.mjpeg"))
    yield station
    station.kill()


@pytest.fixture(params=["airscan", "escl"])
def scanner(request, tmp_path, camera):
    return Scanner(tmp_path / "sane", request.param, camera.address.replace("localhost", "127.0.0.1"))


def keep(name, data):
    SHOTS.mkdir(parents=True, exist_ok=True)
    (SHOTS / name).write_bytes(data)


def ink(picture):
    """Share of the pixels that are dark."""
    histogram = picture.convert("L").histogram()
    return sum(histogram[:100]) / sum(histogram)


def test_scanimage(scanner):
    """A scanning program lists the camera, reads what it can, and gets the page: straightened, at its size."""
    device = scanner.device
    options = scanner.run("-d", device, "-A").stdout.decode()
    assert "600" in options and "Gray" in options and "Color" in options, options
    size = ["--resolution", "150", "-x", "210", "-y", "297"]
    page = Image.open(io.BytesIO(scanner.run("-d", device, "--format=png", "--mode", "Color", *size).stdout))
    page.save(SHOTS / f"scanimage-{scanner.backend}.png")
    assert page.mode == "RGB"
    assert abs(page.width - 1240) <= 8 and abs(page.height - 1754) <= 8, page.size
    # The table is gone: what is left is paper to the edges, with print on it.
    edge = Image.new("L", page.size, 255)
    edge.paste(0, (12, 12, page.width - 12, page.height - 12))
    assert ImageStat.Stat(page.convert("L"), edge).median[0] > 180
    assert 0.01 < ink(page) < 0.2


def test_scanimage_gray_part(scanner):
    whole = ["--format=png", "--mode", "Gray", "--resolution", "100"]
    device = scanner.device
    page = Image.open(io.BytesIO(scanner.run("-d", device, *whole, "-x", "210", "-y", "297").stdout))
    part = Image.open(
        io.BytesIO(scanner.run("-d", device, *whole, "-l", "50.8", "-t", "25.4", "-x", "101.6", "-y", "76.2").stdout)
    )
    assert page.mode == part.mode == "L"
    assert abs(part.width - 400) <= 3 and abs(part.height - 300) <= 3, part.size
    same = page.crop((200, 100, 200 + part.width, 100 + part.height))
    assert ImageStat.Stat(ImageChops.difference(same, part)).mean[0] < 8


def test_scanimage_pdf(scanner):
    data = scanner.run("-d", scanner.device, "--format=pdf", "--resolution", "150", "-x", "210", "-y", "297").stdout
    assert data.startswith(b"%PDF-")
    keep(f"scanimage-{scanner.backend}.pdf", data)
    subprocess.run(["pdftoppm", "-r", "50", "-png", "-", str(SHOTS / f"scanimage-{scanner.backend}-pdf")], input=data, check=True)


def test_pdf_of_the_station(camera):
    """The station's own PDF, as programs get it that ask for one."""
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
