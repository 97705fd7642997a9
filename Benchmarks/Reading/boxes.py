#!/usr/bin/env python3
"""Where the text of a searchable PDF lies: against what was recognized, and against the words of the page that is shown.

usage: boxes.py --recto RECTO [--language NAME] [--options "--flatten auto"] PHOTO...

recognized: each word's box by `pdftotext -bbox` against the same word's in the hOCR file of the same run, in pixels of the page
that was read; how far the edge is off that is off the most. shown: against the box of the same word where Tesseract reads it on
the picture of the PDF's page, for words that stand once in both; the distance of their middles, in letter heights of the page.
Needs tesseract and pdftotext, pdfimages of Poppler, numpy.
"""
import argparse
import collections
import html
import re
import sys
import tempfile
from pathlib import Path

import numpy as np

from pages import run

PDF_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">')
PDF_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
HOCR_PAGE = re.compile(r"class=[\"']ocr_page[\"'][^>]*bbox 0 0 (\d+) (\d+)")
HOCR_WORD = re.compile(r"class=[\"']ocrx_word[\"'][^>]*bbox (\d+) (\d+) (\d+) (\d+)[^>]*>(.*?)</span>", re.S)


def words(text, page, word):
    """The page's size, and its words with their boxes."""
    size = np.float64(page.search(text).groups())
    found = [(html.unescape(re.sub(r"<[^>]*>", "", m[4])), np.float64(m[:4])) for m in word.findall(text)]
    return size, found


def once(found):
    count = collections.Counter(text for text, _ in found)
    return {text: box for text, box in found if count[text] == 1 and len(text) > 2}


def measure(photo, options, folder):
    document, sidecar, picture = (Path(folder) / name for name in ("page.pdf", "page.hocr", "page"))
    run([options.recto, "scan", photo, "-o", document, "--text", options.language, "--sidecar", sidecar,
         *options.options.split()])
    size, recognized = words(sidecar.read_text(), HOCR_PAGE, HOCR_WORD)
    points, laid = words(run(["pdftotext", "-bbox", document, "-"]).stdout.decode(), PDF_PAGE, PDF_WORD)
    laid = [(text, box * np.tile(size / points, 2)) for text, box in laid]
    known, placed = once(recognized), once(laid)
    off = np.array([np.abs(known[text] - placed[text]).max() for text in known.keys() & placed.keys()])
    run(["pdfimages", "-png", document, picture])
    said = run(["tesseract", f"{picture}-000.png", "-", "-l", options.language, "hocr"]).stdout.decode("utf-8", "replace")
    shown_size, shown = words(said, HOCR_PAGE, HOCR_WORD)
    shown = once([(text, box * np.tile(size / shown_size, 2)) for text, box in shown])
    height = np.median([box[3] - box[1] for box in known.values()])
    middles = np.array([np.linalg.norm((shown[text][:2] + shown[text][2:] - placed[text][:2] - placed[text][2:]) / 2) / height
                        for text in shown.keys() & placed.keys()])
    return [len(recognized), len(off), np.max(off), 100 * np.mean(off > 2), len(middles), np.median(middles),
            100 * np.mean(middles > 0.5)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="+")
    parser.add_argument("--recto", required=True)
    parser.add_argument("--language", default="eng")
    parser.add_argument("--options", default="", help="more options of recto scan")
    options = parser.parse_args()
    print("| photo | words | compared | farthest off, px | off by more than 2 px | seen again | median, letters | more than half a "
          "letter |\n|---|---:|---:|---:|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for photo in options.photos:
            count, compared, farthest, far, seen, median, astray = measure(photo, options, folder)
            print(f"| {Path(photo).stem} | {count} | {compared} | {farthest:.1f} | {far:.1f} % | {seen} | {median:.2f} | "
                  f"{astray:.1f} % |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
