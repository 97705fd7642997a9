#!/usr/bin/env python3
"""Which way up: Recto's classifier and Tesseract's own (OSD, --psm 0) on the same pictures.

usage: orientation.py --recto RECTO --photos FOLDER [--read]                       real photos, each in all four quarter turns
       orientation.py --recto RECTO --pictures RECTO-PICTURES [--pages N] [--seed S] [--read]   generated pages in six languages

FOLDER holds the folders quad, curved, text and binarize of the evaluation data. Which way the text of a photo runs was seen by
eye. Generated pages are turned by one quarter turn more each; a page is left out, as in pages.py, where a side is shorter than
half of the picture's. Tesseract is given the picture, and the page as Recto has straightened and cleaned it. An answer is right
if the text then runs to the right, within 45 degrees. It counts as unsure below the confidence at which it is acted upon: 0.8
for Recto, 14 for Tesseract, as OCRmyPDF has it; "any" takes every answer. Seconds are the processor's: of Recto those of the
classifier alone, of Tesseract those of its program.
--read: the pages that Recto is not sure of are read, too, in all directions, as recto scan --text --rotate auto does.
Needs tesseract with the model osd (and those of the languages), numpy, opencv-python-headless.
"""
import argparse
import json
import math
import re
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

from pages import generated, processor_seconds, run

RECTO_SURE, TESSERACT_SURE = 0.8, 14
# Photos of print by folder, and the direction of their text in degrees clockwise from the right.
UPRIGHT, DOWN, OVER, UP = 0, 90, 180, 270
DOCUMENTS = "quad/document-photos/images/"
PRINT = {
    DOCUMENTS: {UPRIGHT: """aniruddha_receipt_1 connorkress_sample_1 connorkress_sample_2 connorkress_sample_3
        connorkress_sample_4 danielgatis_doc-1 danielgatis_doc-3 docdetect_sample fairscan_img01 fairscan_img03 jscanify_test
        jscanify_test2 jscanify_test3 jscanify_test4 jscanify_test5 jscanify_test6 jscanify_test9 jscanify_test10 naseem_sample1
        perspec_examples_doc""", UP: "connorkress_sample_5"},
    "curved/DewarpNet/": {UPRIGHT: ["13_2 copy", "14_2 copy", "1_1 copy", "4_2 copy"]},
    "curved/leptonica/": {UPRIGHT: "1555.003 1555.007 cat.007 cat.035 cavalerie.29 lapide.052.100 zanotti-78"},
    "curved/page-dewarp/": {UPRIGHT: "finnish_cooking_a"},
    "curved/page_dewarp/": {UPRIGHT: "boston_cooking_a boston_cooking_b linguistics_thesis_a", DOWN: "linguistics_thesis_b"},
    "curved/page_dewarp_custom/": {UPRIGHT: """entradas_1900_07_26 entradas_1900_07_30 libro_664 manifiesto_1900_07_03
        manifiesto_1900_07_05 manifiesto_1900_07_16 manifiesto_1900_07_24"""},
    "text/batch9_dyslexia/IMG_20210329_": {UPRIGHT: "122401 122524 122536 122543 122614 122617",
                                           DOWN: "122629 122633 122715", UP: "122202 122221 122227 122300 122306 122337"},
    "binarize/shadow-waterfilling/images/": {OVER: """rect_01 rect_04 rect_06 rect_08 rect_09 rect_11 rect_12 rect_16 rect_19
        rect_20"""},
}
HANDWRITING = {DOCUMENTS: {UPRIGHT: """breta01_page09 breta01_page10 breta01_test1 breta01_test3 breta01_test4 breta01_text1
    breta01_text3 breta01_text5"""}}
TURNS = {0: None, 90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def turned(picture, turn, folder):
    target = str(Path(folder) / "turned.jpg")
    picture = picture if turn == 0 else cv2.rotate(picture, TURNS[turn])
    cv2.imwrite(target, picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return target


def photographed(data, photos, folder):
    """Yields pictures, and the direction of their text: all of them, in one turn after the other."""
    for turn in TURNS:
        for start, by in photos.items():
            for direction, names in by.items():
                for name in names.split() if isinstance(names, str) else names:
                    photo = next(path for end in (".jpg", ".png") if (path := Path(data) / f"{start}{name}{end}").exists())
                    yield turned(cv2.imread(str(photo)), turn, folder), (direction + turn) % 360, "eng", f"{name} {turn}"


def drawn(options, folder):
    for index, (picture, _, language, _) in enumerate(generated(options, folder)):
        quad = np.float32(json.loads(picture.with_suffix(".json").read_text())["quad"])
        along = quad[1] - quad[0] + quad[2] - quad[3]
        turn = 90 * (index % 4)
        direction = math.degrees(math.atan2(along[1], along[0])) + turn
        yield turned(cv2.imread(str(picture)), turn, folder), direction, language, picture.stem


def is_upright(direction, rotation):
    """Returns whether text of this direction runs to the right after a clockwise rotation of the picture."""
    return math.cos(math.radians(direction + rotation)) > math.cos(math.radians(45))


def direction_on_page(direction, quad):
    """Returns the direction of the text on the page straightened from these corners."""
    if quad is None:
        return direction
    c = np.float32(quad)
    along, down = c[1] - c[0] + c[2] - c[3], c[3] - c[0] + c[2] - c[1]
    text = np.float32([math.cos(math.radians(direction)), math.sin(math.radians(direction))])
    x, y = np.linalg.solve(np.stack([along / np.linalg.norm(along), down / np.linalg.norm(down)], 1), text)
    return math.degrees(math.atan2(y, x))


def osd(picture, *arguments):
    """Returns the rotation proposed by Tesseract, its confidence, and the seconds; no rotation if it gives up."""
    start = processor_seconds()
    said = run(["tesseract", picture, "-", "--psm", "0", "-l", "osd", *arguments]).stdout.decode("utf-8", "replace")
    found = re.search(r"Rotate: (\d+)\nOrientation confidence: ([-\d.]+)", said)
    seconds = processor_seconds() - start
    return (int(found[1]), float(found[2]), seconds) if found else (None, 0.0, seconds)


class Answers:
    """The results of one method: pages rotated correctly, wrongly, and not at all."""

    def __init__(self):
        self.right = self.wrong = self.unsure = 0
        self.seconds = []

    def add(self, is_right, seconds):
        """Adds an answer; None if there is none."""
        self.right += is_right is True
        self.wrong += is_right is False
        self.unsure += is_right is None
        self.seconds.append(seconds)

    def row(self, name):
        count = len(self.seconds)
        shares = [f"{100 * n / count:.1f} %" for n in (self.right, self.wrong, self.unsure)]
        return f"| {name} | {count} | " + " | ".join(shares) + f" | {np.mean(self.seconds):.3f} |"


def judge(pages, options, folder):
    names = ["Recto from 0.8 on", "Recto, any", "Tesseract on the photo from 14 on", "Tesseract on the photo, any",
             "Tesseract on Recto's page from 14 on", "Tesseract on Recto's page, any",
             "where Recto is unsure: Recto, any", "where Recto is unsure: Tesseract on the photo, any",
             "where Recto is unsure: Tesseract on Recto's page, any", "where Recto is unsure: read in all directions"]
    answers = {name: Answers() for name in names}
    page = Path(folder) / "page.png"
    for picture, direction, language, name in pages:
        said = run([options.recto, "scan", picture, "-o", page, "--filter", "bw", "--rotate", "auto", "--json"]).stdout
        scan = json.loads(said)
        # The unrotated page, so that Tesseract gets the same input.
        run([options.recto, "scan", picture, "-o", page, "--filter", "bw"])
        on_page = direction_on_page(direction, scan["quad"])
        own = scan["orientation"]
        seconds = scan["milliseconds"]["orient"] / 1000
        methods = {"Recto": (own["rotation"], own["confidence"], seconds, on_page, RECTO_SURE),
                   "Tesseract on the photo": (*osd(picture), direction, TESSERACT_SURE),
                   "Tesseract on Recto's page": (*osd(page), on_page, TESSERACT_SURE)}
        unsure = own["rotation"] is None or own["confidence"] < RECTO_SURE
        line = [name]
        for method, (rotation, confidence, seconds, lies, sure) in methods.items():
            is_right = None if rotation is None else is_upright(lies, rotation)
            surely = is_right if confidence >= sure else None
            answers[f"{method} from {sure} on"].add(surely, seconds)
            answers[f"{method}, any"].add(is_right, seconds)
            if unsure:
                answers[f"where Recto is unsure: {method}, any"].add(is_right, seconds)
            line.append(f"{'-' if is_right is None else 'right' if is_right else 'WRONG'} {confidence:.2f}")
        if unsure and options.read:
            start = processor_seconds()
            said = run([options.recto, "scan", picture, "-o", Path(folder) / "read.pdf", "--text", language, "--rotate", "auto",
                        "--json"]).stdout
            is_right = is_upright(on_page, json.loads(said)["rotation"])
            answers["where Recto is unsure: read in all directions"].add(is_right, processor_seconds() - start)
            line.append(f"read {is_right}")
        print(*line, sep="  ", file=sys.stderr, flush=True)
    return [by.row(name) for name, by in answers.items() if by.seconds]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", help="the recto-pictures program, for generated pages")
    parser.add_argument("--photos", help="folder of the evaluation data, for real photos")
    parser.add_argument("--handwriting", action="store_true", help="photos of handwriting instead of print")
    parser.add_argument("--read", action="store_true", help="read pages that Recto is not sure of, too")
    parser.add_argument("--size", default="1944x2592", help="of generated pictures, in pixels")
    parser.add_argument("--pages", type=int, default=96)
    parser.add_argument("--seed", type=int, default=2_740_000)
    options = parser.parse_args()
    if not (options.photos or options.pictures):
        parser.error("one of --pictures and --photos is needed")
    with tempfile.TemporaryDirectory() as folder:
        photos = HANDWRITING if options.handwriting else PRINT
        pages = photographed(options.photos, photos, folder) if options.photos else drawn(options, folder)
        rows = judge(pages, options, folder)
    print("| method | pages | right | wrong | unsure | seconds a page |\n|---|---:|---:|---:|---:|---:|")
    print(*rows, sep="\n")


if __name__ == "__main__":
    sys.exit(main())
