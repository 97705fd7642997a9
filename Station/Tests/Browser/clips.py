"""Videos for the browser's fake camera, which plays them in a loop: sequences of JPEG pictures, or uncompressed pictures (Y4M). Chromium
plays the first kind at 30 pictures per second and decodes each one. The second kind states its rate and costs a browser with a camera
half as much, but each picture takes 1.4 MB, so it is for short videos."""

import functools
import io
import math
import pathlib
import re
import subprocess
from random import Random

from PIL import Image, ImageDraw, ImageFont

PICTURES = pathlib.Path(__file__).resolve().parents[3] / "TestImages"
SIZE = (1280, 720)


def scene(name):
    """Returns a photo of the repository in the camera's format; an upright photo is rotated."""
    picture = Image.open(PICTURES / f"{name}.jpg").convert("RGB")
    if picture.height > picture.width:
        picture = picture.rotate(90, expand=True)
    frame = Image.new("RGB", SIZE, (70, 62, 55))
    scale = min(SIZE[0] / picture.width, SIZE[1] / picture.height)
    picture = picture.resize((round(picture.width * scale), round(picture.height * scale)), Image.LANCZOS)
    frame.paste(picture, ((SIZE[0] - picture.width) // 2, (SIZE[1] - picture.height) // 2))
    return frame


# The frame rate of uncompressed clips, as low as that of cameras in the dark.
Y4M_RATE = 15


def write(path, frames):
    """Writes frames; repeated frames are the same object, and compressed once."""
    if path.suffix == ".y4m":
        return write_y4m(path, frames)
    compressed = {}
    with open(path, "wb") as film:
        for frame in frames:
            if id(frame) not in compressed:
                data = io.BytesIO()
                frame.save(data, "JPEG", quality=90)
                compressed[id(frame)] = data.getvalue()
            film.write(compressed[id(frame)])


def write_y4m(path, frames):
    # A still picture is played at the camera's rate.
    frames = frames[:1] if all(frame is frames[0] for frame in frames) else frames
    width, height = frames[0].size
    with open(path, "wb") as film:
        film.write(f"YUV4MPEG2 W{width} H{height} F{Y4M_RATE}:1 Ip A1:1 C420jpeg\n".encode())
        for frame in frames:
            luminance, *colors = frame.convert("YCbCr").split()
            film.write(b"FRAME\n" + luminance.tobytes())
            for color in colors:
                film.write(color.resize((width // 2, height // 2), Image.BOX).tobytes())


def still(path, name="letter-wood"):
    write(path, [scene(name)] * 90)


def card(path):
    """Returns a card that is turned over after five seconds and has a different card on its back."""
    write(path, [scene("identityCard-dark")] * 150 + [scene("businessCard-busy")] * 210)


def book(path, bend=0):
    """Returns an open book that lies still: words on two pages, which get darker towards the fold.

    - bend: the bend of the pages' edges, in pixels.
    """
    words, fold = Random(7), 650
    picture = Image.new("RGB", SIZE, (45, 40, 38))
    for x in range(140, 1141):
        light = round(225 - min(90 / (1 + abs(x - fold) / 20), 70))
        picture.paste((light, light, light - 8), (x, 50, x + 1, 670))
    draw = ImageDraw.Draw(picture)
    for top in range(95, 625, 22):
        for start, end in ((195, 600), (700, 1090)):
            x = start
            while x < end:
                width = words.randint(12, 52)
                draw.rectangle((x, top, min(x + width, end), top + 8), fill=(55, 52, 50))
                x += width + 9
    if bend:
        flat = picture.copy()
        for x in range(140, 1141):
            share = (fold - x) / (fold - 140) if x < fold else (x - fold) / (1141 - fold)
            column = flat.crop((x, 0, x + 1, SIZE[1]))
            picture.paste(column, (x, -round(bend * 4 * share * (1 - share))))
    write(path, [picture])


def bent(path): book(path, bend=26)


def numbered(path, name="letter-wood", frames=30):
    """Returns a page that lies still, in pictures that differ in a corner."""
    picture = scene(name)
    pictures = [picture.copy() for _ in range(frames)]
    for number, picture in enumerate(pictures):
        for bit in range(7):
            picture.paste((70, 62, 55) if number >> bit & 1 else (85, 77, 70), (8 * bit, 0, 8 * bit + 8, 8))
    write(path, pictures)


def noisy(path):
    """Returns a page that lies still before a noisy camera."""
    picture, pictures = scene("letter-wood"), []
    for number in range(8):
        noise = Image.frombytes("RGB", SIZE, Random(number).randbytes(3 * SIZE[0] * SIZE[1]))
        pictures.append(Image.blend(picture, noise, 0.05))
    write(path, pictures)


def empty(path):
    write(path, [Image.new("RGB", SIZE, (70, 62, 55))] * 10)


def white(path):
    """Returns a white page that fills the picture."""
    write(path, [Image.new("RGB", SIZE, "white")])


def moving(path, name="letter-wood", frames=60, way=240):
    """Returns a page that moves from side to side too fast to count as still."""
    picture = scene(name)

    def at(index):
        half = frames // 2
        shift = (index if index < half else frames - index) * way // half - way // 2
        frame = Image.new("RGB", SIZE, (70, 62, 55))
        frame.paste(picture, (shift, 0))
        return frame

    write(path, [at(index) for index in range(frames)])


def code(svg, pixels=8):
    """Returns a picture of the QR code on a page of the station."""
    side = int(re.search(r'viewBox="0 0 (\d+) ', svg).group(1))
    picture = Image.new("RGB", (side * pixels, side * pixels), "white")
    draw = ImageDraw.Draw(picture)
    for x, y, count in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", svg):
        x, y, count = int(x) * pixels, int(y) * pixels, int(count) * pixels
        draw.rectangle((x, y, x + count - 1, y + pixels - 1), "black")
    return picture


def symbol(text, folder):
    """Returns a picture of a QR code for a text."""
    path = folder / "symbol.png"
    subprocess.run(["qrencode", "-o", path, "-s", "8", text], check=True)
    return Image.open(path).convert("L").convert("RGB")


def held_code(path, picture, frames=30):
    """Returns a slightly rotated code on paper before the camera."""
    frame = Image.new("RGB", SIZE, (70, 62, 55))
    sheet = picture.resize((400, 400), Image.LANCZOS).convert("RGBA").rotate(7, expand=True, resample=Image.BICUBIC)
    frame.paste(sheet, ((SIZE[0] - sheet.width) // 2, (SIZE[1] - sheet.height) // 2), sheet)
    write(path, [frame] * frames)


# Flat pictures in perspective: mappings of the plane as 3 × 3 matrices in row order.


def square_to(corners):
    """Returns the map from the unit square to four corners, clockwise from the top-left (Heckbert 1989)."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dy1, dx2, dy2 = x1 - x2, y1 - y2, x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    scale = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / scale, (dx1 * sy - sx * dy1) / scale
    return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h, 1]


def inverse(m):
    a, b, c, d, e, f, g, h, i = m
    rows = [e * i - f * h, c * h - b * i, b * f - c * e, f * g - d * i, a * i - c * g, c * d - a * f, d * h - e * g, b * g - a * h, a * e - b * d]
    return [number / rows[8] for number in rows]


def mapped(m, x, y):
    w = m[6] * x + m[7] * y + m[8]
    return (m[0] * x + m[1] * y + m[2]) / w, (m[3] * x + m[4] * y + m[5]) / w


def page(name):
    """Returns the flat page in a photo of the repository."""
    return Image.open(PICTURES / f"{name}.page.png").convert("RGB")


def laid(picture, corners, background):
    """Places a picture with its corners at these of a frame of the background's size."""
    a, b, c, d, e, f, g, h, i = inverse(square_to(corners))
    # The rest of the frame does not change.
    left, top = (max(int(min(values)), 0) for values in zip(*corners))
    right, bottom = (min(int(max(values)) + 2, size) for values, size in zip(zip(*corners), background.size))
    c, f, i = c + a * left + b * top, f + d * left + e * top, i + g * left + h * top
    scale = [picture.width] * 3 + [picture.height] * 3 + [1] * 2
    coefficients = [number * factor / i for number, factor in zip((a, b, c, d, e, f, g, h), scale)]
    size = (right - left, bottom - top)
    mask = Image.new("L", picture.size, 255).transform(size, Image.PERSPECTIVE, coefficients, Image.BILINEAR)
    frame = background.copy()
    frame.paste(picture.transform(size, Image.PERSPECTIVE, coefficients, Image.BICUBIC), (left, top), mask)
    return frame


def desk(size=SIZE):
    """Returns the surface that an anchor lies on: a part of a photo that does not show it."""
    wood = Image.open(PICTURES / "letter-wood.jpg").convert("RGB").crop((0, 0, 250, 130))
    return wood.resize(size, Image.BICUBIC)


# The clip sizes of phones and webcams by height, and the corners of an A4 sheet that fills them, relative to the
# picture's size. The sheet is in landscape orientation, like the camera.
FILMS = {720: (1280, 720), 1080: (1920, 1080), 2160: (3840, 2160)}
FULL = [(0.138, 0.94), (0.143, 0.05), (0.859, 0.04), (0.854, 0.95)]
WORDS = "the page of paper lies before camera and its print is small enough that few pixels make letters unlike each other".split()


@functools.cache
def print_page(points=8, dpi=300):
    """Returns an A4 sheet full of small print, and its words. It has more detail than any of the videos."""
    font = ImageFont.truetype("/usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf", points * dpi // 72)
    sheet = Image.new("RGB", (round(8.27 * dpi), round(11.69 * dpi)), "white")
    draw, random, words, margin = ImageDraw.Draw(sheet), Random(points), [], dpi * 3 // 4
    for y in range(margin, sheet.height - margin, round(points * dpi / 72 * 1.4)):
        line = random.choices(WORDS, k=16)
        words += line
        draw.text((margin, y), " ".join(line), "black", font)
    return sheet, words


def large(height, corners=FULL, size=None):
    """Returns a picture of the small print from a camera with this height."""
    size = size or FILMS[height]
    sheet = print_page()[0]
    # Blur as a lens does, to avoid moiré patterns that no camera shows.
    share = min(1, size[1] / sheet.width)
    sheet = sheet.resize((round(sheet.width * share), round(sheet.height * share)), Image.LANCZOS)
    return laid(sheet, [(x * size[0], y * size[1]) for x, y in corners], desk(size))


def film(path, height):
    write(path, [large(height)] * 12)


def anchor_corners(turn):
    """Returns the corners of a swaying page: `turn` is 0 to 1 for one cycle."""
    wave, slow = math.sin(2 * math.pi * turn), math.cos(2 * math.pi * turn)
    x, y, tilt = 640 + 70 * wave, 360 + 25 * slow, 1 + 0.09 * wave
    left, right = 265 * tilt, 265 / tilt
    return [(x - 185, y - left), (x + 190 + 12 * slow, y - right), (x + 200, y + right), (x - 205 - 10 * slow, y + left)]


# The corners of the swaying page in each frame, and of the resting one.
SWAYING = [anchor_corners(index / 120) for index in range(120)]
RESTING = [(430, 80), (820, 130), (850, 600), (395, 660)]


def anchor(path, name="report-nearWhite"):
    """Returns a swaying page before the camera."""
    picture, background = page(name), desk()
    write(path, [laid(picture, corners, background) for corners in SWAYING])


def anchor_at_rest(path, name="report-nearWhite"):
    """Returns a page in perspective that does not move."""
    write(path, [laid(page(name), RESTING, desk())] * 30)


def anchor_that_leaves(path, name="report-nearWhite", seen=150, gone=120):
    """Returns a page that is visible in some frames only."""
    write(path, [laid(page(name), SWAYING[0], desk())] * seen + [desk()] * gone)
