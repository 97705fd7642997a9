"""Characters that Tesseract reads wrong on pages of simulated webcams: of one frame, of the mean of all, of OpenCV's denoising of
the frames (`--rivals`), and of `recto scan --fuse`.

A film is a flat printed page (the truth) seen through a chain: light -> homography and hand -> lens and motion blur -> pixel
aperture -> Bayer mosaic -> shot and read noise -> demosaicing -> gamma -> sharpening -> JPEG 4:2:2.
"""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

import cv2
import Levenshtein
import numpy as np
from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parents[2]
DPI, W, H = 200, 1654, 2339  # A4
CORNERS = np.float32([[0, 0], [W, 0], [W, H], [0, H]])
FRAMES = {"720": (1280, 720), "1080": (1920, 1080)}
FONT = "/usr/share/fonts/truetype/liberation/Liberation%s-Regular.ttf"
KINDS = {
    "1080-noise-6": dict(size="1080"),
    "1080-noise-12": dict(size="1080", noise=12),
    "720-noise-6": dict(size="720"),
    "glare-5": dict(size="1080", glare=0.05),
    "shadow": dict(size="1080", shadow=True),
    "bending": dict(size="1080", bend=6.0),
}


def printed_page(seed):
    """A page at 200 dpi, drawn at 600, and its blocks of 8, 10 and 12 points: (points, box, text)."""
    scale = 3
    words = re.sub(r"[^A-Za-z0-9 .,;:()-]", "", (ROOT / "LICENSE").read_text().replace("\n", " ")).split()
    words = words[seed * 173 % len(words) :] + words * 3
    page = Image.new("L", (W * scale, H * scale), 255)
    draw, blocks, y, left, right = ImageDraw.Draw(page), [], 110.0, 120, W - 120
    for points, lines in [(8, 7), (10, 6), (12, 5), (10, 12), (14, 2), (9, 11)]:
        font = ImageFont.truetype(FONT % ["Serif", "Sans"][seed % 2], round(points / 72 * DPI * scale))
        top, rows = y, []
        for _ in range(lines):
            row = words.pop(0)
            while draw.textlength(f"{row} {words[0]}", font=font) < (right - left) * scale:
                row += " " + words.pop(0)
            draw.text((left * scale, y * scale), row, fill=20, font=font)
            rows.append(row)
            y += points / 72 * DPI * 1.3
        blocks.append((points, (left - 20, int(top) - 16, right + 20, int(y) + 10), " ".join(rows)))
        y += 45
    return np.array(page.resize((W, H), Image.BOX)), blocks[:3]


def hand(count, random, pixel):
    """The path of a hand at 30 frames a second: per frame x, y, degrees, scale - 1, keystone."""
    t = np.arange(count) / 30

    def wave(slow, fast):
        a, b = random.uniform(0.4, 1.5), random.uniform(7, 11)
        p, q = random.uniform(0, 6.28, 2)
        return slow * np.sin(6.28 * a * t + p) + fast * np.sin(6.28 * b * t + q)

    steps = [(3 * pixel, 0.6 * pixel), (3 * pixel, 0.6 * pixel), (0.25, 0.04), (0.003, 0.0005), (0.004, 0.0005)]
    return np.stack([wave(*step) for step in steps], 1)


def linear(x):
    return np.where(x < 0.04045, x / 12.92, ((x + 0.055) / 1.055) ** 2.4).astype(np.float32)


def displayed(x):
    return np.where(x < 0.0031308, 12.92 * x, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - 0.055)


def film(page, seed, size, noise=6, count=16, glare=0.0, shadow=False, bend=0.0):
    """Frames as JPEG bytes. noise: gray levels at paper white; glare: share of the page that is saturated; bend: pixels a
    frame by which the page's right part turns away."""
    random = np.random.default_rng(seed * 7919 + 13)
    width, height = FRAMES[size]
    tall = height * 0.95
    wide = tall * W / H
    centre, lean = width / 2 + random.uniform(-20, 20), 0.03 * wide
    top, bottom = height * 0.025, height * 0.975
    base = np.float64(
        [
            [centre - wide / 2 + lean, top + 3],
            [centre + wide / 2 - lean, top],
            [centre + wide / 2 + 0.2 * lean, bottom],
            [centre - wide / 2 - 0.4 * lean, bottom - 4],
        ]
    )
    path = hand(count + 1, random, width / 1280)
    path[:, :2] -= path[count // 2, :2]
    fine = 3
    albedo = linear(page.astype(np.float32) / 255) * 0.86
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 0.66 * (1 - 0.25 * (((xs - centre) / wide) ** 2 + ((ys - height * 0.45) / height) ** 2))
    rows, columns = np.mgrid[0:height, 0:width]
    mosaic = np.stack(
        [(rows % 2 == 1) & (columns % 2 == 1), (rows + columns) % 2 == 1, (rows % 2 == 0) & (columns % 2 == 0)], 2
    )
    tint, white = np.float32([0.62, 1, 0.8]), 0.86 * 0.6  # the filters' transmission, undone by the white balance
    deviation = noise / 255 / (0.4396 * white**-0.583)

    def corners(step):
        x, y, degrees, growth, keystone = step
        turn = np.deg2rad(degrees)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * (1 + growth)
        quad = (base - base.mean(0)) @ matrix.T
        quad[:2] *= 1 + keystone
        return quad + base.mean(0) + [x, y]

    frames = []
    for i in range(count):
        quad, following = corners(path[i]), corners(path[i + 1])
        source = albedo
        if bend:
            fold = W * 0.9 - i * bend * W / wide * 2
            u = np.arange(W, dtype=np.float32)
            u = np.where(u > fold, fold + (u - fold) * (1 + 0.06 * i * bend / 4), u).astype(np.float32)
            u, v = np.ascontiguousarray(np.broadcast_to(u, (H, W))), np.mgrid[0:H, 0:W][0].astype(np.float32)
            source = np.where(u < W - 1, cv2.remap(albedo, u, v, cv2.INTER_LINEAR), np.roll(albedo, 333, 0))
        map_ = cv2.getPerspectiveTransform(CORNERS, (quad * fine).astype(np.float32))
        large = cv2.warpPerspective(source, map_, (width * fine, height * fine), flags=cv2.INTER_AREA, borderValue=0.12)
        large = cv2.GaussianBlur(large, (0, 0), 0.8 * fine)
        motion = (following - quad).mean(0) * 0.4 * fine
        if np.hypot(*motion) > 1:
            side = int(np.hypot(*motion)) // 2 * 2 + 3
            kernel = np.zeros((side, side), np.float32)
            for s in np.linspace(-0.5, 0.5, 41):
                kernel[round(side // 2 + s * motion[1]), round(side // 2 + s * motion[0])] += 1
            large = cv2.filter2D(large, -1, kernel / kernel.sum())
        seen = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA) * light
        if shadow:
            edge = centre - wide * 0.35 + wide * 0.5 * i / count
            distance = np.maximum(0, np.abs(xs - edge) - wide * 0.12)
            seen = seen * (1 - 0.45 * np.exp(-(distance**2) / (2 * (wide * 0.03) ** 2)))
        if glare:
            reach, way = np.sqrt(glare * wide * tall / np.pi), (i / count - 0.5) * 0.1 * tall
            d = np.hypot(xs - (centre - 0.05 * wide + way * 0.8), (ys - (height * 0.24 + way * 0.6)) * 1.15) / reach
            seen = seen + 1.2 / (1 + np.exp((d - 1.05) / 0.12)) + 0.10 * np.exp(-np.maximum(d - 1, 0) / 0.5)
        raw = np.where(mosaic, seen[..., None] * tint * (1 + random.normal(0, 0.01)), 0).sum(2)
        raw += random.normal(size=raw.shape) * np.sqrt(deviation**2 * (0.85 * np.maximum(raw, 0) / white + 0.15))
        raw = (np.clip(raw, 0, 1) * 65535).astype(np.uint16)
        color = cv2.cvtColor(raw, cv2.COLOR_BayerBG2BGR).astype(np.float32) / 65535 / tint
        shown = displayed(np.clip(color, 0, 1)) * 255
        shown = shown + 0.6 * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
        options = [cv2.IMWRITE_JPEG_QUALITY, 75, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]
        frames.append(cv2.imencode(".jpg", np.clip(shown + 0.5, 0, 255).astype(np.uint8), options)[1].tobytes())
    return frames


def wrong(page, blocks):
    """For each block the share of characters that are read wrong, at most 1."""
    shares = []
    for _, (left, top, right, bottom), text in blocks:
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            cv2.imwrite(file.name, page[top:bottom, left:right])
            command = ["tesseract", file.name, "-", "--psm", "6", "--dpi", str(DPI), "-l", "eng"]
            read = " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        shares.append(min(1.0, Levenshtein.distance(read, text) / len(text)))
    return shares


def scan(recto, files, output, *options):
    """A page by the program, and its JSON."""
    command = [recto, "scan", *files, "-o", output, "--filter", "original", "--paper", "a4", "--dpi", str(DPI), "--fine"]
    result = subprocess.run([*command, "--json", *options], capture_output=True, text=True, check=True)
    return cv2.imread(output, cv2.IMREAD_GRAYSCALE), json.loads(result.stdout.splitlines()[-1])


def denoised(pages, reference, noise):
    """The upper part of a page that was cut out of each frame, by OpenCV's non-local means over the frames around the reference."""
    bottom, window = 1100, min(len(pages), 9) // 2 * 2 - 1
    middle = min(max(reference, window // 2), len(pages) - 1 - window // 2)
    upper = [page[:bottom].astype(np.uint8) for page in pages]
    return cv2.fastNlMeansDenoisingMulti(upper, middle, window, None, h=noise, templateWindowSize=7, searchWindowSize=11)


def scores(recto, kind, seed, keep, rivals=False):
    page, blocks = printed_page(seed)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, frame in enumerate(film(page, seed, **KINDS[kind])):
            files.append(f"{folder}/{i:02}.jpg")
            pathlib.Path(files[-1]).write_bytes(frame)
        pages = {}
        pages["fused"], report = scan(recto, files, f"{folder}/fused.png", "--fuse")
        reference = report.get("reference", 0)
        pages["single"], _ = scan(recto, [files[reference]], f"{folder}/single.png")
        each = [scan(recto, [file], f"{folder}/each.png")[0].astype(np.float32) for file in files]
        pages["mean"] = np.clip(sum(each) / len(each) + 0.5, 0, 255).astype(np.uint8)
        if rivals:
            pages["denoised"] = denoised(each, reference, KINDS[kind].get("noise", 6))
    if keep:
        for name, picture in pages.items():
            cv2.imwrite(f"{keep}/{kind}-{seed}-{name}.png", picture[:1100])
    return {name: wrong(picture, blocks) for name, picture in pages.items()}, report


def interval(values):
    """Half of the 95 % interval of a mean."""
    return 1.96 * np.std(values, ddof=1) / np.sqrt(len(values)) if len(values) > 1 else float("nan")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recto", default=str(ROOT / ".build/release/recto"))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--seeds", nargs="*", type=int, default=[2_000_000, 2_000_001])
    parser.add_argument("--keep", help="write the upper half of the pages into this folder")
    parser.add_argument("--rivals", action="store_true", help="also OpenCV's fastNlMeansDenoisingMulti: minutes a film")
    arguments = parser.parse_args()
    print("| film | page | 8 pt | 10 pt | 12 pt |\n|---|---|---:|---:|---:|")
    for kind in arguments.kinds:
        films = [scores(arguments.recto, kind, seed, arguments.keep, arguments.rivals) for seed in arguments.seeds]
        for name in films[0][0]:
            values = np.array([shares[name] for shares, _ in films])
            cells = [f"{v.mean():.2f} ± {interval(v):.2f}" for v in values.T]
            print(f"| {kind} | {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
