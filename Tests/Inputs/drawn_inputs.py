#!/usr/bin/env python3
"""Generates random inputs of all kinds, each with its expected outcome, and runs recto on them.

usage: drawn_inputs.py RECTO [COUNT [SEED [KIND...]]]

Seed 1 is for tuning and looking at failures; others are for figures. Scans and scenes are made by recto-pictures, which is
expected beside recto. RECTO_KEEP=FOLDER keeps the files of wrong inputs.
Prints one line for each input with a wrong result, including the seed that reproduces it, and a table of kinds at the end. Fails
if any result is wrong. Kinds whose programs are missing are skipped and listed. Needs only Python's standard library.
"""

import collections
import json
import math
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib


class Missing(Exception):
    """A program that generates inputs of a kind is not installed."""


# MARK: Pictures

class Picture:
    """Rows of (r, g, b), with smooth gradients and a few blocks, so that lossy formats nearly preserve them."""

    def __init__(self, rng, width=None, height=None, gray=None):
        self.width = width or rng.randint(1, 90)
        self.height = height or rng.randint(1, 90)
        self.gray = rng.random() < 0.4 if gray is None else gray
        base = [rng.randint(0, 120) for _ in range(3)]
        slopes = [(rng.random(), rng.random()) for _ in range(3)]
        if self.gray:
            base, slopes = [base[0]] * 3, [slopes[0]] * 3
        block = (rng.randint(0, self.width), rng.randint(0, self.height), [rng.randint(0, 255)] * 3)
        self.rows = []
        for y in range(self.height):
            row = []
            for x in range(self.width):
                if x >= block[0] and y >= block[1]:
                    row.append(tuple(block[2]))
                else:
                    row.append(tuple(int(base[c] + slopes[c][0] * x + slopes[c][1] * y) % 256 for c in range(3)))
            self.rows.append(row)

    def bits(self):
        return [[1 if sum(p) < 384 else 0 for p in row] for row in self.rows]

    def levels(self):
        return [[p[1] for p in row] for row in self.rows]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png(picture, per_meter=None, chunks=b"", alpha=False):
    kind = 6 if alpha else 2
    raw = b"".join(b"\0" + bytes(v for p in row for v in (p + (255,) if alpha else p)) for row in picture.rows)
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, kind, 0, 0, 0)
    phys = chunk(b"pHYs", struct.pack(">IIB", *per_meter, 1)) if per_meter else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + phys + chunks + chunk(b"IDAT", zlib.compress(raw))
            + chunk(b"IEND", b""))


def read_png(path):
    data = pathlib.Path(path).read_bytes()
    place, idat, phys = 8, b"", None
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place:place + 8])
        body = data[place + 8:place + 8 + length]
        if name == b"IHDR":
            width, height, depth, kind = struct.unpack(">IIBB", body[:10])
        elif name == b"IDAT":
            idat += body
        elif name == b"pHYs":
            phys = struct.unpack(">II", body[:8])
        place += 12 + length
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind]
    raw = zlib.decompress(idat)
    size = (width * channels * depth + 7) // 8
    rows, above = [], bytearray(size)
    step = max(1, channels * depth // 8)
    for y in range(height):
        kind_of_filter = raw[y * (size + 1)]
        row = bytearray(raw[y * (size + 1) + 1:(y + 1) * (size + 1)])
        for x in range(size):
            left = row[x - step] if x >= step else 0
            row[x] = (row[x] + (0 if kind_of_filter == 0 else left if kind_of_filter == 1 else above[x])) & 255
        above = row
        if depth == 1:
            rows.append([((row[x >> 3] >> (7 - (x & 7))) & 1) * 255 for x in range(width)])
        elif channels == 1:
            rows.append(list(row))
        else:
            rows.append([tuple(row[3 * x:3 * x + 3]) for x in range(width)])
    dpi = tuple(v * 0.0254 for v in phys) if phys else None
    return width, height, [[p if isinstance(p, tuple) else (p,) * 3 for p in row] for row in rows], dpi


# MARK: Formats

def pnm(picture, rng):
    kind = rng.choice([1, 2, 3, 4, 5, 6])
    space = lambda: rng.choice([" ", "\n", "\t", " # note\n"])
    head = f"P{kind}{space()}{picture.width}{space()}{picture.height}"
    if kind in (1, 4):
        rows = picture.bits()
        expected = [[(0,) * 3 if b else (255,) * 3 for b in row] for row in rows]
        if kind == 1:
            return (head + "\n" + "\n".join(rng.choice(["", " "]).join(map(str, row)) for row in rows)).encode(), expected
        packed = b"".join(
            bytes(sum(bit << (7 - i) for i, bit in enumerate(row[x:x + 8])) for x in range(0, len(row), 8)) for row in rows)
        return head.encode() + b"\n" + packed, expected
    head += space() + "255"
    values = [[v for p in row for v in (p if kind in (3, 6) else (p[1],))] for row in picture.rows]
    expected = picture.rows if kind in (3, 6) else [[(p[1],) * 3 for p in row] for row in picture.rows]
    if kind in (2, 3):
        return (head + "\n" + "\n".join(" ".join(map(str, row)) for row in values)).encode(), expected
    return head.encode() + b"\n" + b"".join(bytes(row) for row in values), expected


def bmp(picture, rng):
    bits = rng.choice([8, 24, 32])
    top_down = rng.random() < 0.3
    colors = b"".join(bytes([v, v, v, 0]) for v in range(256)) if bits == 8 else b""
    rows = []
    for row in picture.rows:
        data = bytes(p[1] for p in row) if bits == 8 else b"".join(
            bytes(reversed(p)) + (b"\0" if bits == 32 else b"") for p in row)
        rows.append(data + b"\0" * (-len(data) % 4))
    if not top_down:
        rows.reverse()
    start = 54 + len(colors)
    head = b"BM" + struct.pack("<IHHI", 0, 0, 0, start) + struct.pack(
        "<IiiHHIIiiII", 40, picture.width, -picture.height if top_down else picture.height, 1, bits, 0, 0, 11811, 11811,
        256 if bits == 8 else 0, 0)
    expected = [[(p[1],) * 3 for p in row] for row in picture.rows] if bits == 8 else picture.rows
    return head + colors + b"".join(rows), expected


def tiff_page(picture, rng, order, start):
    bits = rng.choice([1, 8, 8, 16])
    kind = "bits" if bits == 1 else rng.choice(["gray", "white", "rgb", "cmyk"])
    pack = lambda v: struct.pack(order + "H", v * 257) if bits == 16 else bytes([v])
    if kind == "bits":
        rows = picture.bits()
        data = b"".join(
            bytes(sum(b << (7 - i) for i, b in enumerate(row[x:x + 8])) for x in range(0, len(row), 8)) for row in rows)
        samples, photometric = 1, 0
        expected = [[(0,) * 3 if b else (255,) * 3 for b in row] for row in rows]
    elif kind in ("gray", "white"):
        levels = picture.levels()
        data = b"".join(pack(255 - v if kind == "white" else v) for row in levels for v in row)
        samples, photometric = 1, 0 if kind == "white" else 1
        expected = [[(v,) * 3 for v in row] for row in levels]
    elif kind == "rgb":
        data = b"".join(pack(v) for row in picture.rows for p in row for v in p)
        samples, photometric, expected = 3, 2, picture.rows
    else:
        data = b"".join(pack(255 - v) for row in picture.rows for p in row for v in p + (255,))
        samples, photometric, expected = 4, 5, picture.rows
    compression = rng.choice([1, 8, 32946]) if bits != 1 else 1
    if compression != 1:
        data = zlib.compress(data)
    dpi = rng.choice([None, 150, 200, 300])
    entries = [(256, 4, [picture.width]), (257, 4, [picture.height]), (258, 3, [bits] * samples), (259, 3, [compression]),
               (262, 3, [photometric]), (273, 4, ["data"]), (277, 3, [samples]), (278, 4, [picture.height]),
               (279, 4, [len(data)])]
    if dpi:
        entries += [(282, 5, [dpi, 1]), (283, 5, [dpi, 1]), (296, 3, [2])]
    size = {3: 2, 4: 4, 5: 4}
    body_start = start + 2 + 12 * len(entries) + 4
    extra, directory = b"", struct.pack(order + "H", len(entries))
    for tag, kind_of_value, values in entries:
        values = [body_start if v == "data" else v for v in values]
        raw = b"".join(struct.pack(order + ("H" if size[kind_of_value] == 2 else "I"), v) for v in values)
        directory += struct.pack(order + "HHI", tag, kind_of_value, len(values) // (2 if kind_of_value == 5 else 1))
        if len(raw) <= 4:
            directory += raw.ljust(4, b"\0")
        else:
            pad = b"\0" * (len(data + extra) % 2)
            directory += struct.pack(order + "I", body_start + len(data + extra + pad))
            extra += pad + raw
    return directory, data + extra, expected, dpi


def tiff(pictures, rng):
    order = rng.choice("<>")
    file = (b"II" if order == "<" else b"MM") + struct.pack(order + "HI", 42, 8)
    pages = []
    for index, picture in enumerate(pictures):
        directory, body, expected, dpi = tiff_page(picture, rng, order, len(file))
        if (len(directory) + 4 + len(body)) % 2:
            body += b"\0"
        following = len(file) + len(directory) + 4 + len(body) if index + 1 < len(pictures) else 0
        file += directory + struct.pack(order + "I", following) + body
        pages.append((expected, dpi))
    return file, pages


def pdf(boxes):
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>",
               b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
                   len(boxes), b" ".join(b"%d 0 R" % (3 + i) for i in range(len(boxes))))]
    objects += [b"<< /Type /Page /Parent 2 0 R " + box.encode() + b" >>" for box in boxes]
    file, places = b"%PDF-1.7\n", []
    for index, body in enumerate(objects):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (index + 1, body)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)


# MARK: Running

class Run:
    def __init__(self, recto, folder):
        self.recto, self.folder = recto, pathlib.Path(folder)

    def write(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def __call__(self, *arguments, input=None):
        done = subprocess.run([self.recto, *arguments], cwd=self.folder, capture_output=True, input=input, timeout=120)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def tool(self, program, *arguments):
        if shutil.which(program) is None:
            raise Missing(program)
        subprocess.run([program, *arguments], cwd=self.folder, capture_output=True, check=True, timeout=120)

    def pictures(self, *arguments):
        program = pathlib.Path(self.recto).with_name("recto-pictures")
        if not program.exists():
            raise Missing(program.name)
        subprocess.run([program, *arguments, "-o", "."], cwd=self.folder, capture_output=True, check=True, timeout=120)

    def scan(self, *arguments):
        return self("scan", *arguments, "--no-detect", "--filter", "original", "--json")


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def same(found, expected, tolerance):
    width, height, rows, _ = found
    check((width, height) == (len(expected[0]), len(expected)), f"{width} x {height} pixels")
    worst = max(abs(a - b) for row, other in zip(rows, expected) for p, q in zip(row, other) for a, b in zip(p, q))
    check(worst <= tolerance, f"pixels are {worst} levels off")


def objects(output):
    return [json.loads(line) for line in output.split("\n") if line]


def check_one(run, name, expected, tolerance=0, dpi=None):
    status, output, errors = run.scan(name, "-o", "out.png")
    check(status == 0, errors)
    found = read_png(run.folder / "out.png")
    same(found, expected, tolerance)
    if dpi:
        check(abs(found[3][0] - dpi) < 0.3, f"{found[3][0]} dpi instead of {dpi}")


# MARK: Kinds

def kind_pnm(run, rng):
    data, expected = pnm(Picture(rng), rng)
    check_one(run, run.write("in" + rng.choice([".pnm", ".jpg", ""]), data), expected)


def kind_bmp(run, rng):
    data, expected = bmp(Picture(rng), rng)
    check_one(run, run.write("in.bmp", data), expected, dpi=300)


def kind_tiff(run, rng):
    data, pages = tiff([Picture(rng)], rng)
    (expected, dpi), = pages
    check_one(run, run.write("in.tif", data), expected, dpi=dpi, tolerance=1)


def kind_tiff_pages(run, rng):
    data, pages = tiff([Picture(rng) for _ in range(rng.randint(2, 6))], rng)
    name = run.write("in.tif", data)
    status, output, errors = run.scan(name, "-o", "out.png")
    check(status == 0, errors)
    found = objects(output)
    check([o["file"] for o in found] == [f"in.tif#page={i + 1}" for i in range(len(pages))], output)
    for index, (expected, _) in enumerate(pages):
        same(read_png(run.folder / found[index]["output"]), expected, 1)
    number = rng.randint(1, len(pages))
    check_one(run, f"{name}#page={number}", pages[number - 1][0], 1)


def encoded(program, name, tolerance, *arguments):
    def kind(run, rng):
        picture = Picture(rng, rng.randint(16, 90), rng.randint(16, 90))
        run.write("in.png", png(picture))
        run.tool(program, *arguments)
        status, output, errors = run.scan(name, "-o", "out.png")
        check(status == 0, errors)
        found = read_png(run.folder / "out.png")
        check(found[:2] == (picture.width, picture.height), f"{found[:2]}")
        count = 3 * picture.width * picture.height
        mean = sum(abs(a - b) for r, s in zip(found[2], picture.rows) for p, q in zip(r, s) for a, b in zip(p, q)) / count
        check(mean <= tolerance, f"pixels are {mean:.1f} levels off on average")
    return kind


def kind_pdf_boxes(run, rng):
    boxes, sizes = [], []
    for _ in range(rng.randint(1, 3)):
        width, height = rng.randint(20, 300), rng.randint(20, 300)
        box = f"/MediaBox [0 0 {width} {height}]"
        if rng.random() < 0.5:
            left, bottom = rng.randint(0, width // 2), rng.randint(0, height // 2)
            width, height = rng.randint(8, width - left), rng.randint(8, height - bottom)
            box += f" /CropBox [{left} {bottom} {left + width} {bottom + height}]"
        turn = rng.choice([0, 90, 180, 270])
        if turn:
            box += f" /Rotate {turn}"
        boxes.append(box)
        sizes.append((height, width) if turn % 180 else (width, height))
    dpi = rng.choice([72, 100, 300])
    name = run.write("in.pdf", pdf(boxes))
    if shutil.which("pdftoppm") is None:
        raise Missing("pdftoppm")
    status, output, errors = run("scan", name, "-o", "out.png", "--no-detect", "--filter", "original", "--json", "--pdf-dpi", str(dpi))
    check(status == 0, errors)
    found = objects(output)
    check(len(found) == len(boxes), output)
    for page, (width, height) in zip(found, sizes):
        for key, units in (("width", width), ("height", height)):
            check(abs(page[key] - units * dpi / 72) <= 1, f"{key} is {page[key]} of {units} units at {dpi} dpi")


def kind_not_square(run, rng):
    x, y = rng.choice([(204, 98), (204, 196), (100, 200), (300, 150), (96, 48)])
    width, height = int(x * rng.uniform(0.3, 0.8)), int(y * rng.uniform(0.3, 0.8))
    picture = Picture(rng, width, height)
    name = run.write("fax.png", png(picture, (round(x / 0.0254), round(y / 0.0254))))
    status, output, errors = run.scan(name, "-o", "out.png", "--paper", "none")
    check(status == 0, errors)
    found = read_png(run.folder / "out.png")
    for index, (pixels, dpi) in enumerate(((width, x), (height, y))):
        inches = found[index] / found[3][index]
        check(abs(inches - pixels / dpi) < 0.02 or max(x, y) in (72, 96), f"{inches} inches instead of {pixels / dpi}")


def kind_resolution(run, rng):
    dpi = rng.choice([72, 96, 100, 150, 200, 300, 600])
    picture = Picture(rng, rng.randint(30, 60), rng.randint(100, 140))
    name = run.write("in.png", png(picture, (round(dpi / 0.0254),) * 2))
    status, output, errors = run.scan(name, "-o", "out.png")
    check(status == 0, errors)
    expected = 200 if dpi in (72, 96) else dpi
    check(abs(objects(output)[0]["dpi"] - expected) < 0.1, output)


def kind_pdf_limits(run, rng):
    width, height = rng.choice([(1, 1), (rng.randint(1, 9), rng.randint(1, 9)), (8, rng.randint(20000, 50000))])
    picture = Picture(rng, width, 1, gray=True)
    row = picture.rows[0]
    picture.rows, picture.height = [row] * height, height
    name = run.write("in.png", png(picture))
    status, output, errors = run("scan", name, "-o", "out.pdf", "--pdfa", "--no-detect", "--filter", "original", "--paper", "none")
    check(status == 0, errors)
    text = (run.folder / "out.pdf").read_bytes()
    box = text.split(b"/MediaBox [0 0 ")[1].split(b"]")[0].split()
    check(all(3 <= float(side) <= 14400 for side in box), str(box))


def kind_json_names(run, rng):
    name = "".join(chr(rng.choice([rng.randint(1, 46), rng.randint(0x7F, 0x9F), rng.randint(0x100, 0x2FF), 0x2028, 0x1F600]))
                   for _ in range(rng.randint(1, 8))) + ".png"
    run.write(name, png(Picture(rng)))
    status, output, errors = run("detect", "--json", "--", name)
    check(status == 0, errors)
    check(objects(output)[0]["file"] == name, output)


def kind_y4m(run, rng):
    width, height, count = rng.randint(16, 99), rng.randint(16, 99), rng.randint(1, 4)
    colors, chroma = rng.choice([("420jpeg", ((width + 1) // 2) * ((height + 1) // 2) * 2), ("mono", 0),
                                 ("422", ((width + 1) // 2) * height * 2), ("444", width * height * 2)])
    frame = b"FRAME\n" + bytes(rng.randint(0, 255) for _ in range(width * height)) + b"\x80" * chroma
    name = run.write("in.y4m", f"YUV4MPEG2 W{width} H{height} F5:1 C{colors}\n".encode() + frame * count)
    status, output, errors = run("watch", "--source", name, "-o", "pages", "--json")
    check(status == 0, errors)
    frames = [o for o in objects(output) if o["event"] == "frame"]
    check([(o["width"], o["height"]) for o in frames] == [(width, height)] * count, output)


def kind_cut(run, rng):
    picture = Picture(rng, 40, 40)
    data = rng.choice([png(picture), bmp(picture, rng)[0], tiff([picture], rng)[0]])
    cut = rng.randint(0, len(data) // 2)
    name = run.write("in.png", data[:cut])
    status, output, errors = run.scan(name, "-o", "out.png")
    check(status == 1 and "recto: in.png " in errors, f"status {status}: {errors}")
    check(not (run.folder / "out.png").exists(), "there is a result")
    check("error" in objects(output)[0], output)


def kind_noise(run, rng):
    start = rng.choice([b"", b"P6", b"BM", b"II*\0", b"GIF89a", b"RIFF\0\0\0\0WEBP", b"%PDF-", b"\0\0\0\x20ftypheic", b"\xff\x0a"])
    name = run.write("in", start + bytes(rng.randint(0, 255) for _ in range(rng.randint(0, 400))))
    status, output, errors = run.scan(name, "-o", "out.png")
    check(status in (0, 1), f"status {status}")
    # libjxl also writes to standard error.
    check(status == 0 or "recto: in " in errors, errors)


def kind_fifo(run, rng):
    picture = Picture(rng)
    run.write("in.png", png(picture))
    command = f'"{run.recto}" scan <(cat in.png) -o out.png --no-detect --filter original'
    done = subprocess.run(["bash", "-c", command], cwd=run.folder, capture_output=True, timeout=60)
    check(done.returncode == 0, done.stderr.decode())
    same(read_png(run.folder / "out.png"), picture.rows, 0)


def kind_interleave(run, rng):
    count = rng.randint(1, 5)
    sizes = rng.sample(range(20, 80), 2 * count)
    (run.folder / "pile").mkdir()
    is_reverse = rng.random() < 0.5
    backs = sizes[count:]
    for index, size in enumerate(sizes[:count] + (backs[::-1] if is_reverse else backs)):
        run.write(f"pile/{index:02}.png", png(Picture(rng, size, 20)))
    order = [] if is_reverse else ["--backs", "forward"]
    status, output, errors = run.scan("pile", "-o", "out.pdf", "--interleave", *order)
    check(status == 0, errors)
    expected = [size for pair in zip(sizes[:count], backs) for size in pair]
    check([o["width"] for o in objects(output)] == expected, f"{output} instead of {expected}")


def page(rng, marks):
    """Draws a page of 100 dots per inch with dust and noise, and with marks."""
    picture = Picture(rng, 413, 585, gray=True)
    white = rng.randint(225, 255)
    picture.rows = [[(white - rng.randint(0, 8),) * 3 for _ in range(413)] for _ in range(585)]
    for _ in range(rng.randint(0, 30)):
        picture.rows[rng.randint(0, 584)][rng.randint(0, 412)] = (rng.randint(0, 255),) * 3
    for _ in range(marks):
        x, y, level = rng.randint(40, 360), rng.randint(40, 530), rng.randint(0, 150)
        for dy in range(rng.randint(6, 12)):
            for dx in range(rng.randint(3, 8)):
                picture.rows[y + dy][x + dx] = (level,) * 3
    return png(picture, (round(100 / 0.0254),) * 2)


def kind_blank(run, rng):
    pages = [rng.choice([0, 0, 1, 5]) for _ in range(rng.randint(1, 4))]
    names = [run.write(f"{i}.png", page(rng, marks)) for i, marks in enumerate(pages)]
    status, output, errors = run.scan(*names, "-o", "out.pdf", "--drop-blank", "auto")
    blank = [o["file"] for o in objects(output) if o.get("blank")]
    check(blank == [n for n, marks in zip(names, pages) if marks == 0], f"blank are {blank} of {pages}")
    check(status == (0 if any(pages) else 1), f"status {status}")
    check((run.folder / "out.pdf").exists() == any(pages), "the document")


def kind_limits(run, rng):
    picture = Picture(rng, rng.randint(20, 60), rng.randint(20, 60))
    name = run.write("in.png", png(picture))
    limit = picture.width * picture.height - rng.choice([0, 1])
    status, output, errors = run("scan", name, "-o", "out.png", "--no-detect", "--max-pixels", str(limit))
    check((status == 0) == (limit == picture.width * picture.height), errors)


# MARK: Ink

class Print:
    """Rows of words of thin strokes, whose ink is known for each pixel."""

    def __init__(self, rng, width, height, stroke):
        self.width, self.height = width, height
        self.ink = [bytearray(width) for _ in range(height)]
        size = 7 * stroke
        for top in range(3 * size, height - 3 * size, 2 * size):
            x = 2 * size
            while x < width - 3 * size:
                if rng.random() < 0.15:
                    x += size
                    continue
                self.letter(rng, x, top, size, stroke)
                x += size + stroke

    def letter(self, rng, left, top, size, stroke):
        # One upright and up to three level strokes, like E, F and L.
        for y in range(top, top + size):
            self.ink[y][left:left + stroke] = b"\1" * stroke
        for level in rng.sample([0, 3, 6], rng.randint(1, 3)):
            for y in range(top + level * stroke, top + (level + 1) * stroke):
                self.ink[y][left:left + size] = b"\1" * size


def gray_page(width, height, level, noise, rng):
    """A page whose levels come from a function, with noise."""
    offsets = [round(rng.gauss(0, noise)) for _ in range(997)]
    picture = Picture(rng, 1, 1, gray=True)
    picture.width, picture.height = width, height
    picture.rows = [[(min(max(level(x, y) + offsets[(x + 613 * y) % 997], 0), 255),) * 3 for x in range(width)]
                    for y in range(height)]
    return picture


def agreement(found, is_dark, rows=None):
    """The F-measure of dark pixels in some rows of a picture."""
    both = either = 0
    for y in rows or range(len(found)):
        for x, pixel in enumerate(found[y]):
            dark, expected = pixel[0] < 128, bool(is_dark(x, y))
            both += dark and expected
            either += dark + expected
    return 2 * both / max(either, 1)


def enhance(run, name, *options):
    status, output, errors = run("enhance", name, "-o", "out.png", *options)
    check(status == 0, errors)
    return read_png(run.folder / "out.png")[2]


def kind_light_type(run, rng):
    print_ = Print(rng, rng.randint(380, 460), rng.randint(380, 460), rng.randint(2, 4))
    ground = rng.randint(0, 70)
    tone = rng.randint(ground + 90, 255)
    page = gray_page(print_.width, print_.height, lambda x, y: tone if print_.ink[y][x] else ground, rng.choice([0, 1, 2]), rng)
    name = run.write("in.png", png(page, (7874, 7874)))
    for kind in ("bw", "gray"):
        found = agreement(enhance(run, name, "--filter", kind), lambda x, y: not print_.ink[y][x])
        check(found > 0.98, f"{kind}: {tone} on {ground}, F of the ground is {found:.3f}")


def kind_faint_print(run, rng):
    print_ = Print(rng, rng.randint(380, 460), rng.randint(420, 500), rng.randint(2, 4))
    half, tone = print_.height // 2, rng.randint(130, 180)
    page = gray_page(print_.width, print_.height,
                     lambda x, y: 250 if not print_.ink[y][x] else 15 if y < half else tone, rng.choice([0, 1, 2]), rng)
    name = run.write("in.png", png(page, (7874, 7874)))
    found = enhance(run, name, "--filter", "bw")
    for part, rows in (("black", range(half - 16)), ("gray", range(half + 16, print_.height))):
        score = agreement(found, lambda x, y: print_.ink[y][x], rows)
        check(score > 0.9, f"F of the {part} half is {score:.3f}, the gray is {tone}")


def kind_darkness(run, rng):
    print_ = Print(rng, 300, 300, rng.randint(2, 4))
    soft = lambda x, y: 235 - 40 * sum(print_.ink[min(y + dy, 299)][min(x + dx, 299)] for dx, dy in ((0, 0), (1, 0), (0, 1), (1, 1)))
    name = run.write("in.png", png(gray_page(300, 300, soft, 1, rng)))
    counts = [sum(p[0] < 128 for row in enhance(run, name, "--filter", "bw", f"--darkness={n}") for p in row)
              for n in sorted(rng.sample(range(-100, 101, 20), 3))]
    check(counts == sorted(counts), f"ink is {counts}")


def kind_skew(run, rng):
    print_ = Print(rng, 900, 900, 3)
    angle = rng.uniform(-15, 15)
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def level(x, y):
        u, v = cos * (x - 450) + sin * (y - 450) + 450, cos * (y - 450) - sin * (x - 450) + 450
        return 20 if 0 <= u < 900 and 0 <= v < 900 and print_.ink[int(v)][int(u)] else 250

    name = run.write("in.png", png(gray_page(900, 900, level, 1, rng), (5906, 5906)))
    status, output, errors = run("scan", name, "-o", "out.png", "--json")
    check(status == 0, errors)
    deskew = objects(output)[0].get("deskew", {})
    if deskew.get("turned"):
        check(abs(deskew["degrees"] - angle) < 0.3, f"{deskew['degrees']} degrees instead of {angle:.2f}")


# MARK: Chunks of PNG

def kind_alpha(run, rng):
    picture = Picture(rng)
    levels = [[rng.choice([0, 255, rng.randint(0, 255)]) for _ in row] for row in picture.rows]
    raw = b"".join(b"\0" + b"".join(bytes(p + (a,)) for p, a in zip(row, line)) for row, line in zip(picture.rows, levels))
    head = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 6, 0, 0, 0)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")
    expected = [[tuple(round((v * a + 255 * (255 - a)) / 255) for v in p) for p, a in zip(row, line)]
                for row, line in zip(picture.rows, levels)]
    check_one(run, run.write("in.png", data), expected, tolerance=1)


def kind_palette(run, rng):
    depth = rng.choice([1, 2, 4, 8])
    colors = [tuple(rng.randint(0, 255) for _ in range(3)) for _ in range(2 ** depth)]
    width, height = rng.randint(1, 90), rng.randint(1, 90)
    rows = [[rng.randrange(len(colors)) for _ in range(width)] for _ in range(height)]
    raw = b""
    for row in rows:
        bits = "".join(f"{v:0{depth}b}" for v in row)
        bits += "0" * (-len(bits) % 8)
        raw += b"\0" + bytes(int(bits[i:i + 8], 2) for i in range(0, len(bits), 8))
    head = struct.pack(">IIBBBBB", width, height, depth, 3, 0, 0, 0)
    data = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", bytes(v for c in colors for v in c))
            + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))
    check_one(run, run.write("in.png", data), [[colors[v] for v in row] for row in rows])


def kind_turned(run, rng):
    """The eight orientations of EXIF."""
    picture, turn = Picture(rng), rng.randint(1, 8)
    order = rng.choice("<>")
    block = ((b"II" if order == "<" else b"MM") + struct.pack(order + "HIH", 42, 8, 1)
             + struct.pack(order + "HHIHHI", 0x112, 3, 1, turn, 0, 0))
    rows = picture.rows
    flipped = {1: rows, 2: [row[::-1] for row in rows], 3: [row[::-1] for row in rows[::-1]], 4: rows[::-1]}
    if turn > 4:
        columns = [list(column) for column in zip(*rows)]
        flipped |= {5: columns, 6: [row[::-1] for row in columns], 7: [row[::-1] for row in columns[::-1]], 8: columns[::-1]}
    check_one(run, run.write("in.png", png(picture, chunks=chunk(b"eXIf", block))), flipped[turn])


def kind_profile(run, rng):
    """An ICC profile of the primaries of sRGB with another gamma."""
    gamma = rng.choice([1.0, 1.8, 2.2])
    number = lambda v: struct.pack(">i", round(v * 65536))
    xyz = lambda *v: b"XYZ \0\0\0\0" + b"".join(map(number, v))
    curve = b"curv\0\0\0\0" + struct.pack(">IHH", 1, round(gamma * 256), 0)
    text = b"desc\0\0\0\0" + struct.pack(">I", 2) + b"x\0" + bytes(78)
    tags = [(b"desc", text), (b"cprt", b"text\0\0\0\0x\0\0\0"), (b"wtpt", xyz(0.9642, 1, 0.8249)),
            (b"rXYZ", xyz(0.43607, 0.22249, 0.01392)), (b"gXYZ", xyz(0.38515, 0.71687, 0.09708)),
            (b"bXYZ", xyz(0.14307, 0.06061, 0.7141)), (b"rTRC", curve), (b"gTRC", curve), (b"bTRC", curve)]
    table, body, place = struct.pack(">I", len(tags)), b"", 128 + 4 + 12 * len(tags)
    for name, data in tags:
        data += b"\0" * (-len(data) % 4)
        table += name + struct.pack(">II", place + len(body), len(data))
        body += data
    head = (struct.pack(">I4sI4s4s4s", place + len(body), b"\0\0\0\0", 0x02400000, b"mntr", b"RGB ", b"XYZ ") + bytes(12) + b"acsp"
            + bytes(28) + number(0.9642) + number(1) + number(0.8249))
    profile = head.ljust(128, b"\0") + table + body
    picture = Picture(rng)

    def encoded_level(value):
        linear = (value / 255) ** gamma
        return round(255 * (12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055))

    expected = [[tuple(map(encoded_level, p)) for p in row] for row in picture.rows]
    data = png(picture, chunks=chunk(b"iCCP", b"x\0\0" + zlib.compress(profile)))
    check_one(run, run.write("in.png", data), expected, tolerance=3)


# MARK: Piles and errors

def kind_separators(run, rng):
    """A stack of separator sheets, with pages or without."""
    if shutil.which("qrencode") is None:
        raise Missing("qrencode")
    pages = [rng.random() < 0.4 for _ in range(rng.randint(1, 5))]
    names = []
    for index, is_page in enumerate(pages):
        names.append(f"{index}.png")
        if is_page:
            run.write(names[-1], page(rng, 5))
        else:
            run.tool("qrencode", "-o", names[-1], "-s", str(rng.randint(3, 8)), rng.choice(["PATCHT", "patcht", "PatchT"]))
    status, output, errors = run.scan(*names, "-o", "out.pdf", "--split-on", "code")
    made = sorted(p.name for p in run.folder.glob("out*.pdf"))
    groups = [g for g in "".join("p" if p else "s" for p in pages).split("s") if g]
    check(len(made) == len(groups), f"{made} of {pages}")
    check(status == (0 if groups else 1) and (bool(groups) or "was not written" in errors), f"status {status}: {errors}")


def kind_password(run, rng):
    # qpdf would take a password that starts with a dash for an option.
    password = "".join(rng.choice("abcXYZ 0189-äß") for _ in range(rng.randint(1, 12))).lstrip("-") or "a"
    run.write("plain.pdf", pdf(["/MediaBox [0 0 100 60]"]))
    run.tool("qpdf", "--encrypt", password, "owner", "256", "--", "plain.pdf", "in.pdf")
    options = ("in.pdf", "-o", "out.png", "--no-detect", "--pdf-dpi", "72")
    status, output, errors = run("scan", *options)
    check(status == 1 and "in.pdf" in errors and not (run.folder / "out.png").exists(), f"status {status}: {errors}")
    status, output, errors = run("scan", *options, "--password", password)
    check(status == 0, f"with its password {password!r}: {errors}")


def kind_cut_stream(run, rng):
    width, height, count = rng.randint(16, 60), rng.randint(16, 60), rng.randint(1, 4)
    frame = b"FRAME\n" + bytes(rng.randint(0, 255) for _ in range(width * height))
    data = f"YUV4MPEG2 W{width} H{height} F5:1 Cmono\n".encode() + frame * count
    name = run.write("in.y4m", data[:len(data) - rng.randint(1, len(frame) - 7)])
    status, output, errors = run("watch", "--source", name, "-o", "pages", "--json")
    events = objects(output)
    check(sum(o["event"] == "frame" for o in events) == count - 1, output)
    check(any(o["event"] == "device" and o["code"] == "damaged" for o in events), output)
    check(status == (0 if count > 1 else 1), f"status {status}: {errors}")


def kind_nothing(run, rng):
    """What has no input ends with an error."""
    (run.folder / "empty").mkdir()
    run.write("zero", b"")
    command = rng.choice([("scan", "-o", "out.pdf"), ("text",), ("qr",), ("detect",)])
    target = rng.choice(["empty", "zero", "missing", "empty/*.png"])
    status, output, errors = run(command[0], target, *command[1:])
    check(status == 1 and "recto: " in errors and not (run.folder / "out.pdf").exists(), f"{command} {target}: {status} {errors}")


# MARK: Scans and scenes of recto-pictures

def drawn_scan(run, rng):
    """A scan without visible edges, and its truth."""
    seed = rng.seed_of_input
    run.pictures("scans", "--count", "1", "--seed", str(seed))
    return json.loads((run.folder / f"scan-{seed}.json").read_text())


def kind_scan(run, rng):
    """A scan is not cropped, and its lines become level."""
    truth = drawn_scan(run, rng)
    status, output, errors = run("scan", truth["file"], "-o", "out.png", "--filter", "original", "--json")
    check(status == 0, errors)
    page, = objects(output)
    check(page["quad"] is None, f"it was cropped to {page['quad']}")
    deskew, degrees = page.get("deskew", {}), truth["degrees"]
    if not truth["text"] or abs(degrees) < 0.1:
        check(not deskew.get("turned"), f"it was turned by {deskew.get('degrees')} degrees instead of {degrees:.2f}")
    elif abs(degrees) > 0.5:
        check(deskew.get("turned"), f"it was not turned by {degrees:.2f} degrees")
        check(abs(deskew["degrees"] - degrees) < 0.3, f"it was turned by {deskew['degrees']} degrees instead of {degrees:.2f}")
    if truth.get("statedDotsPerInch", 72) != 72:
        check(abs(page["dpi"] - truth["dotsPerInch"]) < 0.5, f"{page['dpi']} dpi instead of {truth['dotsPerInch']}")


def kind_scan_text(run, rng):
    """The words of a scan are read, whichever way it lies."""
    truth = drawn_scan(run, rng)
    status, output, errors = run("text", truth["file"])
    words = collections.Counter(truth["text"].split())
    if not words:
        check(status == 1 and "no text found" in errors, f"status {status}: {output[:100]}")
        return
    check(status == 0, errors)
    found = words & collections.Counter(output.split())
    share = sum(found.values()) / sum(words.values())
    check(share > 0.95, f"{share:.3f} of {sum(words.values())} words, {truth['degrees']:.1f} degrees")


def packed_rows(path):
    """The rows of a 1-bit PNG or PBM file as numbers, in which ink is 1."""
    data = pathlib.Path(path).read_bytes()
    if data.startswith(b"P4"):
        _, size, bits = data.split(b"\n", 2)
        width, height = map(int, size.split())
        length, skip, ink = (width + 7) // 8, 0, 1
    else:
        width, height, rows, _ = read_png(path)
        return width, [int("".join("1" if p[0] < 128 else "0" for p in row), 2) for row in rows]
    return width, [int.from_bytes(bits[y * length:(y + 1) * length], "big") >> (-width % 8) for y in range(height)]


def kind_scan_ink(run, rng):
    """Black and white keeps the print, light or dark."""
    truth = drawn_scan(run, rng)
    if not truth["text"]:
        return
    status, output, errors = run("enhance", truth["file"], "-o", "out.png", "--filter", "bw")
    check(status == 0, errors)
    width, expected = packed_rows(run.folder / f"scan-{truth['seed']}.pbm")
    found_width, found = packed_rows(run.folder / "out.png")
    check((found_width, len(found)) == (width, len(expected)), f"{found_width} x {len(found)} pixels")
    if sum(truth["ink"]) > sum(truth["paper"]):
        found = [row ^ ((1 << width) - 1) for row in found]
    both = sum((a & b).bit_count() for a, b in zip(found, expected))
    score = 2 * both / sum(a.bit_count() + b.bit_count() for a, b in zip(found, expected))
    check(score > 0.85, f"F of the ink is {score:.3f}, {truth['ink']} on {truth['paper']} at {truth['dotsPerInch']} dpi")


def area(polygon):
    return abs(sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(polygon, polygon[1:] + polygon[:1]))) / 2


def clipped(polygon, quad):
    """The part of a polygon inside a convex quad that runs clockwise (Sutherland and Hodgman)."""
    for a, b in zip(quad, quad[1:] + quad[:1]):
        side = lambda p: (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
        kept = []
        for p, q in zip(polygon, polygon[1:] + polygon[:1]):
            if side(p) >= 0:
                kept.append(p)
            if (side(p) < 0) != (side(q) < 0):
                t = side(p) / (side(p) - side(q))
                kept.append([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])])
        polygon = kept
        if not polygon:
            break
    return polygon


def overlap(a, b):
    both = area(clipped(a, b))
    return both / (area(a) + area(b) - both)


def kind_sheets(run, rng):
    """Each of several sheets that lie apart becomes a page."""
    kind = rng.choice(["letter", "receipt", "identityCard", "invoice"])
    background = rng.choice(["plain", "wood", "dark"])
    # Curled, hidden and blurred sheets are for the figures of detection.
    for attempt in range(8):
        seed = str(rng.seed_of_input + attempt * 1_000_000_000)
        run.pictures("make", "--count", "1", "--seed", seed, "--sheets", str(rng.randint(2, 5)), "--whole", "--kind", kind,
                     "--size", "1600x1200", "--background", background)
        truth = json.loads(next(run.folder.glob(f"scene-*{seed}.json")).read_text())
        flags = truth["flags"]
        if not any(flags[name] for name in ("blur", "curl", "glare", "occluded")):
            break
    quads = [truth["quad"]] + truth.get("otherQuads", [])
    status, output, errors = run("scan", truth["file"], "-o", "out.pdf", "--several", "--json")
    check(status == 0, errors)
    found = [page["quad"] for page in objects(output) if page["quad"]]
    best = [max((overlap(quad, other) for other in found), default=0) for quad in quads]
    check(len(found) == len(quads) and min(best) > 0.9, f"{len(found)} of {len(quads)} {kind}, overlaps {[round(b, 2) for b in best]}")


KINDS = [
    kind_pnm, kind_bmp, kind_tiff, kind_tiff_pages, kind_pdf_boxes, kind_not_square, kind_resolution, kind_pdf_limits,
    kind_json_names, kind_y4m, kind_cut, kind_noise, kind_fifo, kind_interleave, kind_blank, kind_limits,
    kind_light_type, kind_faint_print, kind_darkness, kind_skew, kind_alpha, kind_palette, kind_turned, kind_profile,
    kind_separators, kind_password, kind_cut_stream, kind_nothing,
    kind_scan, kind_scan_text, kind_scan_ink, kind_sheets,
]
ENCODED = {
    "webp lossless": encoded("cwebp", "in.webp", 0, "-lossless", "in.png", "-o", "in.webp"),
    "webp": encoded("cwebp", "in.webp", 8, "-q", "95", "in.png", "-o", "in.webp"),
    "heic": encoded("heif-enc", "in.heic", 8, "-q", "95", "in.png", "-o", "in.heic"),
    "avif": encoded("heif-enc", "in.avif", 8, "-A", "-q", "95", "in.png", "-o", "in.avif"),
    "jpeg xl": encoded("cjxl", "in.jxl", 0, "in.png", "in.jxl", "-d", "0"),
}


def main():
    recto = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    chosen = sys.argv[4:]
    kinds = {kind.__name__.removeprefix("kind_").replace("_", " "): kind for kind in KINDS} | ENCODED
    chosen = chosen or sorted(kinds)
    keep = os.environ.get("RECTO_KEEP")
    done, wrong, missing = collections.Counter(), collections.Counter(), {}
    for number in range(count):
        own = seed * 1_000_000 + number
        rng = random.Random(own)
        rng.seed_of_input = own
        name = rng.choice(chosen)
        with tempfile.TemporaryDirectory() as folder:
            try:
                kinds[name](Run(recto, folder), rng)
                done[name] += 1
            except Missing as program:
                missing[name] = str(program)
            except (AssertionError, subprocess.SubprocessError, json.JSONDecodeError, OSError, IndexError, KeyError) as error:
                done[name] += 1
                wrong[name] += 1
                if keep:
                    shutil.copytree(folder, pathlib.Path(keep) / str(own), dirs_exist_ok=True)
                print(f"wrong: {name}, seed {own}: {type(error).__name__}: {str(error)[:300]}", flush=True)
    for name in sorted(done):
        print(f"{name}: {done[name]} inputs, {wrong[name]} wrong")
    for name, program in sorted(missing.items()):
        print(f"{name}: left out, {program} is not installed")
    print(f"{sum(done.values())} inputs with seeds from {seed * 1_000_000} on, {sum(wrong.values())} wrong")
    return 1 if wrong or not done else 0


if __name__ == "__main__":
    sys.exit(main())
