"""Measures the quality of pages from simulated webcams: from one frame, from the mean of all, after OpenCV's denoising or
super-resolution of the frames (`--rivals`), and after `recto scan --fuse`.

A video shows a flat printed page (the ground truth) through a chain: light -> homography and hand -> lens and motion blur ->
pixel aperture -> Bayer mosaic -> shot and read noise -> demosaicing -> gamma -> sharpening -> noise reduction -> JPEG 4:2:2.

The measures are the characters that Tesseract misreads, in blocks of 8, 10 and 12 points; the PSNR compared with the ground
truth after alignment and correction of the light; and the F-measure of the ink in Recto's black and white.

Videos and scores are cached in the folder given by `--films`: `--again fused` scores another program.
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
    "rolling-shutter": dict(size="1080", readout=0.8),
    "flicker": dict(size="1080", flicker=0.08),
    "in-camera-denoising": dict(size="1080", denoising=0.5),
}
PAGES = ["fused", "single", "mean", "denoised", "superres"]
UPPER = 1100  # the rows of a page that hold its blocks


def printed_page(seed):
    """Returns a page at 200 dpi, drawn at 600, and its blocks of 8, 10 and 12 points: (points, box, text)."""
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
    """Returns the path of a hand at 30 frames per second: per frame x, y, degrees, scale - 1, keystone."""
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


def film(page, seed, size, noise=6, count=16, glare=0.0, shadow=False, bend=0.0, readout=0.0, flicker=0.0, denoising=0.0):
    """Frames as JPEG bytes. noise: gray levels at paper white; glare: share of the page that is saturated; bend: pixels a
    frame by which the page's right part turns away; readout: share of a frame's time between its first row and its last; flicker:
    share of the light that comes and goes 100 times a second; denoising: weight of the frames before where little has moved."""
    random = np.random.default_rng(seed * 7919 + 13)
    width, height = FRAMES[size]
    tall = height * 0.95
    wide = tall * W / H
    center, lean = width / 2 + random.uniform(-20, 20), 0.03 * wide
    top, bottom = height * 0.025, height * 0.975
    base = np.float64(
        [
            [center - wide / 2 + lean, top + 3],
            [center + wide / 2 - lean, top],
            [center + wide / 2 + 0.2 * lean, bottom],
            [center - wide / 2 - 0.4 * lean, bottom - 4],
        ]
    )
    path = hand(count + 1, random, width / 1280)
    path[:, :2] -= path[count // 2, :2]
    fine = 3
    albedo = linear(page.astype(np.float32) / 255) * 0.86
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 0.66 * (1 - 0.25 * (((xs - center) / wide) ** 2 + ((ys - height * 0.45) / height) ** 2))
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

    def exposed(source, quad, following):
        """Returns the picture on the sensor at `fine` times the size; with a rolling shutter each band of rows has a different time."""
        bands = 16 if readout else 1
        large = np.empty((height * fine, width * fine), np.float32)
        for band in range(bands):
            rows = slice(height * fine * band // bands, height * fine * (band + 1) // bands)
            moment = quad + (following - quad) * readout * (band + 0.5) / bands
            moment = (moment * fine - [0, rows.start]).astype(np.float32)
            map_ = cv2.getPerspectiveTransform(CORNERS, moment)
            options = dict(flags=cv2.INTER_AREA, borderValue=0.12)
            large[rows] = cv2.warpPerspective(source, map_, (width * fine, rows.stop - rows.start), **options)
        return large

    frames, before = [], None
    for i in range(count):
        quad, following = corners(path[i]), corners(path[i + 1])
        source = albedo
        if bend:
            fold = W * 0.9 - i * bend * W / wide * 2
            u = np.arange(W, dtype=np.float32)
            u = np.where(u > fold, fold + (u - fold) * (1 + 0.06 * i * bend / 4), u).astype(np.float32)
            u, v = np.ascontiguousarray(np.broadcast_to(u, (H, W))), np.mgrid[0:H, 0:W][0].astype(np.float32)
            source = np.where(u < W - 1, cv2.remap(albedo, u, v, cv2.INTER_LINEAR), np.roll(albedo, 333, 0))
        large = cv2.GaussianBlur(exposed(source, quad, following), (0, 0), 0.8 * fine)
        motion = (following - quad).mean(0) * 0.4 * fine
        if np.hypot(*motion) > 1:
            side = int(np.hypot(*motion)) // 2 * 2 + 3
            kernel = np.zeros((side, side), np.float32)
            for s in np.linspace(-0.5, 0.5, 41):
                kernel[round(side // 2 + s * motion[1]), round(side // 2 + s * motion[0])] += 1
            large = cv2.filter2D(large, -1, kernel / kernel.sum())
        seen = cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA) * light
        if shadow:
            edge = center - wide * 0.35 + wide * 0.5 * i / count
            distance = np.maximum(0, np.abs(xs - edge) - wide * 0.12)
            seen = seen * (1 - 0.45 * np.exp(-(distance**2) / (2 * (wide * 0.03) ** 2)))
        if glare:
            reach, way = np.sqrt(glare * wide * tall / np.pi), (i / count - 0.5) * 0.1 * tall
            d = np.hypot(xs - (center - 0.05 * wide + way * 0.8), (ys - (height * 0.24 + way * 0.6)) * 1.15) / reach
            seen = seen + 1.2 / (1 + np.exp((d - 1.05) / 0.12)) + 0.10 * np.exp(-np.maximum(d - 1, 0) / 0.5)
        if flicker:
            seen = seen * (1 + flicker * np.sin(2 * np.pi * 100 * (i / 29.7 + ys / height / 40)))
        raw = np.where(mosaic, seen[..., None] * tint * (1 + random.normal(0, 0.01)), 0).sum(2)
        raw += random.normal(size=raw.shape) * np.sqrt(deviation**2 * (0.85 * np.maximum(raw, 0) / white + 0.15))
        raw = (np.clip(raw, 0, 1) * 65535).astype(np.uint16)
        color = cv2.cvtColor(raw, cv2.COLOR_BayerBG2BGR).astype(np.float32) / 65535 / tint
        shown = displayed(np.clip(color, 0, 1)) * 255
        shown = shown + 0.6 * (shown - cv2.GaussianBlur(shown, (0, 0), 1.0))
        if denoising:
            if before is not None:
                change = cv2.blur(np.abs(shown - before).mean(2), (5, 5))
                share = denoising * np.clip((4 * noise - change) / (2 * noise), 0, 1)[..., None]
                shown = share * before + (1 - share) * shown
            before = shown
        options = [cv2.IMWRITE_JPEG_QUALITY, 75, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422]
        frames.append(cv2.imencode(".jpg", np.clip(shown + 0.5, 0, 255).astype(np.uint8), options)[1].tobytes())
    return frames


def wrong(page, blocks):
    """Returns the share of misread characters for each block, at most 1."""
    shares = []
    for _, (left, top, right, bottom), text in blocks:
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            cv2.imwrite(file.name, page[top:bottom, left:right])
            command = ["tesseract", file.name, "-", "--psm", "6", "--dpi", str(DPI), "-l", "eng"]
            read = " ".join(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        shares.append(min(1.0, Levenshtein.distance(read, text) / len(text)))
    return shares


def laid(page, truth):
    """Aligns a page with the ground truth, so that errors of its corners are not measured."""
    half = [cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for picture in (truth, page)]
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 60, 1e-6)
    try:
        _, map_ = cv2.findTransformECC(*half, np.eye(3, dtype=np.float32), cv2.MOTION_HOMOGRAPHY, ends, None, 5)
    except cv2.error:  # nothing could be aligned with it
        return page
    twice = np.diag([2.0, 2.0, 1.0])
    map_ = twice @ map_ @ np.linalg.inv(twice)
    options = dict(flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE)
    return cv2.warpPerspective(page, map_, truth.shape[::-1], **options)


def psnr(page, truth):
    """Returns the PSNR in dB at 100 dpi, after the best gain and offset: each a plane and bow over the page, for the light."""
    a, t = (cv2.resize(p, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)[10:-10, 10:-10] for p in (page, truth))
    v, u = np.meshgrid(np.linspace(-1, 1, a.shape[0]), np.linspace(-1, 1, a.shape[1]), indexing="ij")
    bow = np.stack([np.ones_like(u), u, v, u * u, v * v, u * v], -1).reshape(-1, 6)
    terms = np.concatenate([bow * a.reshape(-1, 1), bow], 1)
    fit = terms @ np.linalg.lstsq(terms[::3], t.ravel()[::3].astype(float), rcond=None)[0]
    return 10 * np.log10(255**2 / np.mean((fit - t.ravel()) ** 2))


def ink(recto, page, truth):
    """Returns the F-measure of the ink of Recto's black and white."""
    with tempfile.TemporaryDirectory() as folder:
        cv2.imwrite(f"{folder}/page.png", page)
        command = [recto, "enhance", f"{folder}/page.png", "-o", f"{folder}/ink.png", "--filter", "bw"]
        subprocess.run(command, capture_output=True, check=True)
        found = cv2.imread(f"{folder}/ink.png", cv2.IMREAD_GRAYSCALE) < 128
    true = truth < 138
    return float(2 * (found & true).sum() / max(found.sum() + true.sum(), 1))


def measures(recto, page, truth, blocks):
    placed = laid(page[:UPPER], truth[:UPPER])
    return dict(wrong=wrong(page, blocks), psnr=psnr(placed, truth[:UPPER]), ink=ink(recto, placed, truth[:UPPER]))


def scan(recto, files, output, *options):
    """Returns a page from the program, and its JSON."""
    command = [recto, "scan", *files, "-o", output, "--filter", "original", "--paper", "a4", "--dpi", str(DPI), "--fine"]
    result = subprocess.run([*command, "--json", *options], capture_output=True, text=True, check=True)
    return cv2.imread(str(output), cv2.IMREAD_GRAYSCALE), json.loads(result.stdout.splitlines()[-1])


def around(count, reference, most):
    """Returns the middle of an odd number of frames, at most `most`, around the reference; and that number."""
    window = min(count, most + 1) // 2 * 2 - 1
    return min(max(reference, window // 2), count - 1 - window // 2), window


def denoised(pages, reference, noise):
    """Returns the upper part of a page cropped from each frame, by OpenCV's non-local means over the frames around the reference."""
    middle, window = around(len(pages), reference, 9)
    upper = [page[:UPPER] for page in pages]
    return cv2.fastNlMeansDenoisingMulti(upper, middle, window, None, h=noise, templateWindowSize=7, searchWindowSize=11)


def super_resolved(pages, reference, folder, program):
    """Does the same with OpenCV's super-resolution (BTV-L1) of five frames, each cropped at 100 dpi."""
    middle, window = around(len(pages), reference, 5)
    files = []
    for page in pages[middle - window // 2 : middle + window // 2 + 1]:
        files.append(str(folder / f"half-{len(files)}.png"))
        cv2.imwrite(files[-1], cv2.resize(page[:UPPER], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    output = str(folder / "superres.png")
    subprocess.run([program, output, *files], capture_output=True, check=True)
    page = cv2.imread(output, cv2.IMREAD_GRAYSCALE)
    # It omits the border that it cannot see.
    top, left = (UPPER - page.shape[0]) // 2, (W - page.shape[1]) // 2
    below, right = UPPER - page.shape[0] - top, W - page.shape[1] - left
    return cv2.copyMakeBorder(page, top, below, left, right, cv2.BORDER_REPLICATE)


def scores(recto, kind, seed, folder, wanted, again, superres):
    """Returns the measures of each requested page, from the cache unless they are requested again."""
    truth, blocks = printed_page(seed)
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{i:02}.jpg" for i in range(16)]
    if not all(file.exists() for file in files):
        for file, frame in zip(files, film(truth, seed, **KINDS[kind])):
            file.write_bytes(frame)
    store = folder / "scores.json"
    known = json.loads(store.read_text()) if store.exists() else {}
    missing = [name for name in wanted if name in again or name not in known]
    each = []
    for name in missing:
        output = folder / f"{name}.png"
        if name == "fused":
            page, report = scan(recto, files, output, "--fuse")
            reference = report.get("reference", 0)
            if known.get("reference") != reference and "single" in known:
                known.pop("single")
                missing.append("single")
            known["reference"] = reference
            known["lost"] = report.get("lost", 0)
        elif name == "single":
            page, _ = scan(recto, [files[known["reference"]]], output)
        else:
            each = each or [scan(recto, [file], output)[0] for file in files]
            if name == "mean":
                page = np.clip(np.mean(each, axis=0) + 0.5, 0, 255).astype(np.uint8)
            elif name == "denoised":
                page = denoised(each, known["reference"], KINDS[kind].get("noise", 6))
            else:
                page = super_resolved(each, known["reference"], folder, superres)
            cv2.imwrite(str(output), page)
        known[name] = measures(recto, page, truth, blocks)
        store.write_text(json.dumps(known))
    return known


def cell(values, digits):
    """Returns their mean, with half of its 95 % interval."""
    mean = f"{np.mean(values):.{digits}f}"
    return f"{mean} ± {1.96 * np.std(values, ddof=1) / np.sqrt(len(values)):.{digits}f}" if len(values) > 1 else mean


def row(kind, name, films):
    text = [cell(shares, 3) for shares in zip(*(film[name]["wrong"] for film in films))]
    text += [cell([film[name][key] for film in films], digits) for key, digits in [("psnr", 2), ("ink", 3)]]
    return f"| {kind} | {name} | {len(films)} | {' | '.join(text)} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--recto", default=str(ROOT / ".build/release/recto"))
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=list(KINDS))
    parser.add_argument("--seeds", nargs="*", type=int, default=[2_000_000, 2_000_001])
    parser.add_argument("--films", type=pathlib.Path, help="where films, pages and scores stay; a temporary folder without it")
    parser.add_argument("--again", nargs="*", default=[], choices=PAGES, help="pages that are made and scored although they are there")
    parser.add_argument("--rivals", action="store_true", help="also OpenCV's fastNlMeansDenoisingMulti: minutes a film")
    parser.add_argument("--superres", help="the program of superres.cpp: also OpenCV's super-resolution: a minute a film")
    arguments = parser.parse_args()
    wanted = PAGES[:3] + ["denoised"] * arguments.rivals + ["superres"] * bool(arguments.superres)
    print("| film | page | films | 8 pt | 10 pt | 12 pt | PSNR, dB | ink, F |\n|---|---|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as temporary:
        root = arguments.films or pathlib.Path(temporary)
        for kind in arguments.kinds:
            folders = [(seed, root / f"{kind}-{seed}") for seed in arguments.seeds]
            films = [scores(arguments.recto, kind, *where, wanted, arguments.again, arguments.superres) for where in folders]
            for name in wanted:
                print(row(kind, name, films), flush=True)


if __name__ == "__main__":
    main()
