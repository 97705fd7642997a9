#!/usr/bin/env python3
"""How a filter treats pictures on pages: the share of burnt pixels in them and their color error, and how white the paper is.

usage: burnt.py --recto RECTO --pictures RECTO-PICTURES [--count N] [--seed S] [--kind KIND ...] [--filter FILTER ...] [-o SHEET]

Photographs of generated pages are straightened by their true corners and compared with the flat page. A picture is an area of the
flat page in which neighbouring pixels differ nearly everywhere. Both are compared as means of 8 x 8 pixels, so that the paper's
curl does not matter. Burnt: the greatest channel is at 250 or more, and was below 243. Color error: CIE76, and of that the part
without lightness. White paper: pixels that are plain paper on the flat page, and at 235 or more in all channels. With -o the worst
pages are drawn: the flat page, then each filter. Needs numpy and opencv-python-headless.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

BLOCK = 8
BURNT, NOT_BURNT, WHITE = 250, 243, 235
TILE = 560


def pictures_on(page):
    """Returns 1 where the flat page shows pictures."""
    differs = np.zeros(page.shape[:2], np.float32)
    differs[:, 1:] = np.abs(np.diff(page.astype(np.int16), axis=1)).max(2) > 0
    busy = (cv2.boxFilter(differs, -1, (15, 15)) > 0.25).astype(np.uint8)
    busy = cv2.morphologyEx(busy, cv2.MORPH_OPEN, np.ones((25, 25), np.uint8))
    busy = cv2.morphologyEx(busy, cv2.MORPH_CLOSE, np.ones((61, 61), np.uint8))
    mask = np.zeros_like(busy)
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(busy)
    for label in range(1, count):
        _, _, width, height, area = boxes[label]
        if area > 6000 and area > 0.7 * width * height:
            mask[labels == label] = 1
    return cv2.erode(mask, np.ones((9, 9), np.uint8))


def plain_paper(page):
    """Returns 1 where the flat page is unprinted, for whole blocks."""
    colors, counts = np.unique(page.reshape(-1, 3), axis=0, return_counts=True)
    return (page == colors[counts.argmax()]).all(2).astype(np.uint8)


def blocks(picture):
    height, width = picture.shape[:2]
    return cv2.resize(picture, (width // BLOCK, height // BLOCK), interpolation=cv2.INTER_AREA)


def rendered(recto, photo, corners, name, shape):
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "page.png"
        text = ",".join(f"{value:.2f}" for corner in corners for value in corner)
        subprocess.run([recto, "scan", photo, "-o", target, "--filter", name, "--corners", text, "--paper", "none"],
                       capture_output=True, check=True)
        picture = cv2.imread(str(target))
    return cv2.resize(picture, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)


def lab(picture):
    return cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2Lab)


def compare(page, picture, mask, paper):
    """Returns the burnt share, the color error, the error of the color alone, and the share of white paper (None without
    pictures or paper)."""
    true, seen = blocks(page), blocks(picture)
    inside, unprinted = (blocks(each * 255) > 250 for each in (mask, paper))
    result = [None] * 4
    if inside.sum() >= 30:
        difference = lab(true)[inside] - lab(seen)[inside]
        burnt = (seen[inside].max(1) >= BURNT) & (true[inside].max(1) < NOT_BURNT)
        result[:3] = burnt.mean(), np.linalg.norm(difference, axis=1).mean(), np.linalg.norm(difference[:, 1:], axis=1).mean()
    if unprinted.sum() >= 30 and page[paper > 0].min() >= 240:
        result[3] = (seen[unprinted].min(1) >= WHITE).mean()
    return result


def tile(picture):
    scale = TILE / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    result = np.full((TILE + 4, TILE + 4, 3), 60, np.uint8)
    result[2:2 + small.shape[0], 2:2 + small.shape[1]] = small
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", required=True, help="the recto-pictures program")
    parser.add_argument("--count", type=int, default=40, help="pages of each kind")
    parser.add_argument("--seed", type=int, default=2_710_000)
    parser.add_argument("--kind", nargs="+", default=["article", "photograph", "identityCard", "letter", "invoice"])
    parser.add_argument("--filter", nargs="+", default=["color", "photo", "original"])
    parser.add_argument("-o", "--output", type=Path)
    options = parser.parse_args()
    drawn = []
    for kind in options.kind:
        rows = {name: [] for name in options.filter}
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([options.pictures, "make", "-o", folder, "--count", str(options.count), "--seed", str(options.seed), "--kind",
                            kind, "--whole", "--size", "1944x2592"], check=True, capture_output=True)
            for facts in sorted(Path(folder).glob("*.json")):
                page = cv2.imread(str(facts.with_suffix(".page.png")))
                mask, paper = pictures_on(page), plain_paper(page)
                corners = json.loads(facts.read_text())["quad"]
                seen = [rendered(options.recto, facts.with_suffix(".jpg"), corners, name, page.shape) for name in options.filter]
                for name, picture in zip(options.filter, seen):
                    rows[name].append(compare(page, picture, mask, paper))
                drawn.append((rows[options.filter[0]][-1][0] or 0, [page, *seen]))
        for name in options.filter:
            columns = [[value for value in column if value is not None] for column in zip(*rows[name])]
            line = f"{kind:13} {name:9} pictures {len(columns[0]):3}  paper {len(columns[3]):3}"
            if columns[0]:
                burnt, error, chroma = (np.mean(column) for column in columns[:3])
                line += f"  burnt {100 * burnt:5.1f} %  color error {error:5.1f} ({chroma:4.1f} without lightness)"
            if columns[3]:
                line += f"  white {100 * np.mean(columns[3]):5.1f} %"
            print(line, flush=True)
    if options.output:
        worst = sorted(drawn, key=lambda each: -each[0])[:8]
        cv2.imwrite(str(options.output), np.vstack([np.hstack([tile(each) for each in row]) for _, row in worst]))


if __name__ == "__main__":
    sys.exit(main())
