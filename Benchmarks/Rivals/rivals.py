"""Measures OpenCV and Recto on the same pictures in the same run, in alternation, and writes the tables.

Both run on one thread; times are CPU time of the process, so that other load on the machine matters little.
"""

import argparse
import datetime
import importlib.metadata
import json
import os
import pathlib
import platform
import statistics
import subprocess
import time

import cv2
import numpy

try:
    import doxapy
    import zxingcpp
    from pyzbar import pyzbar
except ImportError:
    zxingcpp = None

PAGE = (1654, 2339)  # A4 at 200 dpi
SIZE = (1920, 1080)
ROUNDS = 15
TURN_MILLISECONDS = 20
# The target from photo to page: 10 ms where OpenCV takes 21.6.
CHAIN_TARGET = 10 / 21.6
# The frame layouts to request from Recto, and the target median for detection in a frame of 1920 x 1080.
LAYOUTS = ["Y", "NV12", "YUYV", "RGB"]
DETECTION_TARGET = 2.0
# Methods of Doxa: the one that most scanners know, and its best known successors that do not take seconds.
INK_METHODS = ["SAUVOLA", "WOLF", "NICK", "ISAUVOLA"]
# The zbar library takes tens of milliseconds, so a few rounds are enough to compare it with the others.
ZBAR_ROUNDS = 10
CODE_TEXT = "https://example.org/activate?code=5"
# A ratio this close to its target is reported too.
CLOSE = 0.9

PICTURE_PIXELS = SIZE[0] * SIZE[1]
PAGE_PIXELS = PAGE[0] * PAGE[1]
# The targets for code reading relative to zxing-cpp, which takes 1.9 ms for a frame without a code. They correspond
# to 1.0 ms without a code, 2.5 ms with one, and 1.1 ns per pixel for photos.
CODE_TARGETS = {
    "readFrame": {False: 1.0 / 1.9, True: 2.5 / 1.9},
    "readPhoto": dict.fromkeys([False, True], 1.1e-6 * PICTURE_PIXELS / 1.9)}


def kernels(picture, quad):
    """OpenCV's side: Recto's name, title, call, pixels, and the target: Recto's maximum time relative to OpenCV's.

    If another rival is known to be faster than OpenCV, the target is its share of OpenCV's time on another machine.
    """
    gray, rgb, yuyv = picture["gray"], picture["rgb"], picture["yuyv"]
    width, height = SIZE
    small = numpy.empty_like(gray)
    half = numpy.empty((height // 2, width // 2), numpy.uint8)
    rows500 = numpy.empty((500, 889), numpy.uint8)
    dx, dy = numpy.empty_like(gray, numpy.int16), numpy.empty_like(gray, numpy.int16)
    turned = numpy.empty((width, height), numpy.uint8)
    page = numpy.empty((PAGE[1], PAGE[0]), numpy.uint8)
    page_rgb = numpy.empty((PAGE[1], PAGE[0], 3), numpy.uint8)
    to_page = page_map(quad)
    area = cv2.INTER_AREA

    def sobel():
        cv2.Sobel(gray, cv2.CV_16S, 1, 0, dst=dx)
        cv2.Sobel(gray, cv2.CV_16S, 0, 1, dst=dy)

    return [
        ("copy", "copy of gray: `numpy.copyto`", lambda: numpy.copyto(small, gray), PICTURE_PIXELS, None, ""),
        ("lumaFromYUYV", "YUYV to gray: `cvtColor`",
         lambda: cv2.cvtColor(yuyv, cv2.COLOR_YUV2GRAY_YUY2, dst=small), PICTURE_PIXELS, 0.028 / 0.167, "libyuv"),
        ("lumaFromRGB", "RGB to gray: `cvtColor`",
         lambda: cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY, dst=small), PICTURE_PIXELS, 1, "OpenCV"),
        ("halveGray", "half size: `resize`, area",
         lambda: cv2.resize(gray, (width // 2, height // 2), dst=half, interpolation=area), PICTURE_PIXELS, 1,
         "OpenCV"),
        ("areaGrayTo500Rows", "to 889 x 500: `resize`, area",
         lambda: cv2.resize(gray, (889, 500), dst=rows500, interpolation=area), PICTURE_PIXELS, 0.38 / 1.26, "Simd"),
        ("binomial5x5", "5 x 5 blur: `GaussianBlur`",
         lambda: cv2.GaussianBlur(gray, (5, 5), 0, dst=small), PICTURE_PIXELS, 1, "OpenCV"),
        ("sobel3x3", "Sobel, dx and dy: `Sobel` twice", sobel, PICTURE_PIXELS, 1, "OpenCV"),
        ("sobel3x3", "Sobel, dx and dy: `spatialGradient`",
         lambda: cv2.spatialGradient(gray, dx, dy), PICTURE_PIXELS, 1, "OpenCV"),
        ("rotate90Gray", "quarter turn: `rotate`",
         lambda: cv2.rotate(gray, cv2.ROTATE_90_CLOCKWISE, dst=turned), PICTURE_PIXELS, 1, "OpenCV"),
        ("localThreshold31", "mean of 31 x 31: `adaptiveThreshold`",
         lambda: cv2.adaptiveThreshold(
             gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 31, 10, dst=small), PICTURE_PIXELS, 1, "OpenCV"),
        ("warpGray", "page from gray: `warpPerspective`",
         lambda: cv2.warpPerspective(gray, to_page, PAGE, dst=page), PAGE_PIXELS, 1, "OpenCV"),
        ("warpRGB", "page from color: `warpPerspective`",
         lambda: cv2.warpPerspective(rgb, to_page, PAGE, dst=page_rgb), PAGE_PIXELS, 1, "OpenCV"),
    ]


def page_map(quad):
    corners = numpy.float32([[0, 0], [PAGE[0], 0], [PAGE[0], PAGE[1]], [0, PAGE[1]]])
    return cv2.getPerspectiveTransform(numpy.float32(quad), corners)


class OpenCVChain:
    """Scans a page from a photo with OpenCV: Canny and contours at 500 rows, like most open-source scanners."""

    def __init__(self, picture, quad):
        self.picture = picture
        self.quad = quad
        self.gray = numpy.empty(picture.shape[:2], numpy.uint8)
        self.page = numpy.empty((PAGE[1], PAGE[0]), numpy.uint8)
        self.ink = numpy.empty_like(self.page)
        self.kernel = numpy.ones((3, 3), numpy.uint8)
        self.luma(), self.straighten(), self.black_and_white()

    def luma(self):
        cv2.cvtColor(self.picture, cv2.COLOR_BGR2GRAY, dst=self.gray)

    def detect(self):
        height, width = self.gray.shape
        scale = height / 500
        small = cv2.resize(self.gray, (round(width / scale), 500), interpolation=cv2.INTER_AREA)
        edges = cv2.dilate(cv2.Canny(cv2.GaussianBlur(small, (5, 5), 0), 75, 200), self.kernel)
        contours, _ = cv2.findContours(edges, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in sorted(contours, key=cv2.contourArea, reverse=True)[:5]:
            corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
            if len(corners) == 4 and cv2.isContourConvex(corners):
                return clockwise(corners.reshape(4, 2) * scale)
        return None

    def straighten(self, quad=None):
        cv2.warpPerspective(self.gray, page_map(self.quad if quad is None else quad), PAGE, dst=self.page)

    def black_and_white(self):
        cv2.adaptiveThreshold(
            self.page, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 31, 10, dst=self.ink)

    def encode(self):
        return cv2.imencode(".png", self.ink, [cv2.IMWRITE_PNG_BILEVEL, 1, cv2.IMWRITE_PNG_COMPRESSION, 1])[1]

    def scan(self):
        self.luma()
        quad = self.detect()
        self.straighten(quad)
        self.black_and_white()
        return quad, self.encode()


def clockwise(corners):
    """Sorts corners clockwise from the top left."""
    center = corners.mean(axis=0)
    angles = numpy.arctan2(corners[:, 1] - center[1], corners[:, 0] - center[0])
    ordered = corners[numpy.argsort(angles)]
    return numpy.roll(ordered, -int(numpy.argmin(ordered.sum(axis=1))), axis=0)


def overlap(quad, truth):
    """Intersection over union."""
    if quad is None:
        return 0.0
    a, b = numpy.float32(quad), numpy.float32(truth)
    shared = cv2.intersectConvexConvex(a, b)[0]
    return shared / (cv2.contourArea(a) + cv2.contourArea(b) - shared)


class Recto:
    """The engine's side, in a separate process on the same core; it waits during OpenCV's turn."""

    def __init__(self, program, folder, cores=None):
        """`cores`: those to run on, if different from this process."""
        self.process = subprocess.Popen(
            [program, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            preexec_fn=(lambda: os.sched_setaffinity(0, cores)) if cores else None)
        self.levels = self.ask("copy", "baseline", 1)["levels"]

    def ask(self, operation, level, count):
        self.process.stdin.write(f"{operation} {level} {count}\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


def measure(call, count):
    call()
    times = []
    for _ in range(count):
        start = time.process_time_ns()
        call()
        times.append((time.process_time_ns() - start) / 1e6)
    return times


def turns(call, recto, operation, levels):
    """Returns the milliseconds of OpenCV and of Recto at each level, in rounds with all of them."""
    first = max(1e-3, min(measure(call, 2)))
    count = min(50, max(1, round(TURN_MILLISECONDS / first)))
    rival, own = [], {level: [] for level in levels}
    for _ in range(ROUNDS):
        rival += measure(call, count)
        for level in levels:
            own[level] += recto.ask(operation, level, count)["milliseconds"]
    return rival, own


def load(folder, names):
    """Loads the scenes' JPEG pictures with their true corners."""
    scenes = {}
    for name in names:
        file = next((folder / name).glob("*.jpg"))
        scenes[name] = (cv2.imread(str(file)), json.loads(file.with_suffix(".json").read_text())["quad"])
    return scenes


def code_pictures(frames):
    """Returns gray pictures with and without a code: frames of 1920 x 1080, and their middle as a photo of 640 x 480."""
    small = {name: cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) for name, (picture, _) in frames.items()
             if picture.shape[1] == SIZE[0]}
    pictures = {}
    for name, gray in small.items():
        pictures[f"frame-{name}"] = gray
        pictures[f"frame-{name}-code"] = with_code(gray, 230)
        photo = numpy.ascontiguousarray(gray[300:780, 640:1280])
        pictures[f"photo-{name}"] = photo
        pictures[f"photo-{name}-code"] = with_code(photo, 200)
    return pictures


def with_code(gray, side):
    """Draws a QR code of this many pixels with its quiet zone in the middle of the picture, rotated by 20 degrees."""
    parameters = cv2.QRCodeEncoder_Params()
    parameters.correction_level = cv2.QRCodeEncoder_CORRECT_LEVEL_M
    modules = cv2.QRCodeEncoder_create(parameters).encode(CODE_TEXT)
    rows, columns = numpy.where(modules == 0)
    modules = modules[rows.min():rows.max() + 1, columns.min():columns.max() + 1]
    count = modules.shape[0]
    sticker = cv2.copyMakeBorder(25 + modules // 255 * 205, 4, 4, 4, 4, cv2.BORDER_CONSTANT, value=230)
    sticker = cv2.resize(sticker, None, fx=16, fy=16, interpolation=cv2.INTER_NEAREST)
    factor = 4
    middle = sticker.shape[0] / 2
    turn = cv2.getRotationMatrix2D((middle, middle), 20, factor * side / (16 * count))
    height, width = gray.shape
    turn[:, 2] += (factor * width / 2 - middle, factor * height / 2 - middle)
    large = (factor * width, factor * height)
    small = (width, height)
    code = cv2.resize(cv2.warpAffine(sticker, turn, large), small, interpolation=cv2.INTER_AREA)
    mask = cv2.resize(
        cv2.warpAffine(numpy.full_like(sticker, 255), turn, large), small, interpolation=cv2.INTER_AREA)
    return numpy.where(mask == 255, code, gray)


def write_inputs(folder, scenes, frames, codes):
    """Writes Recto's inputs; returns the same inputs for OpenCV."""
    bgr, quad = next(iter(scenes.values()))
    rgb = numpy.ascontiguousarray(bgr[:, :, ::-1])
    gray = cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    yuv = cv2.cvtColor(bgr, cv2.COLOR_BGR2YCrCb)
    yuyv = numpy.empty(gray.shape + (2,), numpy.uint8)
    yuyv[:, :, 0] = gray
    yuyv[:, 0::2, 1] = yuv[:, 0::2, 2]
    yuyv[:, 1::2, 1] = yuv[:, 0::2, 1]
    for layout, pixels in [("rgb", rgb), ("gray", gray), ("yuyv", yuyv)]:
        (folder / f"kernels.{layout}").write_bytes(pixels.tobytes())
    for name, (picture, _) in scenes.items():
        (folder / f"{name}.rgb").write_bytes(numpy.ascontiguousarray(picture[:, :, ::-1]).tobytes())

    for name, (picture, _) in frames.items():
        (folder / f"{name}.rgb").write_bytes(numpy.ascontiguousarray(picture[:, :, ::-1]).tobytes())
        (folder / f"{name}.gray").write_bytes(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).tobytes())

    for name, plane in codes.items():
        (folder / f"{name}.gray").write_bytes(plane.tobytes())

    def entries(pictures):
        return {
            name: {"width": picture.shape[1], "height": picture.shape[0], "quad": corners}
            for name, (picture, corners) in pictures.items()}

    inputs = {
        "kernels": next(iter(entries(scenes).values())), "scenes": entries(scenes), "frames": entries(frames),
        "codes": {name: {"width": gray.shape[1], "height": gray.shape[0]} for name, gray in codes.items()}}
    (folder / "inputs.json").write_text(json.dumps(inputs))
    return {"rgb": rgb, "gray": gray, "yuyv": yuyv}, quad


def pair(times):
    return f"{min(times):.3f} / {statistics.median(times):.3f}"


def table(header, rows):
    head = ["| " + " | ".join(header) + " |", "|---" + "|---:" * (len(header) - 1) + "|"]
    return head + ["| " + " | ".join(row) + " |" for row in rows] + [""]


RIVAL = f"OpenCV {cv2.__version__}"


class Report:
    """The Markdown text, its rows for the README, and the missed targets."""

    def __init__(self):
        self.lines = []
        self.summary = []
        self.misses = []

    def table(self, header, rows):
        self.lines += table(header, rows)

    def miss(self, text):
        self.misses.append(text)


def kernel_table(report, recto, picture, quad):
    rows = []
    pace = None
    for name, title, call, pixels, target, reason in kernels(picture, quad):
        print(f"rivals: {title}", flush=True)
        rival, own = turns(call, recto, name, recto.levels)
        best = recto.levels[-1]
        ratio = min(own[best]) / min(rival)
        # The copy is measured first.
        pace = pace or min(own[best]) / pixels
        rows.append(
            [title, pair(rival)] + [pair(own[level]) for level in recto.levels]
            + [f"{min(rival) / pixels * 1e6:.3f}", f"{min(own[best]) / pixels * 1e6:.3f}",
               f"{min(own[best]) / pixels / pace:.1f}", f"{ratio:.2f}",
               f"{statistics.median(own[best]) / statistics.median(rival):.2f}",
               f"{target:.2f} ({reason})" if target else "none"])
        if target and ratio > CLOSE * target:
            verdict = "over" if ratio > target else "hardly under"
            report.miss(f"{title}: {ratio:.2f} of OpenCV's time, {verdict} the target of {target:.2f} ({reason})")
    header = (
        ["operation", "OpenCV ms"] + [f"Recto {level} ms" for level in recto.levels]
        + ["OpenCV ns/px", "Recto ns/px", "times a plain copy", "ratio of best", "ratio of medians", "target"])
    report.table(header, rows)
    return pace


def chain_tables(report, recto, scenes, pace):
    rows, stages = [], []
    level = recto.levels[-1]
    for name, (picture, truth) in scenes.items():
        print(f"rivals: photo to page, {name}", flush=True)
        chain = OpenCVChain(picture, truth)
        quad, file = chain.scan()
        found = recto.ask(f"scan:{name}", level, 1)
        rival, own = turns(chain.scan, recto, f"scan:{name}", recto.levels)
        ratio = min(own[level]) / min(rival)
        rows.append(
            [name, pair(rival)] + [pair(own[each]) for each in recto.levels]
            + [f"{ratio:.2f}", f"{statistics.median(own[level]) / statistics.median(rival):.2f}",
               f"{overlap(quad, truth):.3f}", f"{overlap(found.get('quad'), truth):.3f}", f"{len(file) / 1024:.0f}",
               f"{found['byteCount'] / 1024:.0f}"])
        report.summary.append(
            [f"photo to page, {name} (best)", RIVAL, f"{min(rival):.1f}", f"{min(own[level]):.1f}", f"{ratio:.2f}"])
        if ratio > CHAIN_TARGET:
            report.miss(f"photo to page, {name}: {ratio:.2f} of OpenCV's time, the target is {CHAIN_TARGET:.2f} (10 of 21.6 ms)")
        for stage, call, pixels in [
            ("luma", chain.luma, PICTURE_PIXELS), ("detect", chain.detect, PICTURE_PIXELS),
            ("straighten", chain.straighten, PAGE_PIXELS), ("blackAndWhite", chain.black_and_white, PAGE_PIXELS),
            ("encode", chain.encode, PAGE_PIXELS),
        ]:
            rival, own = turns(call, recto, f"{stage}:{name}", [level])
            ratio = min(own[level]) / min(rival)
            if ratio > 1:
                report.miss(f"{stage}, {name}: {ratio:.2f} of OpenCV's time")
            stages.append(
                [name, stage, pair(rival), pair(own[level]), f"{min(rival) / pixels * 1e6:.3f}",
                 f"{min(own[level]) / pixels * 1e6:.3f}", f"{min(own[level]) / pixels / pace:.0f}", f"{ratio:.2f}"])
    report.table(
        ["photo", "OpenCV ms"] + [f"Recto {each} ms" for each in recto.levels]
        + ["ratio of best", "ratio of medians", "IoU OpenCV", "IoU Recto", "KiB OpenCV", "KiB Recto"], rows)
    report.lines += [
        "Stage by stage; luma and detection per pixel of the photo, the others per pixel of the page. OpenCV looks for "
        "the page in the luma, Recto in the colors. The stages after detection start from the true corners.", ""]
    report.table(
        ["photo", "stage", "OpenCV ms", f"Recto {level} ms", "OpenCV ns/px", "Recto ns/px", "times a plain copy",
         "ratio of best"], stages)
    report.lines += DISTANCES


def pdf_table(report, recto, both, scenes):
    """Returns the table of the chain to PDF in Group 4 on one core and on two, in elapsed time, compared with OpenCV's to PNG."""
    level = recto.levels[-1]
    rows = []
    for name, (picture, truth) in scenes.items():
        print(f"rivals: chain to PDF, {name}", flush=True)
        chain = OpenCVChain(picture, truth)
        size = recto.ask(f"scanToPDF:{name}", level, 1)["byteCount"]
        rival, one, two = [], [], []
        for _ in range(ROUNDS):
            for _ in range(3):
                start = time.perf_counter_ns()
                chain.scan()
                rival.append((time.perf_counter_ns() - start) / 1e6)
            one += recto.ask(f"scanToPDFOn1Core:{name}", level, 3)["milliseconds"]
            two += both.ask(f"scanToPDFOn2Cores:{name}", level, 3)["milliseconds"]
        rows.append(
            [name, pair(rival), pair(one), pair(two), f"{min(one) / min(rival):.2f}", f"{min(two) / min(one):.2f}",
             f"{size / 1024:.0f}"])
    report.table(
        ["photo", "OpenCV ms, to PNG", "Recto ms, one core", "two cores", "one core / OpenCV", "two / one", "KiB"],
        rows)


def plain_recipe(gray):
    """Returns the page's corners from a luma plane, as OpenCVChain finds them."""
    chain = OpenCVChain.__new__(OpenCVChain)
    chain.gray, chain.kernel = gray, numpy.ones((3, 3), numpy.uint8)
    return chain.detect


def spread(times):
    ordered = sorted(times)
    return f"{statistics.median(ordered):.2f} / {ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]:.2f}"


def detection_table(report, recto, frames):
    level = recto.levels[-1]
    rows = []
    for name, (picture, truth) in frames.items():
        print(f"rivals: detection, {name}", flush=True)
        recipe = plain_recipe(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        quads = {layout: recto.ask(f"{layout}:{name}", level, 1).get("quad") for layout in LAYOUTS}
        rival, own = [], {layout: [] for layout in LAYOUTS}
        count = max(2, round(TURN_MILLISECONDS / min(measure(recipe, 2))))
        for _ in range(ROUNDS):
            rival += measure(recipe, count)
            for layout in LAYOUTS:
                own[layout] += recto.ask(f"{layout}:{name}", level, count)["milliseconds"]
        rows.append(
            [name, spread(rival)] + [spread(own[layout]) for layout in LAYOUTS]
            + [f"{statistics.median(own['Y']) / statistics.median(rival):.2f}", f"{overlap(recipe(), truth):.3f}",
               f"{overlap(quads['Y'], truth):.3f}", f"{overlap(quads['NV12'], truth):.3f}"])
        if picture.shape[1] == SIZE[0]:
            times = [statistics.median(rival), statistics.median(own["Y"])]
            report.summary.append(
                [f"page in a frame, {name} (median)", RIVAL] + [f"{each:.2f}" for each in times]
                + [f"{times[1] / times[0]:.2f}"])
        for layout in LAYOUTS:
            median = statistics.median(own[layout])
            if picture.shape[1] == SIZE[0] and median > DETECTION_TARGET:
                report.miss(f"detection, {name}, {layout}: {median:.2f} ms at the median, the target is {DETECTION_TARGET}")
    report.table(
        ["scene", "OpenCV from Y"] + [f"Recto from {layout}" for layout in LAYOUTS]
        + ["ratio of medians, Y", "IoU OpenCV", "IoU Recto, Y", "IoU Recto, NV12"], rows)


def ink_table(report, recto, scenes):
    """Returns the table of black and white, compared with Doxa's methods on the same straightened page."""
    level = recto.levels[-1]
    rows = []
    for name, (picture, truth) in scenes.items():
        page = OpenCVChain(picture, truth).page
        ink = numpy.empty_like(page)
        for method in INK_METHODS:
            print(f"rivals: black and white, {method}, {name}", flush=True)
            algorithm = doxapy.Binarization(getattr(doxapy.Binarization.Algorithms, method))

            def rival_writes():
                algorithm.initialize(page)
                algorithm.to_binary(ink, {"window": 75})

            rival, own = turns(rival_writes, recto, f"blackAndWhite:{name}", [level])
            rows.append(
                [name, method, pair(rival), pair(own[level]), f"{min(rival) / PAGE_PIXELS * 1e6:.2f}",
                 f"{min(own[level]) / PAGE_PIXELS * 1e6:.2f}", f"{min(own[level]) / min(rival):.2f}"])
    report.table(
        ["photo", "method of Doxa", "Doxa ms", f"Recto {level} ms", "Doxa ns/px", "Recto ns/px", "ratio of best"], rows)


def code_table(report, recto, codes):
    """Returns the table of code reading, compared with zxing-cpp and zbar, all limited to QR codes."""
    level = recto.levels[-1]
    rows = []
    for name, gray in codes.items():
        print(f"rivals: codes, {name}", flush=True)

        def rival_reads():
            return zxingcpp.read_barcodes(gray, formats=zxingcpp.BarcodeFormat.QRCode)

        def zbar_reads():
            return pyzbar.decode(gray, symbols=[pyzbar.ZBarSymbol.QRCODE])

        def verdict(texts):
            return "yes" if has_code and texts == [CODE_TEXT] else "no code" if not has_code and not texts else "NO"

        operation = "readFrame" if name.startswith("frame") else "readPhoto"
        has_code = name.endswith("-code")
        texts = recto.ask(f"{operation}:{name}", level, 1)["texts"]
        rival, own = turns(rival_reads, recto, f"{operation}:{name}", [level])
        own = own[level]
        ratio = statistics.median(own) / statistics.median(rival)
        target = CODE_TARGETS[operation][has_code]
        rows.append(
            [name, spread(rival), spread(measure(zbar_reads, ZBAR_ROUNDS)), spread(own),
             f"{statistics.median(rival) / gray.size * 1e6:.2f}",
             f"{statistics.median(own) / gray.size * 1e6:.2f}", f"{ratio:.2f}", f"{target:.2f}",
             verdict(texts), verdict([code.text for code in rival_reads()]),
             verdict([code.data.decode() for code in zbar_reads()])])
        if operation == "readFrame":
            report.summary.append(
                [f"QR codes in a frame, {name.removeprefix('frame-')} (median)", f"zxing-cpp {importlib.metadata.version('zxing-cpp')}"]
                + [f"{statistics.median(each):.2f}" for each in (rival, own)] + [f"{ratio:.2f}"])
        if ratio > target:
            report.miss(f"codes, {name}: {ratio:.2f} of zxing-cpp's time at the median, the target is {target:.2f}")
    report.table(
        ["picture", "zxing-cpp ms", "zbar ms", f"Recto {level} ms", "zxing-cpp ns/px", "Recto ns/px",
         "ratio to zxing-cpp", "target", "read by Recto", "by zxing-cpp", "by zbar"], rows)


# Why the stages take this many times as long as a plain copy.
DISTANCES = [
    "A copy reads and writes a byte a pixel. What keeps each stage from that pace:", "",
    "- *luma* moves four bytes a pixel, two copies, and takes little more: it is as fast as memory.",
    "- *detect* touches each pixel of the photo once, to shrink it to 320 pixels; all else is "
    "work on the small frame whatever the photo's size (gradients, votes for lines, quads and their re-ranking) and profiles "
    "across the four sides. At 3840 x 2160 it takes hardly longer: see the table of camera frames.",
    "- *straighten* reads four neighbours for each pixel of the page, from places that no vector load has side by side, "
    "and weighs them by shares worked out for each pixel.",
    "- *blackAndWhite* passes over the page several times, in strips that stay in the cache: it is shrunk to a half, a "
    "quarter and an eighth, where edges and seven levels around each place are gathered, the threshold is enlarged "
    "again and compared, and specks are taken out.",
    "- *encode* looks for repetitions byte by byte (deflate), where a vector helps little; eight pixels share a byte.", "",
]


def cpu_model():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


CODE_HEADING = [
    "### Reading codes", "",
    f"zxing-cpp {importlib.metadata.version('zxing-cpp')} and zbar by pyzbar {importlib.metadata.version('pyzbar')} (both "
    "PyPI) look for QR codes alone in the luma, as Recto does; CPU time in ms, median / 99th percentile. Frames "
    "are read as in a stream: Recto takes one of four further steps in each "
    "frame without a code. Photos are read with all steps. The codes have sides of 230 and 200 pixels. The target of frames "
    "is 1.0 ms without a code and 2.5 ms with one, that of photos 1.1 ns a pixel, on a machine where zxing-cpp takes "
    "1.9 ms for a frame without a code.", "",
] if zxingcpp else []


INK_HEADING = [
    "### Black and white", "",
    f"The straightened page of 1654 x 2339 in gray; Doxa is that of doxapy {importlib.metadata.version('doxapy')} (PyPI), "
    "with windows of 75 pixels and each method's own k. How right the ink is, is measured by `make eval`.", "",
] if zxingcpp else []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--recto", required=True, help="the program recto-rival-times")
    parser.add_argument("--scenes", required=True, type=pathlib.Path, help="folder with a folder for each scene")
    parser.add_argument("--frames", required=True, type=pathlib.Path, help="the same, for detection alone")
    parser.add_argument("--compiler", required=True, help="the compiler of Recto, as it calls itself")
    parser.add_argument("-o", "--output", required=True, type=pathlib.Path, help="Markdown file")
    parser.add_argument("--summary", required=True, type=pathlib.Path, help="Markdown file for the README's table")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)

    folder = arguments.scenes
    scenes = load(folder, sorted(path.name for path in folder.iterdir() if path.is_dir()))
    frames = load(arguments.frames, sorted(path.name for path in arguments.frames.iterdir() if path.is_dir()))
    codes = code_pictures(frames)
    picture, quad = write_inputs(folder, scenes, frames, codes)
    recto = Recto(arguments.recto, folder)

    report = Report()
    report.lines += [
        f"## Recto beside OpenCV {cv2.__version__}", "",
        "Written by `make rivals`.", "",
        f"- Date: {datetime.date.today().isoformat()}",
        f"- Machine: {cpu_model()}, one core, one thread",
        f"- Recto: {arguments.compiler}",
        f"- Rival: OpenCV {cv2.__version__} (opencv-contrib-python-headless of PyPI), NumPy {numpy.__version__}", "",
        f"CPU time, best / median, in {ROUNDS} rounds in which both sides took turns on the same bytes. "
        "Ratios below 1 mean that Recto takes less time.", "",
        "### Kernels", "",
        "Pictures of 1920 x 1080, pages of 1654 x 2339; times per pixel are those of the best runs, Recto's at its "
        "best level, of the source (warps: of the page). The target is the share of OpenCV's time to stay under: that "
        "of the fastest rival known, on another machine. No kernel is faster than memory: the copy moves 2 bytes a "
        "pixel, YUYV to gray 3, a gradient 5.", ""]
    pace = kernel_table(report, recto, picture, quad)
    report.lines += [
        "### From photo to page", "",
        "A photo of 1920 x 1080 (pixels in memory, color) becomes an A4 page at 200 dpi in black and white, as the "
        "bytes of a 1-bit PNG. OpenCV: luma, area resize to 500 rows, 5 x 5 blur, Canny, dilation, contours, polygon, "
        "perspective warp, adaptive threshold by mean, PNG at level 1.", ""]
    chain_tables(report, recto, scenes, pace)
    report.lines += [
        "The same to a PDF file in CCITT Group 4, in the time that passes, which other work on the machine prolongs. "
        "OpenCV writes no such file: its time is that to PNG, as above.", ""]
    pdf_table(report, recto, Recto(arguments.recto, folder, range(min(2, os.cpu_count()))), scenes)
    report.lines += [
        "### Finding the page in camera frames", "",
        "Nothing is known of the page before; CPU time in ms from the frame's bytes to refined corners, median / 99th "
        "percentile. OpenCV: the same recipe from the Y plane.", ""]
    detection_table(report, recto, frames)
    if zxingcpp:
        report.lines += INK_HEADING
        ink_table(report, recto, scenes)
        report.lines += CODE_HEADING
        code_table(report, recto, codes)
    report.lines += ["### Misses", ""]
    report.lines += [f"- {miss}" for miss in report.misses] or ["None."]
    arguments.output.write_text("\n".join(report.lines) + "\n\n")
    summary = table(["task", "rival", "rival ms", "Recto ms", "ratio"], report.summary)
    arguments.summary.write_text("\n".join(summary) + "\n")


if __name__ == "__main__":
    main()
