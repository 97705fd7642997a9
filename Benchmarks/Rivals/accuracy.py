#!/usr/bin/env python3
"""Counts what other libraries find in the evaluation data, and writes README's table beside what `make eval` has found by Recto.

usage: accuracy.py DATA    with the environment opencv5 of Benchmarks/Rivals/environment

Recto's figures are those of the tables that Benchmarks/Eval/run has written to docs/accuracy before.
"""

import datetime
import importlib.metadata
import json
import pathlib
import re
import subprocess
import sys

import cv2
import doxapy
import numpy as np
import zxingcpp
from pyzbar import pyzbar

ROOT = pathlib.Path(__file__).resolve().parents[2]
SURE = 0.9  # IoU of a page that counts as found
ANCHOR_PIXELS = 5
CORNERS = np.float32([[0, 0], [1, 0], [1, 1], [0, 1]])


# MARK: Pages


def edges(photo, low, high):
    """Returns dilated edges of a copy that is 500 pixels high, and its scale."""
    scale = 500 / photo.shape[0]
    small = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    gray = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    return cv2.dilate(cv2.Canny(gray, low, high), np.ones((3, 3), np.uint8)), scale


def contours(photo):
    """The usual tutorial: the largest contour that is a quad."""
    picture, scale = edges(photo, 75, 200)
    found, _ = cv2.findContours(picture, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in sorted(found, key=cv2.contourArea, reverse=True)[:5]:
        outline = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(outline) == 4:
            return outline.reshape(4, 2) / scale
    return None


def hulls(photo):
    """The same with convex hulls of at least a twentieth of the picture, and three tolerances."""
    picture, scale = edges(photo, 50, 150)
    found, _ = cv2.findContours(picture, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for hull in sorted(map(cv2.convexHull, found), key=cv2.contourArea, reverse=True)[:5]:
        if cv2.contourArea(hull) < picture.size / 20:
            continue
        for tolerance in (0.02, 0.04, 0.08):
            outline = cv2.approxPolyDP(hull, tolerance * cv2.arcLength(hull, True), True)
            if len(outline) == 4:
                return outline.reshape(4, 2) / scale
    return None


def jscanify(photo):
    """jscanify 1.3: the contour with the largest area, and its farthest points in each quarter around the center."""
    picture = cv2.GaussianBlur(cv2.Canny(photo, 50, 200), (3, 3), 0)
    _, picture = cv2.threshold(picture, 0, 255, cv2.THRESH_OTSU)
    found, _ = cv2.findContours(picture, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if not found:
        return None
    points = max(found, key=cv2.contourArea).reshape(-1, 2).astype(np.float64)
    center = np.array(cv2.minAreaRect(points.astype(np.float32))[0])
    quad = []
    for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        offsets = points - center
        quarter = points[(offsets[:, 0] * x > 0) & (offsets[:, 1] * y > 0)]
        if not len(quarter):
            return None
        quad.append(quarter[np.argmax(np.hypot(*(quarter - center).T))])
    return np.array(quad)


def overlap(found, true):
    """Intersection over union."""
    if found is None:
        return 0
    quads = [cv2.convexHull(np.asarray(quad, np.float32)) for quad in (found, true)]
    shared, _ = cv2.intersectConvexConvex(*quads)
    return shared / (sum(map(cv2.contourArea, quads)) - shared)


PAGE_METHODS = {"OpenCV with convex hull": hulls, "jscanify's recipe": jscanify, "OpenCV with contours": contours}


def pages(data):
    folder = data / "quad/document-photos"
    photos = [(cv2.imread(str(folder / item["file"])), item["corners_tl_tr_br_bl"])
              for item in json.loads((folder / "corners.json").read_text())]
    return {name: sum(overlap(find(photo), true) >= SURE for photo, true in photos) for name, find in PAGE_METHODS.items()}


def mistakes(data):
    folder = data / "wild"
    items = json.loads((folder / "ground_truth.json").read_text())["items"]
    photos = [cv2.imread(str(folder / "images" / item["file"])) for item in items
              if item["set"] == "none" and not item.get("near_duplicate_of")]
    return {name: sum(find(photo) is not None for photo in photos) for name, find in PAGE_METHODS.items()}


# MARK: Ink. Windows and offsets are those with the best result of a few.


def divided(gray):
    """Divides by the background, a median of the dilated picture, before Otsu's threshold."""
    background = cv2.medianBlur(cv2.dilate(gray, np.ones((7, 7), np.uint8)), 21)
    even = cv2.divide(gray, background, scale=255)
    return cv2.threshold(even, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)[1]


def doxa(method):
    def binarized(gray):
        algorithm, result = doxapy.Binarization(method), np.empty_like(gray)
        algorithm.initialize(np.ascontiguousarray(gray))
        algorithm.to_binary(result, {"window": 25})
        return result

    return binarized


INK_METHODS = {
    "Wolf's threshold (Doxa)": doxa(doxapy.Binarization.Algorithms.WOLF),
    "Sauvola's (Doxa)": doxa(doxapy.Binarization.Algorithms.SAUVOLA),
    "background division with Otsu's": divided,
    "OpenCV's mean": lambda gray: cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 51, 25),
}


def f_measure(found, true):
    found, true = found < 128, true < 128
    return 200 * (found & true).sum() / (found.sum() + true.sum())


def ink(data):
    items = [(folder, item) for folder in (data / "binarize/dibco-sauvolanet", data / "binarize/dibco2019-part1")
             for item in json.loads((folder / "ground_truth.json").read_text())]
    pages = [[cv2.imread(str(folder / item[name]), cv2.IMREAD_GRAYSCALE) for name in ("image", "gt")] for folder, item in items]
    return {name: round(float(np.mean([f_measure(method(gray), true) for gray, true in pages])), 1)
            for name, method in INK_METHODS.items()}


# MARK: QR codes


def plain(text):
    return text.replace("\r\n", "\n").strip()


CODE_METHODS = {
    "zxing-cpp " + ".".join(importlib.metadata.version("zxing-cpp").split(".")[:2]): lambda gray: [
        code.text for code in zxingcpp.read_barcodes(
            gray, formats=zxingcpp.BarcodeFormat.QRCode, text_mode=zxingcpp.TextMode.Plain)],
    "zbar": lambda gray: [
        code.data.decode(errors="replace") for code in pyzbar.decode(gray, [pyzbar.ZBarSymbol.QRCODE])],
}


def codes(data):
    folder = data / "qr/zxing-blackbox"
    items = json.loads((folder / "ground_truth.json").read_text())
    photos = [(cv2.imread(str(folder / "images" / item["file"]), cv2.IMREAD_GRAYSCALE), item) for item in items]

    def is_right(texts, item):
        if "bytes_hex" in item and "text" not in item:
            return any(text.encode("latin-1", "replace") == bytes.fromhex(item["bytes_hex"]) for text in texts)
        return plain(item["text"]) in map(plain, texts)

    return {name: sum(is_right(read(gray), item) for gray, item in photos) for name, read in CODE_METHODS.items()}


# MARK: Anchors


def anchor_pairs(data):
    """Returns pictures of an anchor and a scene, and the true homography."""
    for folder in sorted((data / "planar/oxford-affine").iterdir()):
        if (folder / "homographies.json").exists():
            poses = json.loads((folder / "homographies.json").read_text())
            for name, matrix in poses["homographies_1_to_n"].items():
                yield folder / poses["reference"], folder / name, np.array(matrix)
    for folder in (data / "planar/opencv-books", data / "planar/single-pairs"):
        for pose in json.loads((folder / "reference_poses.json").read_text()):
            if pose.get("score") is not False:
                matrix = pose.get("homography_anchor_to_frame") or pose.get("homography_anchor_to_scene")
                yield folder / pose["anchor"], folder / (pose.get("frame") or pose["scene"]), np.array(matrix)


def features(name):
    """Returns detector, descriptor and norm."""
    if name == "SIFT":
        return cv2.SIFT_create(), None, cv2.NORM_L2
    if name == "TEBLID":
        return cv2.ORB_create(2000), cv2.xfeatures2d.TEBLID_create(1.0, cv2.xfeatures2d.TEBLID_SIZE_256_BITS), cv2.NORM_HAMMING
    return cv2.ORB_create(1000), None, cv2.NORM_HAMMING


def found_corners(anchor, scene, name):
    """Two nearest neighbors with ratio 0.8, then MAGSAC++ with at least ten inliers."""
    detector, descriptor, norm = features(name)
    described = []
    for picture in (anchor, scene):
        points = detector.detect(picture)
        described.append((descriptor or detector).compute(picture, points))
    (points, descriptors), (others, other_descriptors) = described
    if descriptors is None or other_descriptors is None or len(others) < 2:
        return None
    pairs = [pair for pair in cv2.BFMatcher(norm).knnMatch(descriptors, other_descriptors, k=2) if len(pair) == 2]
    good = [first for first, second in pairs if first.distance < 0.8 * second.distance]
    if len(good) < 10:
        return None
    sources = np.float32([points[match.queryIdx].pt for match in good])
    targets = np.float32([others[match.trainIdx].pt for match in good])
    matrix, mask = cv2.findHomography(sources, targets, cv2.USAC_MAGSAC, 3.0, maxIters=10000, confidence=0.999)
    return None if matrix is None or mask.sum() < 10 else outline(anchor, matrix)


def outline(anchor, matrix):
    corners = CORNERS * (anchor.shape[1], anchor.shape[0])
    return cv2.perspectiveTransform(corners[None].astype(np.float64), matrix.astype(np.float64))[0]


def anchors(data):
    counts = {name: 0 for name in ("SIFT", "TEBLID", "ORB")}
    for anchor_path, scene_path, matrix in anchor_pairs(data):
        anchor, scene = (cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) for path in (anchor_path, scene_path))
        true = outline(anchor, matrix)
        for name in counts:
            found = found_corners(anchor, scene, name)
            if found is not None and np.hypot(*(found - true).T).mean() < ANCHOR_PIXELS:
                counts[name] += 1
    return counts


# MARK: Table


def evaluated(page, section):
    """Returns the rows of a table that Benchmarks/Eval/run has written, as dictionaries without intervals."""
    text = (ROOT / f"docs/accuracy/{page}.md").read_text()
    table = re.search(rf"<!-- {section} -->\n(.*?)<!-- end {section} -->", text, re.S)[1]
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")]
    header, rows = lines[0], lines[2:]
    return [{name: re.sub(r" \[.*", "", cell) for name, cell in zip(header, row)} for row in rows]


def total(rows, figure, names):
    """Returns the number of pictures with a figure's property."""
    return sum(round(int(row["n"]) * float(row[figure])) for row in rows if next(iter(row.values())) in names)


def row(what, recto, others):
    return f"| {what} | **{recto}** | {', '.join(f'{name} {value}' for name, value in others.items())} |"


def main():
    data = pathlib.Path(sys.argv[1])
    cv2.setNumThreads(1)
    cv2.setRNGSeed(1)
    planar = ["oxford-affine", "opencv-books", "single-pairs"]
    inks = evaluated("binarization", "ink")
    mean = sum(int(each["n"]) * float(each["F"]) for each in inks) / sum(int(each["n"]) for each in inks)
    rows = [
        row("pages found with IoU ≥ 0.9 (overlap of found and true outline; 1 is perfect), of 35 real photos (a)",
            total(evaluated("detection", "quads"), "IoU ≥ 0.9", ["document-photos"]), pages(data)),
        row("pages found by mistake, of 44 pictures without a page (fewer is better) (a)",
            total(evaluated("detection", "pages"), "wrong", ["no page"]), mistakes(data)),
        row("F-measure in black and white (agreement of ink with the truth, 0 to 100), 24 historical pages (b)",
            f"{mean:.1f}", ink(data)),
        row("QR codes read, of ZXing's 90 photos (c)",
            total(evaluated("codes", "codes"), "read", ["zxing-blackbox"]), codes(data)),
        row("image anchors within 5 px, of 27 pairs (c)", total(evaluated("anchors", "anchors"), "< 5 px", planar),
            anchors(data)),
    ]
    text = [f"Accuracy on the same pictures, measured on {datetime.date.today()} with OpenCV {cv2.__version__}:", "",
            "| what is counted | Recto | others |", "|---|---:|---|", *rows]
    subprocess.run([ROOT / "Benchmarks/section", "accuracy", ROOT / "README.md"], input="\n".join(text), text=True, check=True)
    print("\n".join(text))


if __name__ == "__main__":
    main()
