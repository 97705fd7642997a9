#!/usr/bin/env python3
"""How sharp the page of one scene becomes from films and stills of several sizes.

usage: sharpness.py --recto RECTO --pictures RECTO-PICTURES [--count N] [--seed S] [--kind KIND]

Each generated scene of 3840 x 2160 pixels is made smaller, as a camera of fewer pixels would see it, and scanned in color by its true
corners. Dots per inch: the page's width in pixels over that of its paper. Sharpness: the mean gradient of the page over that of the flat
page that was photographed, both at 150 dpi; 1 is as sharp as print. Words: the share of those of the page that Tesseract reads, in any
order. Needs numpy, opencv-python-headless and tesseract.
"""
import argparse
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

SIZES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160)}
# recto-pictures draws flat pages at this resolution, in dots per inch.
FLAT_DPI = 150


def gradient(picture):
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    gray /= max(np.percentile(gray, 95) - np.percentile(gray, 1), 1)
    return np.hypot(cv2.Sobel(gray, cv2.CV_32F, 1, 0), cv2.Sobel(gray, cv2.CV_32F, 0, 1)).mean()


def words(text):
    return collections.Counter(re.findall(r"\w{2,}", text.lower()))


def scan(recto, photo, corners, target):
    text = ",".join(f"{value:.2f}" for corner in corners for value in corner)
    subprocess.run([recto, "scan", photo, "-o", target, "--corners", text, "--paper", "none"], capture_output=True, check=True)
    return cv2.imread(str(target))


def measure(recto, folder, facts, size):
    """Returns dots per inch, sharpness and share of words read for a scene seen by a camera of a size."""
    scene, flat = cv2.imread(str(facts.with_suffix(".jpg"))), cv2.imread(str(facts.with_suffix(".page.png")))
    scale = size[0] / scene.shape[1]
    photo, target = folder / "seen.jpg", folder / "page.png"
    cv2.imwrite(str(photo), cv2.resize(scene, size, interpolation=cv2.INTER_AREA), [cv2.IMWRITE_JPEG_QUALITY, 92])
    page = scan(recto, photo, [[scale * value for value in corner] for corner in json.loads(facts.read_text())["quad"]], target)
    dpi = np.sqrt(page.shape[0] * page.shape[1] / (flat.shape[0] * flat.shape[1])) * FLAT_DPI
    even = cv2.resize(page, flat.shape[1::-1], interpolation=cv2.INTER_AREA if dpi > FLAT_DPI else cv2.INTER_CUBIC)
    read = words(subprocess.run(["tesseract", target, "-", "--dpi", str(round(dpi))], capture_output=True, text=True).stdout)
    true = words(facts.with_suffix(".txt").read_text())
    return dpi, gradient(even) / gradient(flat), (true & read).total() / max(true.total(), 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", required=True, help="the recto-pictures program")
    parser.add_argument("--count", type=int, default=12)
    parser.add_argument("--seed", type=int, default=2_720_500)
    parser.add_argument("--kind", default="letter")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([options.pictures, "make", "-o", folder, "--count", str(options.count), "--seed", str(options.seed), "--kind",
                        options.kind, "--whole", "--size", "3840x2160"], check=True, capture_output=True)
        scenes = sorted(folder.glob("*.json"))
        for label, size in SIZES.items():
            dpi, sharpness, read = np.median([measure(options.recto, folder, facts, size) for facts in scenes], axis=0)
            print(f"{label:6} {dpi:4.0f} dpi  sharpness {sharpness:.2f}  words {100 * read:3.0f} %", flush=True)


if __name__ == "__main__":
    sys.exit(main())
