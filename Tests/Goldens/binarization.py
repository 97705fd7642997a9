#!/usr/bin/env python3
"""Writes Tests/RectoVisionTests/EnhanceGoldenInk.swift: the results of doxapy and OpenCV for the picture of GoldenInk.page.

Needs doxapy, numpy and opencv-contrib-python-headless.
"""
from pathlib import Path

import cv2
import doxapy
import numpy as np

WIDTH, HEIGHT, WINDOW = 96, 72, 15


def is_text(x, y):
    """The same as TestPage.isText of the tests."""
    column, row = x % 18, y % 40
    if not (8 <= row < 30 and column < 13 and x > 20 and y > 20):
        return False
    return (column < 3 or row > 26, column < 3 or 10 <= column < 13 or 17 <= row < 20,
            row < 11 or 5 <= column < 8, False)[(x // 18 * 7 + y // 40 * 13) % 4]


def value(x, y):
    noise = ((x * 73856093 ^ y * 19349663) * 2654435761 % 2**32) >> 28
    return max(0, (90 if is_text(x, y) else 215) - 80 * x // WIDTH - noise)


def hexadecimal(ink):
    return np.packbits(ink).tobytes().hex()


page = np.array([[value(x, y) for x in range(WIDTH)] for y in range(HEIGHT)], np.uint8)


def doxa(name, k=None):
    result = np.empty(page.shape, np.uint8)
    method = doxapy.Binarization(getattr(doxapy.Binarization.Algorithms, name))
    method.initialize(page)
    method.to_binary(result, {} if k is None else {"window": WINDOW, "k": k})
    return result < 128


def opencv(name, k):
    method = getattr(cv2.ximgproc, "BINARIZATION_" + name)
    return cv2.ximgproc.niBlackThreshold(page, 255, cv2.THRESH_BINARY, WINDOW, k, binarizationMethod=method, r=128) < 128


goldens = {"doxaSauvola": doxa("SAUVOLA", 0.2), "doxaNick": doxa("NICK", -0.2), "doxaOtsu": doxa("OTSU"),
           "openCVSauvola": opencv("SAUVOLA", 0.2), "openCVWolf": opencv("WOLF", 0.5), "openCVNick": opencv("NICK", -0.2)}
lines = ["// Made by Tests/Goldens/binarization.py.", "",
         "/// Ink that other programs find on a small picture: rows of bits, the leftmost in the highest.",
         f"enum GoldenInk {{", f"    static let (width, height, window) = ({WIDTH}, {HEIGHT}, {WINDOW})"]
for name, ink in goldens.items():
    text = hexadecimal(ink)
    parts = [text[i:i + 96] for i in range(0, len(text), 96)]
    lines += ["", f'    static let {name} = """'] + [f"        {p}\\" for p in parts[:-1]] + [f"        {parts[-1]}", '        """']
lines += ["}", ""]
target = Path(__file__).resolve().parent.parent / "RectoVisionTests" / "EnhanceGoldenInk.swift"
target.write_text("\n".join(lines))
