#!/usr/bin/env python3
"""Where the words of searchable PDFs lie, and what viewers copy of them: against what was recognized in the same run.

usage: boxes.py --recto RECTO --data FOLDER [--options "--flatten auto"]    all photos of print in the evaluation data
       boxes.py --recto RECTO [--language NAME] [--options ...] PHOTO...

FOLDER holds the folders quad, curved, text and binarize. A photo becomes a PDF by `recto scan --text`, and an hOCR file by its
--sidecar. farthest: how far the edge of a word's box by `pdftotext -bbox` is off that is off the most, in pixels of the page that
was read. lost: recognized words that the PDF has not; other: words that the PDF has instead, such as two that were joined. order:
how alike the words are in the order of recognition and in that of a copy, 0 to 1 (twice the words in common, over those of both),
by Poppler's pdftotext as pages look (-raw: as they stand in the file), MuPDF's mutool, and PDFium, the viewer of Chromium.
Needs pdftotext of Poppler, numpy; mutool and pypdfium2 if those are to be compared.
"""
import argparse
import collections
import difflib
import html
import re
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np

from pages import run

PDF_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">')
PDF_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')
HOCR_PAGE = re.compile(r"class=[\"']ocr_page[\"'][^>]*bbox 0 0 (\d+) (\d+)")
HOCR_WORD = re.compile(r"class=[\"']ocrx_word[\"'][^>]*bbox (\d+) (\d+) (\d+) (\d+)[^>]*>(.*?)</span>", re.S)
FRENCH = "text/batch9_dyslexia"


def words(text, page, word):
    """Returns the page's size, and its words with their boxes."""
    size = np.float64(page.search(text).groups())
    return size, [(html.unescape(match[4]), np.float64(match[:4])) for match in word.findall(text)]


def matched(recognized, laid):
    """Returns the distance of each common word, matching the nearest of the same text first; and the words of only one of them."""
    places = collections.defaultdict(list)
    for index, (text, _) in enumerate(laid):
        places[text].append(index)
    pairs = sorted((np.abs(box - laid[j][1]).max(), i, j) for i, (text, box) in enumerate(recognized) for j in places[text])
    off, first, second = [], set(), set()
    for distance, i, j in pairs:
        if i not in first and j not in second:
            off.append(distance)
            first.add(i)
            second.add(j)
    return (off, [text for i, (text, _) in enumerate(recognized) if i not in first],
            [text for j, (text, _) in enumerate(laid) if j not in second])


def by_pdfium(document):
    try:
        import pypdfium2
    except ImportError:
        return None
    pdf = pypdfium2.PdfDocument(document)
    text = pdf[0].get_textpage().get_text_bounded()
    pdf.close()
    # PDFium marks hyphens at the ends of lines with special characters.
    return re.sub("[\ufffe\x02]", "-", text)


def copies(document):
    found = {"Poppler": run(["pdftotext", document, "-"]).stdout.decode(),
             "Poppler, raw": run(["pdftotext", "-raw", document, "-"]).stdout.decode(), "PDFium": by_pdfium(document)}
    if shutil.which("mutool"):
        found["MuPDF"] = run(["mutool", "draw", "-q", "-F", "text", document]).stdout.decode("utf-8", "replace")
    return {viewer: text for viewer, text in found.items() if text is not None}


def alike(a, b):
    return difflib.SequenceMatcher(None, a, b, autojunk=False).ratio()


def measure(photo, language, options, folder):
    document, sidecar = (Path(folder) / name for name in ("page.pdf", "page.hocr"))
    document.unlink(missing_ok=True)
    run([options.recto, "scan", photo, "-o", document, "--text", language, "--sidecar", sidecar, *options.options.split()])
    size, recognized = words(sidecar.read_text(), HOCR_PAGE, HOCR_WORD)
    points, laid = words(run(["pdftotext", "-bbox", document, "-"]).stdout.decode(), PDF_PAGE, PDF_WORD)
    off, lost, other = matched(recognized, [(text, box * np.tile(size / points, 2)) for text, box in laid])
    order = [text for text, _ in recognized]
    return np.array(off), lost, other, {viewer: alike(order, text.split()) for viewer, text in copies(document).items()}


def whole_set(data):
    # The list of photos is in that program, which needs OpenCV.
    from orientation import PRINT
    for start, by in PRINT.items():
        for names in by.values():
            for name in names.split() if isinstance(names, str) else names:
                photo = next(path for end in (".jpg", ".png") if (path := Path(data) / f"{start}{name}{end}").exists())
                yield photo, "fra" if start.startswith(FRENCH) else "eng"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("photos", nargs="*")
    parser.add_argument("--recto", required=True)
    parser.add_argument("--data", help="the evaluation data, for all its photos of print")
    parser.add_argument("--language", default="eng")
    parser.add_argument("--options", default="", help="more options of recto scan")
    options = parser.parse_args()
    photos = whole_set(options.data) if options.data else [(photo, options.language) for photo in options.photos]
    distances, orders, missing, others, pages = [], collections.defaultdict(list), 0, 0, 0
    print("| photo | words | farthest off, px | off by more than 2 px | lost | other | order |\n|---|---:|---:|---:|---:|---:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for photo, language in photos:
            off, lost, other, order = measure(photo, language, options, folder)
            if len(off) + len(lost) == 0:
                continue
            distances.append(off)
            missing, others, pages = missing + len(lost), others + len(other), pages + 1
            for viewer, share in order.items():
                orders[viewer].append(share)
            shares = ", ".join(f"{viewer} {share:.3f}" for viewer, share in order.items())
            print(f"| {Path(photo).stem} | {len(off) + len(lost)} | {np.max(off, initial=0):.1f} | {np.sum(off > 2)} "
                  f"| {' '.join(lost)} | {' '.join(other)} | {shares} |", flush=True)
    off = np.concatenate(distances)
    shares = ", ".join(f"{viewer} {np.mean(by):.4f}" for viewer, by in orders.items())
    print(f"| {pages} pages | {len(off) + missing} | {off.max():.2f} | {np.sum(off > 2)} | {missing} | {others} | {shares} |")


if __name__ == "__main__":
    sys.exit(main())
