"""The rules for pending changes in a browser, run in Node: pure functions. IDs are those of the requirements."""

import json
import os
import pathlib
import subprocess

import pytest

from conftest import ROOT

RULES = ROOT / "Station/web/patterns/offline/rules.js"
MODEL = pathlib.Path(__file__).with_name("outbox.mjs")
COURSES = 100_000 if os.environ.get("RECTO_NIGHTLY") else 3000


def js(script):
    """Returns the value of a function body, which has the rules as `r`."""
    program = f"import * as r from {json.dumps(RULES.as_uri())}; const f = () => {{ {script} }}; console.log(JSON.stringify(f() ?? null));"
    run = subprocess.run(["node", "--input-type=module", "--eval", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


# A pending scan with pages a and b, and an edit of a document.
VALUES = """
  const page = (key) => ({ key, isSent: false });
  const scan = { ...r.newScan("s", "p", 1), state: "waiting", pages: [page("a"), page("b")] };
  const edit = (key, rest) => ({ key, person: "p", document: 7, title: "T", kind: "file", page: null, change: { title: key }, version: 3, state: "waiting", reason: null, created: 5, ...rest });
"""


def test_courses():
    """OF-1, OF-10, OF-11: however people scan and change documents, and whatever fails in between, nothing is lost or duplicated."""
    run = subprocess.run(["node", MODEL, "1", str(COURSES)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_order():
    """OF-10: changes are sent in order: pages, then the end of their scan; an edit with a conflict only blocks its document."""
    assert js(VALUES + """
      const order = [];
      let now = scan;
      for (let item; (item = r.nextItem([now], [])); now = r.scanAfter(r.scanBefore(now, item), item, { status: 201, document: 9 }, "n", 2)) order.push(item.page?.key ?? item.kind);
      return [order, now.state, now.document];
    """) == [["a", "b", "save"], "sent", 9]
    assert js(VALUES + """
      const edits = [edit("k", { state: "conflict" }), edit("l", { created: 6 }), edit("m", { document: 8, created: 7 })];
      return [r.nextItem([], edits).edit.key, r.nextItem([scan], edits).page.key, r.itemCount([scan], edits), r.unsent([scan], edits), r.trouble([scan], edits)];
    """) == ["m", "a", 5, 4, 1]


def test_interrupted():
    """OF-11: without a response an item does not change, and is sent again with the same key; a scan that is being saved cannot be changed."""
    assert js(VALUES + """
      const sent = { ...scan, pages: scan.pages.map((page) => ({ ...page, isSent: true })) };
      const saving = r.scanBefore(sent, { kind: "save" });
      const after = [0, 408, 429, 500, 503].map((status) => r.scanAfter(saving, { kind: "save", scan: saving }, { status }, "n", 2).state);
      return [after, r.isChangeable(saving), r.changed(saving, { kind: "title", title: "x" }, 3).title, r.nextItem([saving], []).kind];
    """) == [["sending"] * 5, False, None, "save"]
    assert js(VALUES + """
      const edits = [edit("k", { state: "sending" })];
      return [r.editsAfter(edits, edits[0], { status: 0 })[0].key, r.nextItem([], edits).edit.key];
    """) == ["k", "k"]


@pytest.mark.parametrize("status, meaning", [
    (200, "done"), (201, "done"), (401, "stranger"), (404, "gone"), (409, "conflict"), (410, "ended"), (0, "later"), (302, "later"), (408, "later"), (429, "later"),
    (500, "later"), (503, "later"), (400, "refused"), (403, "refused"), (413, "refused"), (422, "refused"),
])
def test_answers(status, meaning):
    """OF-10: each response has one meaning: failures that do not concern the request are retried, rejections are reported."""
    assert js(f"return r.verdict({status});") == meaning


def test_refused_page():
    """OF-10: a page that the station rejects does not block others: these become a document, and it stays with its number and the reason until it is sent again or deleted."""
    assert js(VALUES + """
      const item = (scan) => r.nextItem([scan], []);
      const refused = r.scanAfter(scan, item(scan), { status: 422, reason: "empty" }, "n", 2);
      const sent = r.scanAfter(refused, item(refused), { status: 201 }, "n", 2);
      const left = r.scanAfter(r.scanBefore(sent, item(sent)), item(sent), { status: 201, document: 9 }, "n", 2);
      const again = r.changed(left, { kind: "finish" }, 3);
      return [item(refused).page.key, item(sent).kind, left.id, left.state, left.document, left.pages.map(({ key, number, refused }) => [key, number, refused]),
        r.taken(sent, left), item(left), item(again).page.key, r.taken(again, r.scanAfter(again, { kind: "save" }, { status: 201, document: 10 }, "m", 4))];
    """) == ["b", "save", "n", "failed", 9, [["a", 1, "empty"]], ["b"], None, "a", ["a"]]
    # Without pages there is no document, and without permission nothing is sent.
    assert js(VALUES + """
      const refuse = (scan, key, status) => r.scanAfter(scan, { kind: "picture", page: { key } }, { status, reason: "x" }, "n", 2);
      const none = refuse(refuse(scan, "a", 422), "b", 413), forbidden = refuse(scan, "a", 403);
      return [none.state, none.reason, forbidden.state, forbidden.pages.some(r.isRefused)];
    """) == ["failed", "x", "failed", False]


def test_edits_of_one_document():
    """OF-10: changes to one document are sent as one while none of them is being sent; the resulting version is the base of the next change."""
    assert js(VALUES + """
      let edits = r.withEdit([edit("k")], edit("l", { change: { date: "2026-11-26" } }));
      edits = r.withEdit(edits, edit("m", { kind: "page", page: 1, change: { quarterTurns: 1 } }));
      edits = r.withEdit(edits, edit("n", { kind: "page", page: 1, change: { filter: "photo" } }));
      const sending = r.withEdit([edit("k", { state: "sending" })], edit("o"));
      const after = r.editsAfter(edits, edits[0], { status: 200, version: 4 });
      const deleted = r.withEdit(r.withEdit([], edit("d", { kind: "delete", change: {} })), edit("e"));
      return [edits.map(({ key, change }) => [key, change]), sending.length, after.map(({ version }) => version), deleted.length];
    """) == [[["k", {"title": "k", "date": "2026-11-26"}], ["m", {"quarterTurns": 1, "filter": "photo"}]], 2, [4], 1]


def test_conflict():
    """OF-10: a document with conflicting changes waits for the person, who keeps their change on top of the other one, or only the other one."""
    assert js(VALUES + """
      const theirs = { id: 7, version: 5, title: "Other", isDeleted: false, pages: [] };
      const edits = r.editsAfter([edit("k"), edit("l", { kind: "page", page: 1, created: 6, change: { quarterTurns: 1 } })], edit("k"), { status: 409, theirs });
      const mine = r.resolved(edits, "k", "mine", "new"), other = r.resolved(edits, "k", "theirs", "new");
      return [edits[0].state, r.nextItem([], edits), mine.map(({ key, version, state }) => [key, version, state]), other.map(({ key, version }) => [key, version])];
    """) == ["conflict", None, [["new", 5, "waiting"], ["l", 3, "waiting"]], [["l", 5]]]
    # Equal changes cause no conflict; a deleted document can only be acknowledged.
    assert js(VALUES + """
      const theirs = { version: 5, title: "k", isDeleted: false, pages: [{ filter: "photo", quarterTurns: 0 }] };
      const gone = r.editsAfter([edit("k"), edit("l", { kind: "page", created: 6 })], edit("k"), { status: 404, theirs: null });
      return [r.isDone(edit("k"), theirs), r.isDone(edit("x"), theirs), r.isDone(edit("p", { kind: "page", page: 1, change: { filter: "photo" } }), theirs),
        r.isDone(edit("d", { kind: "delete" }), null), r.isDone(edit("k"), null), r.resolved(gone, "k", "theirs", "n").length];
    """) == [True, False, True, True, False, 0]


def test_reading_with_changes():
    """OF-1: a document that is read without the station includes the pending changes."""
    assert js(VALUES + """
      const document = { id: 7, title: "Old", date: "", pages: [{ filter: "color", quarterTurns: 0 }], isDeleted: false };
      const after = r.seen(document, [edit("New"), edit("p", { kind: "page", page: 1, change: { quarterTurns: 3 } }), edit("x", { document: 8 })]);
      return [after.title, after.pages[0].quarterTurns, document.title, r.seen(document, [edit("d", { kind: "delete", change: {} })]).isDeleted];
    """) == ["New", 3, "Old", True]


def test_scans_can_be_changed():
    """OF-1: pages are rotated, moved, deleted and restored; a scan is named, deleted and restored; sent items that were deleted are listed for the station."""
    assert js(VALUES + """
      const act = (scan, ...changes) => changes.reduce((scan, change) => r.changed(scan, change, 9), scan);
      const sent = { ...scan, pages: [{ key: "a", isSent: true }, page("b")] };
      const removed = act(sent, { kind: "remove", key: "a" });
      const back = act(removed, { kind: "insert", place: 0, page: { key: "a", isSent: true } });
      const moved = act(scan, { kind: "move", key: "b", place: 0 }, { kind: "page", key: "b", page: { turns: 2 } }, { kind: "title", title: " Note " });
      const deleted = act(scan, { kind: "delete" }), empty = act(scan, { kind: "remove", key: "a" }, { kind: "remove", key: "b" });
      return [removed.removed, back.removed, back.pages.length, moved.pages.map(({ key }) => key), moved.pages[0].turns, moved.title,
        deleted.state, r.nextItem([deleted], []), r.nextItem([empty], []), r.itemCount([empty], []), act(deleted, { kind: "restore" }).state, r.isOver(deleted, 10), r.isOver(deleted, 1e9)];
    """) == [["a"], [], 2, ["b", "a"], 2, "Note", "deleted", None, None, 0, "waiting", False, True]


def test_same_page():
    """OF-1: a page is recognized under different light and slightly shifted, and not confused with another one."""
    assert js("""
      const picture = (light, shift, seed) => {
        const width = 300, height = 420, data = new Uint8Array(width * height).fill(230 * light);
        for (let line = 0; line < 24; line++) for (let word = 0; word < 6; word++) {
          const [top, left, length] = [30 + line * 15, 20 + word * 44, (line * 7 + word * 13 * seed) % 40];
          for (let y = top; y < top + 5; y++) for (let x = left; x < left + length; x++) data[y * width + x + shift] = 40 * light;
        }
        return r.signature({ width, height, data });
      };
      const page = picture(1, 0, 1);
      return [r.isSamePage(page, picture(0.6, 1, 1)), r.isSamePage(page, picture(1, 0, 3)), r.isSamePage(page, null), r.isSamePage(page, new Uint8Array(576).fill(9))];
    """) == [True, False, False, False]


def test_room():
    """OF-1: low storage is reported before it is full."""
    assert js("return [[0, 10e9], [9.5e9, 10e9], [9.99e9, 10e9], [0, 40e6], [200e6, 400e6]].map(([usage, quota]) => r.room({ usage, quota }));") == [
        "enough", "low", "full", "full", "low"]


def test_pauses():
    """OF-2: failures are retried after increasing pauses of at most ten minutes."""
    assert js("return [0, 1, 2, 20].map((failures) => r.pause(failures, 30));") == [30_000, 60_000, 120_000, 600_000]


def test_place_of_the_button():
    """OF-3: syncing is in the settings while it is rarely used, and an action of the first screens for people who sync often."""
    assert js("""
      const day = 86400000;
      let syncs = [];
      const frequent = [];
      for (const at of [0, 1, 2, 20]) { syncs = r.withSync(syncs, at * day); frequent.push(r.isFrequent(syncs, at * day)); }
      return frequent;
    """) == [False, False, True, False]


def test_banner():
    """OF-8: the banner disappears after seconds, or stays."""
    assert js("return [r.bannerTime(8), r.bannerTime(0)];") == [8000, None]
