#!/usr/bin/env python3
"""Character errors of Tesseract on generated pages that a camera might have seen, by what was done to them before.

usage: reading.py --recto RECTO --pictures RECTO-PICTURES [--pages N] [--seed S] [--keep FOLDER]

Every page is drawn flat at 150, 200 and 300 dpi, so its text is known, then blurred, shadowed and given noise (settings
from its seed). Needs tesseract, numpy and opencv-python-headless. Errors: edits over the length of the text, after
white space is made alike; at most 100 %.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np

KINDS = ("letter", "report", "list", "bookPage")
DPI = (150, 200, 300)


def flat_pages(pictures, kind, dpi, seed, folder):
    """The page of a seed and its text."""
    subprocess.run([pictures, "make", "--flat", "-o", folder, "--seed", str(seed), "--count", "1", "--kind", kind,
                    "--page-dpi", str(dpi)], check=True, stdout=subprocess.DEVNULL)
    picture = next(Path(folder).glob(f"*{seed}.page.png"))
    return cv2.imread(str(picture)), picture.with_name(picture.name.replace(".page.png", ".txt")).read_text()


def half_plane(shape, rng, softness):
    """0 on one side of a random line through the middle of the page, 1 on the other."""
    h, w = shape
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    at = rng.uniform(-0.2, 0.2) * min(h, w)
    distance = (x - w / 2) * np.cos(angle) + (y - h / 2) * np.sin(angle) - at
    return 1 / (1 + np.exp(-np.clip(distance / softness, -30, 30)))


def photograph(page, dpi, rng):
    """What a camera makes of a flat page: light, shadow, blur, noise, JPEG."""
    light = page.astype(np.float32) / 255
    light = np.power(light, 2.2)
    h, w = page.shape[:2]
    scale = dpi / 200
    ramp = half_plane((h, w), rng, rng.uniform(0.2, 0.6) * min(h, w))
    shade = 1 - rng.uniform(0.2, 0.7) * ramp
    if rng.random() < 0.7:
        shade *= 1 - rng.uniform(0.3, 0.7) * half_plane((h, w), rng, rng.choice([1.5, 6, 25]) * scale)
    light *= (shade * rng.uniform(0.5, 0.85))[..., None].astype(np.float32)
    light = cv2.GaussianBlur(light, (0, 0), rng.uniform(0.5, 1.5) * (0.6 + 0.4 * scale))
    light += rng.normal(size=light.shape).astype(np.float32) * np.sqrt(np.maximum(light, 0)) * rng.uniform(0.005, 0.05)
    picture = np.clip(np.power(np.clip(light, 0, 1), 1 / 2.2) * 255 + 0.5, 0, 255).astype(np.uint8)
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1], cv2.IMREAD_COLOR)


def background_otsu(g):
    small = cv2.resize(g, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(cv2.dilate(small, np.ones((7, 7), np.uint8)), 21)
    flat = cv2.divide(g, cv2.resize(paper, g.shape[::-1], interpolation=cv2.INTER_LINEAR), scale=255)
    return cv2.threshold(flat, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]


def background_division(g):
    paper = cv2.medianBlur(cv2.dilate(g, np.ones((7, 7), np.uint8)), 21)
    return cv2.divide(g, paper, scale=255)


def opencv_methods(gray):
    mean = cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 51, 20)
    return {"unprocessed": gray, "cv mean 51 C20": mean, "cv background + Otsu": background_otsu(gray),
            "cv background": background_division(gray)}


def enhance(recto, picture, options, folder):
    source, target = Path(folder) / "in.png", Path(folder) / "out.png"
    cv2.imwrite(str(source), picture)
    subprocess.run([recto, "enhance", source, "-o", target, *options], check=True, stdout=subprocess.DEVNULL)
    return cv2.imread(str(target), cv2.IMREAD_GRAYSCALE)


def read(picture, dpi):
    png = cv2.imencode(".png", picture)[1].tobytes()
    run = subprocess.run(["tesseract", "-", "-", "--dpi", str(dpi), "--psm", "3"], input=png, capture_output=True,
                         env={**os.environ, "OMP_THREAD_LIMIT": "1"}, check=True)
    return run.stdout.decode("utf-8", "replace")


def character_error(found, truth):
    found, truth = " ".join(found.split()), " ".join(truth.split())
    a, b = (np.frombuffer(s.encode("utf-32-le"), np.uint32) for s in (found, truth))
    row = np.arange(len(b) + 1)
    steps = np.arange(len(b) + 1)
    for c in a:
        best = np.minimum(row + 1, np.concatenate([[row[0] + 1], row[:-1] + (b != c)]))
        row = np.minimum.accumulate(best - steps) + steps
    return min(1.0, row[-1] / max(1, len(b)))


def methods(recto, picture, folder, filters):
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    result = opencv_methods(gray)
    for name in filters:
        result[f"recto {name}"] = enhance(recto, picture, ["--filter", name], folder)
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", required=True)
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1_500_000)
    parser.add_argument("--filters", default="bw,gray,color")
    parser.add_argument("--keep", help="folder for the pictures that are read")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    jobs, errors = [], {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        for i in range(options.pages):
            seed, dpi, kind = options.seed + i, DPI[i % len(DPI)], KINDS[i // len(DPI) % len(KINDS)]
            page, text = flat_pages(options.pictures, kind, dpi, seed, folder)
            picture = photograph(page, dpi, np.random.default_rng(seed))
            for method, result in methods(options.recto, picture, folder, options.filters.split(",")).items():
                if options.keep:
                    Path(options.keep).mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(f"{options.keep}/{seed}-{dpi}-{method.replace(' ', '_')}.png", result)
                jobs.append((method, dpi, pool.submit(lambda r=result, d=dpi, t=text: character_error(read(r, d), t))))
        for method, dpi, job in jobs:
            errors.setdefault(method, {}).setdefault(dpi, []).append(100 * job.result())
    print("| method | " + " | ".join(f"{d} dpi" for d in DPI) + " | mean | median |")
    print("|---" * (len(DPI) + 3) + "|")
    for method, by in errors.items():
        every = sum(by.values(), [])
        cells = [np.mean(by.get(d, [np.nan])) for d in DPI] + [np.mean(every), np.median(every)]
        print(f"| {method} | " + " | ".join(f"{c:.2f}" for c in cells) + " |")


if __name__ == "__main__":
    sys.exit(main())
