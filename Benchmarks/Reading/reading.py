#!/usr/bin/env python3
"""Errors of Tesseract on pages that a camera saw or might have seen, by what was done to them before.

usage: reading.py --recto RECTO --pictures RECTO-PICTURES [--pages N] [--seed S] [--keep FOLDER]
       reading.py --recto RECTO --photos FOLDER [--keep FOLDER]

Generated pages are drawn flat at 150, 200 and 300 dpi, so their text is known, then blurred, shadowed and given noise
(settings from their seeds). Errors: edits over the length of the text, after white space is made alike; at most 100 %.
Photos are those of a folder of pictures with corners.json that have a transcript beside this program. Errors: words that
are in one of text and transcript alone, over the words of both; tables and receipts are read in many orders.
Needs tesseract, numpy and opencv-python-headless.
"""
import argparse
import collections
import json
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
    """Returns the page of a seed and its text."""
    subprocess.run([pictures, "make", "--flat", "-o", folder, "--seed", str(seed), "--count", "1", "--kind", kind,
                    "--page-dpi", str(dpi)], check=True, stdout=subprocess.DEVNULL)
    picture = next(Path(folder).glob(f"*{seed}.page.png"))
    return cv2.imread(str(picture)), picture.with_name(picture.name.replace(".page.png", ".txt")).read_text()


def half_plane(shape, rng, softness):
    """Returns 0 on one side of a random line through the middle of the page, 1 on the other."""
    h, w = shape
    angle = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    at = rng.uniform(-0.2, 0.2) * min(h, w)
    distance = (x - w / 2) * np.cos(angle) + (y - h / 2) * np.sin(angle) - at
    return 1 / (1 + np.exp(-np.clip(distance / softness, -30, 30)))


def photograph(page, dpi, rng):
    """Simulates a camera's picture of a flat page: light, shadow, blur, noise, JPEG."""
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


def read(picture, dpi, layout=3):
    png = cv2.imencode(".png", picture)[1].tobytes()
    run = subprocess.run(["tesseract", "-", "-", "--dpi", str(dpi), "--psm", str(layout)], input=png, capture_output=True,
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


def keep(result, options, name):
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
        cv2.imwrite(f"{options.keep}/{name.replace(' ', '_')}.png", result)


def word_error(found, truth):
    found, truth = collections.Counter(found.split()), collections.Counter(truth.split())
    return ((found - truth).total() + (truth - found).total()) / max(1, found.total() + truth.total())


def straightened(picture, corners):
    """Returns the page rectified by its true corners, as large as its longer sides."""
    c = np.float32(corners)
    side = [np.linalg.norm(c[i] - c[(i + 1) % 4]) for i in range(4)]
    w, h = round(max(side[0], side[2])), round(max(side[1], side[3]))
    target = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    return cv2.warpPerspective(picture, cv2.getPerspectiveTransform(c, target), (w, h), flags=cv2.INTER_CUBIC)


def scan(recto, photo, name, folder):
    target = Path(folder) / "scan.png"
    subprocess.run([recto, "scan", photo, "-o", target, "--filter", name, "--fine"], check=True,
                   stdout=subprocess.DEVNULL)
    return cv2.imread(str(target), cv2.IMREAD_GRAYSCALE)


def read_photos(options):
    items = {Path(item["file"]).stem: item for item in json.loads((Path(options.photos) / "corners.json").read_text())}
    transcripts = sorted((Path(__file__).parent / "transcripts").glob("*.txt"))
    filters = options.filters.split(",")
    errors = {}
    with tempfile.TemporaryDirectory() as folder:
        for transcript in transcripts:
            photo = Path(options.photos) / "images" / f"{transcript.stem}.jpg"
            picture = cv2.imread(str(photo))
            page = straightened(picture, items[transcript.stem]["corners_tl_tr_br_bl"])
            results = {"as photographed": cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)}
            results.update(methods(options.recto, page, folder, filters))
            results.update({f"recto scan {name}": scan(options.recto, photo, name, folder) for name in filters})
            for method, result in results.items():
                keep(result, options, f"{transcript.stem}-{method}")
                errors.setdefault(method, []).append(100 * word_error(read(result, 150, 4), transcript.read_text()))
    print("| method | " + " | ".join(transcript.stem for transcript in transcripts) + " | mean |")
    print("|---" * (len(transcripts) + 2) + "|")
    for method, by in errors.items():
        print(f"| {method} | " + " | ".join(f"{e:.1f}" for e in [*by, np.mean(by)]) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", help="the recto-pictures program, for generated pages")
    parser.add_argument("--photos", help="folder of photos to read instead")
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1_500_000)
    parser.add_argument("--filters", default="bw,gray,color")
    parser.add_argument("--keep", help="folder for the pictures that are read")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.photos:
        return read_photos(options)
    if not options.pictures:
        parser.error("one of --pictures and --photos is needed")
    jobs, errors = [], {}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        for i in range(options.pages):
            seed, dpi, kind = options.seed + i, DPI[i % len(DPI)], KINDS[i // len(DPI) % len(KINDS)]
            page, text = flat_pages(options.pictures, kind, dpi, seed, folder)
            picture = photograph(page, dpi, np.random.default_rng(seed))
            for method, result in methods(options.recto, picture, folder, options.filters.split(",")).items():
                keep(result, options, f"{seed}-{dpi}-{method}")
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
