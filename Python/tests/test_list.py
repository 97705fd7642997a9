"""`recto scan --list`: parts of a list become documents, however often processes are killed."""

from __future__ import annotations

import json
import pathlib
import random
import re
import shutil
import signal
import subprocess
import time
from typing import Any

import pytest
from conftest import PICTURES, page_count

NAMES = sorted(path.name for path in PICTURES.glob("*.jpg"))


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    """Creates twelve pictures and a list of them, whose fifth is damaged and whose eighth is missing."""
    lines: list[str] = []
    for number in range(12):
        picture = tmp_path / f"photo {number:02}.jpg"
        shutil.copy(PICTURES / "letter-wood.jpg", picture)
        lines.append(json.dumps({"file": str(picture), "note": number}) if number % 2 else str(picture))
    (tmp_path / "photo 04.jpg").write_bytes((tmp_path / "photo 04.jpg").read_bytes()[:2000])
    (tmp_path / "photo 07.jpg").unlink()
    (tmp_path / "list.jsonl").write_text("\n".join(lines) + "\n\n")
    (tmp_path / "out").mkdir()
    return tmp_path


def command(program: pathlib.Path, folder: pathlib.Path, *options: str) -> list[str]:
    output = ["--part-size", "5", "-o", str(folder / "out/pages.pdf"), "--filter", "bw"]
    return [str(program), "scan", "--list", str(folder / "list.jsonl"), *output, *options]


def scan(program: pathlib.Path, folder: pathlib.Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(program, folder, *options), capture_output=True, text=True, check=False)


def records(folder: pathlib.Path) -> list[dict[str, Any]]:
    tables = sorted((folder / "out").glob("*.jsonl"))
    return [json.loads(line) for table in tables for line in table.read_text().splitlines()]


def expect_all(folder: pathlib.Path) -> None:
    """Expects one record for each picture, and one page for each readable one."""
    found = records(folder)
    assert [pathlib.Path(record["file"]).name for record in found] == [f"photo {number:02}.jpg" for number in range(12)]
    assert [number for number, record in enumerate(found) if "error" in record] == [4, 7]
    places = [(record["output"], record["page"]) for record in found if "error" not in record]
    assert len(set(places)) == 10
    for output in {output for output, _ in places}:
        assert page_count(pathlib.Path(output)) == sum(name == output for name, _ in places)
    names = {path.name for path in (folder / "out").iterdir()}
    assert names == {"pages.batch.json", *(f"pages-0{part}.{kind}" for part in (1, 2, 3) for kind in ("pdf", "jsonl"))}


def test_shards_make_the_documents_of_the_list(program: pathlib.Path, folder: pathlib.Path) -> None:
    first = scan(program, folder, "--shard", "1/2", "--jsonl")
    assert first.returncode == 0, first.stderr
    assert [json.loads(line)["file"] for line in first.stdout.splitlines()] == [
        record["file"] for record in records(folder)
    ]
    assert len(records(folder)) == 7
    assert scan(program, folder, "--shard", "2/2").stdout == f"{folder / 'out/pages-02.pdf'}: done\n"
    expect_all(folder)


def test_what_is_written_is_not_done_again(program: pathlib.Path, folder: pathlib.Path) -> None:
    assert scan(program, folder).returncode == 0
    files = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (folder / "out").iterdir()}
    assert scan(program, folder).stdout == ""
    # The parts are the same for any number of shards.
    assert scan(program, folder, "--shard", "3/7").stdout == ""
    assert files == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in (folder / "out").iterdir()}
    (folder / "out/pages-02.jsonl").unlink()
    document = (folder / "out/pages-02.pdf").read_bytes()
    assert scan(program, folder).stdout.count("done") == 1
    assert (folder / "out/pages-02.pdf").read_bytes() == document
    expect_all(folder)


def test_a_list_without_one_sound_picture_is_done(program: pathlib.Path, folder: pathlib.Path) -> None:
    (folder / "list.jsonl").write_text('missing.jpg\n{"path": 3}\n')
    ran = scan(program, folder, "--jsonl")
    assert ran.returncode == 0
    errors = [record["error"] for record in records(folder)]
    assert "No such file" in errors[0] and "line 2" in errors[1]
    assert not list((folder / "out").glob("*.pdf"))


def test_another_list_or_other_options_are_refused(program: pathlib.Path, folder: pathlib.Path) -> None:
    assert scan(program, folder).returncode == 0
    assert scan(program, folder, "--threads", "2").returncode == 0
    for options in (["--filter", "gray"], ["--rotate", "auto"]):
        ran = scan(program, folder, *options)
        assert ran.returncode == 1 and "other options" in ran.stderr
    with (folder / "list.jsonl").open("a") as file:
        file.write("another.jpg\n")
    ran = scan(program, folder)
    assert ran.returncode == 1 and "13 pictures" in ran.stderr


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--shard", "0/3"], "shard"),
        (["--shard", "4/3"], "shard"),
        (["--shard", "3"], "shard"),
        (["photo.jpg"], "exclude"),
        (["--split-on", "code"], "exclude"),
        (["--fuse"], "exclude"),
        (["--part-size", "0"], "part-size"),
    ],
)
def test_wrong_usage_is_refused(program: pathlib.Path, folder: pathlib.Path, options: list[str], reason: str) -> None:
    ran = scan(program, folder, *options)
    assert ran.returncode == 2 and reason in ran.stderr
    assert not list((folder / "out").iterdir())


def test_a_list_that_cannot_be_read_is_named(program: pathlib.Path, folder: pathlib.Path) -> None:
    for damage, reason in (
        (lambda: (folder / "list.jsonl").write_text("\n"), "names no pictures"),
        (lambda: (folder / "list.jsonl").unlink(), "cannot be read: No such file"),
        (lambda: (folder / "list.jsonl").mkdir(), "not a file"),
    ):
        damage()
        ran = scan(program, folder)
        assert ran.returncode == 1 and reason in ran.stderr and "list.jsonl" in ran.stderr
    line = [str(program), "scan", "a.jpg", "--shard", "1/2", "-o", "a.pdf"]
    alone = subprocess.run(line, capture_output=True, text=True, check=False)
    assert alone.returncode == 2 and "--list" in alone.stderr


def killed_rounds(program: pathlib.Path, folder: pathlib.Path, rounds: int) -> None:
    """Kills processes at random moments. All documents are correct between the rounds."""
    chance = random.Random(60)
    began = time.monotonic()
    assert scan(program, folder).returncode == 0
    usual = time.monotonic() - began
    kills = 0
    while kills < rounds:
        shutil.rmtree(folder / "out")
        (folder / "out").mkdir()
        while True:
            shards = [
                subprocess.Popen(
                    command(program, folder, "--shard", f"{number}/2"),
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                for number in (1, 2)
            ]
            time.sleep(chance.uniform(0, usual))
            for process in shards:
                process.send_signal(signal.SIGKILL)
            ended = [process.wait() for process in shards]
            kills += sum(status < 0 for status in ended)
            for table in (folder / "out").glob("*.jsonl"):
                lines = table.read_text().splitlines()
                pages = sum("error" not in json.loads(line) for line in lines)
                assert page_count(table.with_suffix(".pdf")) == pages
            if all(status == 0 for status in ended) or kills >= rounds:
                break
    assert scan(program, folder).returncode == 0
    expect_all(folder)


def test_killed_processes_lose_and_double_nothing(program: pathlib.Path, folder: pathlib.Path) -> None:
    killed_rounds(program, folder, 4)


@pytest.mark.nightly
def test_a_hundred_killed_processes_lose_and_double_nothing(program: pathlib.Path, folder: pathlib.Path) -> None:
    killed_rounds(program, folder, 100)


def test_the_lines_are_those_of_the_schema(program: pathlib.Path, folder: pathlib.Path) -> None:
    schema = json.loads(subprocess.run([program, "schema", "scan"], capture_output=True, check=True).stdout)
    assert scan(program, folder).returncode == 0
    properties = schema["$defs"]["scanned-page"]["properties"]
    for record in records(folder):
        assert record.keys() <= properties.keys() or record.keys() == {"file", "error"}
    assert re.fullmatch(r"[0-9a-f]+", json.loads((folder / "out/pages.batch.json").read_text())["fingerprint"])
