"""Compares OpenCV's usual recipe for finding a page with Recto, on photos with known corners.

usage: opencv_recipe.py FOLDER    with images/ and corners.json, such as quad/document-photos of the evaluation data

Needs opencv-python-headless in addition to recto.
"""

from __future__ import annotations

import json
import pathlib
import sys
from typing import Any

import cv2
import numpy as np

import recto


def recipe(photo: Any) -> Any:
    """Returns four corners or None, like the usual tutorials."""
    scale = 500 / photo.shape[0]
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = cv2.Canny(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0), 75, 200)
    edges = cv2.dilate(edges, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:5]:
        outline = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(outline) == 4:
            return outline.reshape(4, 2) / scale
    return None


def ours(photo: Any) -> Any:
    found = recto.detect(photo, format="bgr")
    return None if found is None else np.array(found.corners)


def overlap(found: Any, true: Any) -> float:
    """Intersection over union."""
    if found is None:
        return 0
    quads = [cv2.convexHull(np.asarray(quad, np.float32)) for quad in (found, true)]
    shared, _ = cv2.intersectConvexConvex(*quads)
    return shared / (sum(map(cv2.contourArea, quads)) - shared)


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    truth = json.loads((folder / "corners.json").read_text())
    for name, find in (("OpenCV's recipe", recipe), ("Recto", ours)):
        scores = np.array(
            [
                overlap(
                    find(cv2.imread(str(folder / "images" / pathlib.Path(item["file"]).name))),
                    item["corners_tl_tr_br_bl"],
                )
                for item in truth
            ]
        )
        print(
            f"{name:16} IoU >= 0.9: {(scores >= 0.9).sum()} of {len(scores)}, median {np.median(scores):.3f}, "
            f"nothing found: {(scores == 0).sum()}"
        )


if __name__ == "__main__":
    main()
