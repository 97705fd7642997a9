#!/usr/bin/env python3
"""Errors of reading photographed pages, by what stands before Tesseract: nothing, OpenCV's usual recipe, OCRmyPDF, or Recto.

usage: pages.py --recto RECTO --pictures RECTO-PICTURES [--pages N] [--seed S]     generated pages in six languages
       pages.py --recto RECTO --photos FOLDER                                      photos with a transcript beside this program
       pages.py --recto RECTO --bent FOLDER             photos of curved and shadowed pages in the folders curved and text of it

Every method reads the same pictures in one run with the same models. Generated pages lie wholly in the picture, and are left
out, before anybody reads them, where a side of the page is shorter than half of the picture's. Character errors: edits over
the length of the text, white space made alike, at most 100 %; text in another order counts as wrong. Word errors do not ask
for the order: words that are in one of text and transcript alone, over the words of both. Missed are words of the transcript that
the text has not, over those of the transcript. Seconds are the processor's, of
everything from the picture to its text; what they are worth is their ratio.
Needs tesseract and the models, ocrmypdf, unpaper, numpy, opencv-python-headless.
"""
import argparse
import collections
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import cv2
import numpy as np

from reading import character_error, word_error

LANGUAGES = {"english": "eng", "german": "deu", "french": "fra", "polish": "pol", "russian": "rus", "greek": "ell"}
KINDS = ("letter", "report", "bookPage", "article")
TRANSCRIPTS = Path(__file__).parent / "transcripts"
# Photos of curved pages, transcribed by hand, and of worksheets in shadow, whose texts are stored next to them.
BENT = {"curved/page_dewarp/boston_cooking_a.jpg": (TRANSCRIPTS / "bent/boston_cooking_a.txt", "eng"),
        "curved/page_dewarp/boston_cooking_b.jpg": (TRANSCRIPTS / "bent/boston_cooking_b.txt", "eng"),
        "curved/DewarpNet/1_1 copy.jpg": (TRANSCRIPTS / "bent/leaflet.txt", "eng"),
        **{f"text/batch9_dyslexia/IMG_20210329_{time}.jpg": (f"text/batch9_dyslexia/{text}.txt", "fra") for time, text in
           (("122524", "hist_geo"), ("122536", "hist_geo"), ("122543", "hist_geo"), ("122614", "svt"), ("122617", "svt"))}}


def run(command):
    return subprocess.run([str(part) for part in command], capture_output=True, check=False,
                          env={**os.environ, "OMP_THREAD_LIMIT": "1"})


def tesseract(picture, language):
    return run(["tesseract", picture, "-", "-l", language]).stdout.decode("utf-8", "replace")


def processor_seconds():
    uses = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(use.ru_utime + use.ru_stime for use in uses)


def raw(photo, language, _):
    return tesseract(photo, language)


def largest_quad(picture):
    """Returns the largest outline of four corners among the edges of a small copy."""
    scale = 800 / max(picture.shape[:2])
    small = cv2.GaussianBlur(cv2.cvtColor(cv2.resize(picture, None, fx=scale, fy=scale), cv2.COLOR_BGR2GRAY), (5, 5), 0)
    edges = cv2.dilate(cv2.Canny(small, 50, 150), np.ones((3, 3), np.uint8))
    outlines = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]
    for outline in sorted(outlines, key=cv2.contourArea, reverse=True)[:5]:
        quad = cv2.approxPolyDP(outline, 0.02 * cv2.arcLength(outline, True), True)
        if len(quad) == 4 and cv2.contourArea(quad) > 0.1 * small.size:
            return quad[:, 0] / scale
    return None


def clockwise(quad):
    total, difference = quad.sum(1), np.diff(quad, axis=1)[:, 0]
    return np.float32([quad[total.argmin()], quad[difference.argmin()], quad[total.argmax()], quad[difference.argmax()]])


def opencv(photo, language, folder):
    """Outline, perspective, adaptive threshold."""
    picture = cv2.imread(str(photo))
    quad = largest_quad(picture)
    if quad is not None:
        corners = clockwise(quad)
        side = [np.linalg.norm(corners[i] - corners[(i + 1) % 4]) for i in range(4)]
        w, h = round(max(side[0], side[2])), round(max(side[1], side[3]))
        target = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
        picture = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, target), (w, h), flags=cv2.INTER_CUBIC)
    gray = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    page = Path(folder) / "opencv.png"
    cv2.imwrite(str(page), cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, cv2.THRESH_BINARY, 31, 15))
    return tesseract(page, language)


def ocrmypdf(photo, language, folder):
    text = Path(folder) / "ocrmypdf.txt"
    text.unlink(missing_ok=True)
    run(["ocrmypdf", "--deskew", "--clean", "--image-dpi", "200", "--jobs", "1", "--output-type", "pdf", "-l", language,
         "--sidecar", text, photo, Path(folder) / "ocrmypdf.pdf"])
    return text.read_text() if text.exists() else ""


def recto(program):
    return lambda photo, language, _: run([program, "text", photo, "--language", language]).stdout.decode()


def missed_words(found, truth):
    words = collections.Counter(truth.split())
    return (words - collections.Counter(found.split())).total() / max(1, words.total())


def generated(options, folder):
    """Yields pictures, their texts and languages."""
    for index in range(options.pages):
        name = list(LANGUAGES)[index % len(LANGUAGES)]
        seed, kind = options.seed + index, KINDS[index // len(LANGUAGES) % len(KINDS)]
        run([options.pictures, "make", "-o", folder, "--size", options.size, "--seed", seed, "--count", 1, "--kind", kind,
             "--language", name, "--whole"])
        picture = next(Path(folder).glob(f"*{seed}.jpg"))
        quad = np.float32(json.loads(picture.with_suffix(".json").read_text())["quad"])
        shortest = min(int(side) for side in options.size.split("x")) / 2
        if min(np.linalg.norm(quad[i] - quad[(i + 1) % 4]) for i in range(4)) >= shortest:
            yield picture, picture.with_suffix(".txt").read_text(), LANGUAGES[name], name


def photographed(options):
    for transcript in sorted(TRANSCRIPTS.glob("*.txt")):
        photo = Path(options.photos) / "images" / f"{transcript.stem}.jpg"
        yield photo, transcript.read_text(), "eng", transcript.stem


def bent(options):
    for photo, (transcript, language) in BENT.items():
        folder = Path(options.bent)
        yield folder / photo, (folder / transcript).read_text(), language, "bent"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--recto", required=True)
    parser.add_argument("--pictures", help="the recto-pictures program, for generated pages")
    parser.add_argument("--photos", help="folder of photos to read instead")
    parser.add_argument("--bent", help="folder with the data of curved and shadowed pages")
    parser.add_argument("--size", default="1944x2592", help="of generated pictures, in pixels")
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--seed", type=int, default=2_700_000)
    options = parser.parse_args()
    if not (options.photos or options.bent or options.pictures):
        parser.error("one of --pictures, --photos and --bent is needed")
    methods = {"Tesseract on the photo": raw, "OpenCV + Tesseract": opencv, "OCRmyPDF --deskew --clean": ocrmypdf,
               "Recto + Tesseract": recto(options.recto)}
    cv2.setNumThreads(1)
    errors = {method: [] for method in methods}
    with tempfile.TemporaryDirectory() as folder:
        pages = photographed(options) if options.photos else bent(options) if options.bent else generated(options, folder)
        for photo, truth, language, name in pages:
            for method, read in methods.items():
                start = processor_seconds()
                found = read(photo, language, folder)
                seconds = processor_seconds() - start
                errors[method].append((100 * character_error(found, truth), 100 * word_error(found, truth), seconds,
                                       100 * missed_words(found, truth)))
            print(name, photo.stem, *(f"{by[-1][0]:.1f}/{by[-1][1]:.1f}" for by in errors.values()), file=sys.stderr, flush=True)
    print("| method | pages | characters, mean | characters, median | words, mean | words, median | missed, mean | seconds, mean |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for method, by in errors.items():
        cells = [f"{summary(np.array(by)[:, column]):.1f}" for column in (0, 1) for summary in (np.mean, np.median)]
        cells += [f"{np.mean(np.array(by)[:, 3]):.1f}", f"{np.mean(np.array(by)[:, 2]):.2f}"]
        print(f"| {method} | {len(by)} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    sys.exit(main())
