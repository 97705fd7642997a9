"""Films for the browser's fake camera: JPEG pictures one after the other, which it plays over and over."""

import io
import pathlib
import re
import subprocess

from PIL import Image, ImageDraw

PICTURES = pathlib.Path(__file__).resolve().parents[3] / "TestImages"
SIZE = (1280, 720)


def scene(name):
    """A photo of the repository, in the camera's format: its upright part is turned, as one turns a camera."""
    picture = Image.open(PICTURES / f"{name}.jpg").convert("RGB")
    if picture.height > picture.width:
        picture = picture.rotate(90, expand=True)
    frame = Image.new("RGB", SIZE, (70, 62, 55))
    scale = min(SIZE[0] / picture.width, SIZE[1] / picture.height)
    picture = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.LANCZOS)
    frame.paste(picture, ((SIZE[0] - picture.width) // 2, (SIZE[1] - picture.height) // 2))
    return frame


def write(path, frames):
    with open(path, "wb") as film:
        for frame in frames:
            data = io.BytesIO()
            frame.save(data, "JPEG", quality=90)
            film.write(data.getvalue())


def still(path, name="letter-wood"):
    write(path, [scene(name)] * 90)


def empty(path):
    write(path, [Image.new("RGB", SIZE, (70, 62, 55))] * 10)


def moving(path, name="letter-wood", frames=60, way=240):
    """The page goes from side to side, fast enough that nobody would call it still."""
    picture = scene(name)

    def at(index):
        half = frames // 2
        shift = (index if index < half else frames - index) * way // half - way // 2
        frame = Image.new("RGB", SIZE, (70, 62, 55))
        frame.paste(picture, (shift, 0))
        return frame

    write(path, [at(index) for index in range(frames)])


def code(svg, pixels=8):
    """A picture of the QR code in a page of the station."""
    side = int(re.search(r'viewBox="0 0 (\d+) ', svg).group(1))
    picture = Image.new("RGB", (side * pixels, side * pixels), "white")
    draw = ImageDraw.Draw(picture)
    for x, y, count in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg):
        x, y, count = int(x) * pixels, int(y) * pixels, int(count) * pixels
        draw.rectangle((x, y, x + count - 1, y + pixels - 1), "black")
    return picture


def symbol(text, folder):
    """A picture of a QR code of a text."""
    path = folder / "symbol.png"
    subprocess.run(["qrencode", "-o", path, "-s", "8", text], check=True)
    return Image.open(path).convert("L").convert("RGB")


def held_code(path, picture, frames=30):
    """A code on paper before the camera, a little turned."""
    frame = Image.new("RGB", SIZE, (70, 62, 55))
    sheet = picture.resize((400, 400), Image.LANCZOS).convert("RGBA").rotate(7, expand=True, resample=Image.BICUBIC)
    frame.paste(sheet, ((SIZE[0] - sheet.width) // 2, (SIZE[1] - sheet.height) // 2), sheet)
    write(path, [frame] * frames)
