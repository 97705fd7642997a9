#!/usr/bin/env python3
"""Draws contact sheets for inspection: each photo with the page found in it, and the page with every filter.

usage: sheets.py --recto RECTO [--rows N] -o FOLDER PHOTO...

Writes sheet-1.png, sheet-2.png, ... Needs numpy and opencv-python-headless.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

FILTERS = ("color", "gray", "bw", "photo", "original", "auto")
TILE = 440


def tile(picture, label):
    """Returns a picture in a square tile, with its name above."""
    scale = TILE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    result = np.full((TILE + 24, TILE + 8, 3), 48, np.uint8)
    result[24:24 + small.shape[0], 4:4 + small.shape[1]] = small
    cv2.putText(result, label, (4, 17), cv2.FONT_HERSHEY_SIMPLEX, 0.48, (0, 220, 255), 1, cv2.LINE_AA)
    return result


def found(recto, photo):
    """Returns the photo with its page drawn over it, and the confidence."""
    line = subprocess.run([recto, "detect", "--json", photo], capture_output=True, text=True).stdout
    detection = json.loads(line)
    picture = cv2.imread(str(photo))
    if detection.get("quad"):
        width = max(2, picture.shape[1] // 250)
        cv2.polylines(picture, [np.int32(np.round(detection["quad"]))], True, (80, 220, 60), width, cv2.LINE_AA)
    return picture, detection.get("confidence", 0)


def row(recto, photo, folder):
    picture, confidence = found(recto, photo)
    tiles = [tile(picture, f"{photo.stem[:36]}  {confidence:.2f}")]
    for name in FILTERS:
        page = Path(folder) / "page.png"
        line = subprocess.run([recto, "scan", "--json", "--filter", name, photo, "-o", page], capture_output=True,
                              text=True, check=True).stdout
        label = f"auto: {json.loads(line)['suggestion']['content']}" if name == "auto" else name
        tiles.append(tile(cv2.imread(str(page)), label))
    return np.hstack(tiles)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--rows", type=int, default=5, help="photos a sheet")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("photos", nargs="+", type=Path)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for number, start in enumerate(range(0, len(options.photos), options.rows), 1):
            rows = [row(options.recto, photo, folder) for photo in options.photos[start:start + options.rows]]
            sheet = options.output / f"sheet-{number}.png"
            cv2.imwrite(str(sheet), np.vstack(rows))
            print(sheet)


if __name__ == "__main__":
    sys.exit(main())
