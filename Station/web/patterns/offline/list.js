// The offline content of this browser: pending scans and changes, conflicting changes, and documents to read.
import { isChangeable, isRefused, resolved, seen } from "/web/patterns/offline/rules.js";
import { changeEdits, fact, opened, outbox, read } from "/web/patterns/offline/store.js";
import { newID } from "/web/patterns/offline/sync.js";
import { keptDocuments, keptPicture } from "/web/patterns/offline/keep.js";
import { queued, ready, say, tellRoom } from "/web/patterns/offline/status.js";
import { change, edit, finish, pictureOf } from "/web/patterns/offline/pages.js";

const undoTime = 8000;
const icons = { rename: "pencil", delete: "trash" };

class OfflineList extends HTMLElement {
  async connectedCallback() {
    this.person = await ready;
    this.querySelector("[data-stranger]").hidden = this.person !== null;
    // The screen was locked for inactivity.
    const isLocked = this.person !== null && (await fact("locked")) === true;
    this.querySelector("[data-locked]").hidden = !isLocked;
    if (isLocked) [this.person, this.querySelector(".offline-lists").hidden] = [null, true];
    this.form = this.querySelector("#offline-edit form");
    this.querySelector("#offline-edit").addEventListener("close", ({ target }) => { if (target.returnValue === "save") this.entered(); });
    this.querySelector("[data-undo-delete]").addEventListener("click", () => this.undo?.());
    this.leadBack();
    addEventListener("outboxchange", () => this.show());
    addEventListener("hashchange", () => this.show());
    await this.show();
    this.dataset.ready = "";
  }

  // Links back to the screen that could not be reached.
  leadBack() {
    const from = new URLSearchParams(location.search).get("from");
    // Only within this station.
    if (!from || !URL.canParse(from, location.origin) || new URL(from, location.origin).origin !== location.origin) return;
    const note = this.querySelector("[data-from]");
    note.querySelector("a").href = from;
    note.hidden = false;
  }

  say(name, values) { return say(this, name, values); }

  // Updates run one after another, so that the last one shows the final state.
  show() {
    this.showing = (this.showing ?? Promise.resolve()).then(() => this.render());
    return this.showing;
  }

  async render() {
    if (!this.person) return;
    await tellRoom(this.querySelector("[data-room]"));
    const { scans, edits } = await outbox(this.person);
    this.scans = scans.filter(({ state, pages }) => state !== "deleted" && (pages.length > 0 || state === "sent"));
    this.edits = edits;
    this.kept = await keptDocuments(this.person);
    const [kind, id] = location.hash.slice(1).split("=");
    const opened = kind === "scan" ? this.scans.find((scan) => scan.id === id) : kind === "document" ? this.kept.find((document) => document.id === Number(id)) : null;
    this.toggleAttribute("data-opened", Boolean(opened));
    this.querySelector(".offline-lists").hidden = Boolean(opened);
    const viewer = this.querySelector(".offline-document");
    viewer.hidden = !opened;
    this.focused = this.noteFocus();
    if (opened && kind === "scan") return this.openScan(viewer, opened);
    if (opened) return this.openDocument(viewer, seen(opened, edits), opened);
    viewer.replaceChildren();
    await this.fill("conflicts", edits.filter(({ state }) => state === "conflict").map((edit) => this.conflict(edit)));
    await this.fill("scans", this.scans.map((scan) => this.scanCell(scan)));
    await this.fill("edits", edits.filter(({ state }) => state !== "conflict").map((edit) => this.editCell(edit)));
    await this.fill("kept", this.kept.map((document) => seen(document, edits)).filter(({ isDeleted }) => !isDeleted).map((document) => this.keptCell(document)));
  }

  async fill(name, cells) {
    const section = this.querySelector(`[data-section=${name}]`);
    const empty = section.querySelector("[data-empty]");
    section.querySelector("ul").replaceChildren(...(await Promise.all(cells)));
    if (empty) empty.hidden = cells.length > 0;
    else section.hidden = cells.length === 0;
  }

  cell({ title, href, facts, picture, turns }, actions) {
    const cell = this.querySelector("template[data-cell]").content.firstElementChild.cloneNode(true);
    const link = cell.querySelector(".headline");
    link.textContent = title;
    if (href) link.href = href;
    cell.querySelector(".subhead").textContent = facts;
    if (picture) {
      const image = cell.querySelector("img");
      [image.src, image.hidden, image.dataset.turns] = [picture, false, turns ?? 0];
      cell.querySelector(".leading-place .icon").remove();
    }
    cell.querySelector(".cell-actions").append(...actions.map(([name, act]) => this.button(name, act)));
    return cell;
  }

  button(name, act) {
    const button = document.createElement("button");
    const icon = icons[name];
    Object.assign(button, { type: "button", className: icon ? "round" : "button plain", textContent: icon ? "" : this.say(name) });
    if (icon) {
      const picture = document.createElement("span");
      picture.className = `icon icon-${icon}`;
      button.append(picture);
      button.setAttribute("aria-label", this.say(name));
    }
    button.dataset.does = name;
    button.addEventListener("click", act);
    return button;
  }

  time(scan) { return new Date(scan.created).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }); }
  title(scan) { return scan.title ?? this.say("scan", { time: this.time(scan) }); }
  // Returns the state, including the pages that the station refused.
  state(scan) {
    const refused = scan.pages.flatMap((page, index) => (isRefused(page) ? [`${this.pageName(page, index)}: ${this.refusal(page)}`] : []));
    return this.say(scan.state, { reason: refused.length ? refused.join(" ") : scan.reason ?? "" });
  }
  // Returns the reason for a refused page; the browser's own refusals have no message from the station.
  refusal(page) { return page.refused || this.say("lost"); }
  pageName(page, index) { return this.say("page", { n: page.number ?? index + 1 }); }
  count(pages) { return this.pageCount(pages.length); }
  pageCount(n) { return n === 1 ? this.say("onePage") : this.say("pages", { n }); }
  // Returns the facts. For a partly sent scan, these are the sent and the remaining pages.
  facts(scan) {
    const known = scan.taken && scan.state !== "sent" ? `${this.pageCount(scan.taken)} ${this.say("sent")}` : this.count(scan.pages);
    return [known, this.state(scan)].join(" · ");
  }

  // MARK: Scans

  async scanCell(scan) {
    const actions = [];
    if (isChangeable(scan)) actions.push(["rename", () => this.enter(scan, true)], ["delete", () => this.deleteScan(scan)]);
    const refused = scan.pages.filter(isRefused);
    if (scan.state === "failed" && refused.length) actions.unshift(["saveFile", () => this.saveFiles(scan, refused)]);
    if (scan.state === "failed") actions.unshift(["again", () => finish(scan)]);
    if (scan.document) actions.unshift(["openDocument", () => location.assign(`/documents/${scan.document}`)]);
    return this.cell({
      title: this.title(scan), href: scan.state === "sent" ? `/documents/${scan.document}` : `#scan=${scan.id}`,
      facts: this.facts(scan),
      picture: scan.pages[0] && (await pictureOf(scan.pages[0].key)), turns: scan.pages[0]?.turns,
    }, actions);
  }

  // Saves the original files, so that the person can open them with other programs.
  async saveFiles(scan, pages) {
    for (const page of pages) {
      const picture = await read("pictures", page.key);
      if (!picture) continue;
      const link = document.createElement("a");
      link.href = URL.createObjectURL(opened(picture.file));
      link.download = `${this.title(scan)}, ${this.pageName(page, scan.pages.indexOf(page))}.${picture.file.type.split("/")[1] || "bin"}`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), undoTime);
    }
  }

  async deleteScan(scan) {
    await change(scan.id, { kind: "delete" });
    this.offerUndo(this.say("deleted", { title: this.title(scan) }), () => change(scan.id, { kind: "restore" }));
    if (location.hash) location.hash = "";
    await this.show();
  }

  offerUndo(text, act) {
    const offer = this.querySelector(".offline-undo");
    offer.querySelector("span").textContent = text;
    offer.hidden = false;
    clearTimeout(this.undoTimer);
    this.undoTimer = setTimeout(() => { offer.hidden = true; }, undoTime);
    this.undo = async () => {
      offer.hidden = true;
      await act();
      await queued();
      await this.show();
    };
  }

  async openScan(viewer, scan) {
    const pages = await Promise.all(scan.pages.map(async (page, index) => {
      const act = (what) => async () => { await change(scan.id, { key: page.key, ...what() }); await this.show(); };
      const label = [this.pageName(page, index), isRefused(page) && this.refusal(page)].filter(Boolean).join(": ");
      return this.page({ index, label, picture: await pictureOf(page.key), filter: page.filter, turns: page.turns ?? 0, isChangeable: isChangeable(scan) }, {
        filter: (filter) => act(() => ({ kind: "page", page: { filter } }))(),
        turn: act(() => ({ kind: "page", page: { turns: ((page.turns ?? 0) + 1) % 4 } })),
        earlier: act(() => ({ kind: "move", place: index - 1 })),
        save: isRefused(page) && (() => this.saveFiles(scan, [page])),
        remove: async () => {
          await change(scan.id, { kind: "remove", key: page.key });
          this.offerUndo(this.say("deleted", { title: this.pageName(page, index) }), () => change(scan.id, { kind: "insert", place: index, page }));
          await this.show();
        },
      });
    }));
    this.view(viewer, this.title(scan), this.facts(scan), {
      edit: isChangeable(scan) && (() => this.enter(scan, true)), remove: isChangeable(scan) && (() => this.deleteScan(scan)),
      again: scan.state === "failed" && (() => finish(scan)),
    });
    this.put(viewer, pages);
  }

  // MARK: Documents to read

  async keptCell(document) {
    const first = document.pages[0];
    return this.cell({
      title: document.title, href: `#document=${document.id}`, facts: [document.captured, this.count(document.pages), document.correspondent].filter(Boolean).join(" · "),
      picture: first && (await keptPicture(this.person, first.picture)),
    }, []);
  }

  async openDocument(viewer, document, original) {
    const facts = ["type", "correspondent", "tags", "date", "due"].filter((name) => document[name]).map((name) => `${this.say(name)}: ${document[name]}`);
    const pages = await Promise.all(document.pages.map(async (page, index) => this.page(
      {
        index, label: this.pageName(page, index), picture: await keptPicture(this.person, page.picture), filter: page.filter,
        turns: (page.quarterTurns - original.pages[index].quarterTurns + 4) % 4, isChangeable: true,
      }, {
        filter: (filter) => edit(original, "page", { filter }, index + 1),
        turn: () => edit(original, "page", { quarterTurns: (page.quarterTurns + 1) % 4 }, index + 1),
      })));
    this.view(viewer, document.title, [document.captured, ...facts].join(" · "), {
      edit: () => this.enter(document, false), remove: () => this.deleteDocument(original),
    });
    this.put(viewer, pages);
  }

  async deleteDocument(document) {
    await edit(document, "delete", {});
    this.offerUndo(this.say("deleted", { title: document.title }), () =>
      changeEdits(this.person, (edits) => edits.filter((edit) => edit.document !== document.id || edit.kind !== "delete" || edit.state !== "waiting")));
    location.hash = "";
    await this.show();
  }

  // MARK: The view of a scan or a document

  view(viewer, title, facts, { edit, remove, again }) {
    viewer.replaceChildren(this.querySelector("template[data-viewer]").content.cloneNode(true));
    viewer.querySelector("h2").textContent = title;
    viewer.querySelector("[data-facts]").textContent = facts;
    for (const [selector, act] of [["[data-edit]", edit], ["[data-delete]", remove], ["[data-again]", again]]) {
      const button = viewer.querySelector(selector);
      button.hidden = !act;
      button.addEventListener("click", act || (() => {}));
    }
  }

  // Keeps the focus for keyboard users.
  put(viewer, pages) {
    viewer.querySelector("ol").replaceChildren(...pages);
    if (!this.focused) return;
    const { index, selector } = this.focused;
    viewer.querySelectorAll(".offline-page")[Math.min(index, pages.length - 1)]?.querySelector(selector)?.focus();
  }

  noteFocus() {
    const element = document.activeElement;
    const page = element?.closest(".offline-page");
    if (!page) return null;
    const name = element.getAttributeNames().find((name) => name.startsWith("data-"));
    return { index: [...page.parentElement.children].indexOf(page), selector: name ? `[${name}]` : "select" };
  }

  page({ index, label, picture, filter, turns, isChangeable }, acts) {
    const page = this.querySelector("template[data-page]").content.firstElementChild.cloneNode(true);
    const image = page.querySelector("img");
    image.alt = label;
    if (picture) image.src = picture;
    image.dataset.turns = turns;
    page.querySelector(".offline-page-number").textContent = label;
    const select = page.querySelector("select");
    select.value = filter;
    select.addEventListener("change", () => acts.filter(select.value));
    for (const [selector, name] of [["[data-turn]", "turn"], ["[data-earlier]", "earlier"], ["[data-save]", "save"], ["[data-remove]", "remove"]]) {
      const button = page.querySelector(selector);
      if (!acts[name] || (name === "earlier" && index === 0)) button.remove();
      else button.addEventListener("click", acts[name]);
    }
    if (!isChangeable) page.querySelector(".offline-page-actions").replaceChildren(page.querySelector(".offline-page-number"));
    return page;
  }

  // MARK: Entering

  enter(subject, isScan) {
    this.subject = { subject, isScan };
    this.form.querySelector("[data-details]").hidden = isScan;
    for (const field of this.form.querySelectorAll("input")) {
      // An unchanged form closes without confirmation.
      field.value = field.defaultValue = isScan && field.name === "title" ? this.title(subject) : subject[field.name] ?? "";
    }
    const dialog = this.querySelector("#offline-edit");
    dialog.returnValue = "";
    dialog.showModal();
  }

  async entered() {
    const { subject, isScan } = this.subject;
    const fields = [...this.form.querySelectorAll("input")].filter(({ name, value }) => value !== (isScan ? this.title(subject) : subject[name] ?? "") && (!isScan || name === "title"));
    if (fields.length === 0) return;
    const change_ = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    if (isScan) {
      await change(subject.id, { kind: "title", title: change_.title });
      await queued();
    } else await edit(this.kept.find(({ id }) => id === subject.id), "file", change_);
    await this.show();
  }

  // MARK: Edits

  what(edit) {
    if (edit.kind === "delete") return this.say("trashed");
    if (edit.kind === "page") return this.say("pageChanged", { n: edit.page });
    return this.say("filed");
  }

  editCell(edit) {
    const isSending = edit.state === "sending";
    const drop = () => changeEdits(this.person, (edits) => edits.filter(({ key, state }) => key !== edit.key || state === "sending")).then(queued);
    const again = () => changeEdits(this.person, (edits) => edits.map((other) => (other.key === edit.key ? { ...other, state: "waiting" } : other))).then(queued);
    const actions = isSending ? [] : [["dropped", drop]];
    if (edit.state === "failed") actions.unshift(["again", again]);
    return this.cell({ title: edit.title, facts: [this.what(edit), this.say(edit.state, { reason: edit.reason ?? "" })].join(" · ") }, actions);
  }

  // Shows both changes side by side for the person to choose.
  conflict(edit) {
    const item = this.querySelector("template[data-conflict]").content.firstElementChild.cloneNode(true);
    item.dataset.key = edit.key;
    item.querySelector(".headline").textContent = `${edit.title} · ${this.what(edit)}`;
    const [mine, theirs] = item.querySelectorAll("dl");
    const names = edit.kind === "file" ? Object.keys(edit.change) : [];
    if (edit.kind !== "file") mine.append(...this.fact(this.what(edit), edit.change.filter ?? ""));
    for (const name of names) mine.append(...this.fact(this.say(name), edit.change[name] || this.say("none")));
    if (!edit.theirs) theirs.append(...this.fact(this.say("gone"), ""));
    for (const name of edit.theirs ? new Set([...names, "title", "correspondent", "date"]) : []) theirs.append(...this.fact(this.say(name), edit.theirs[name] || this.say("none")));
    for (const button of item.querySelectorAll("[data-choose]")) {
      if (button.dataset.choose === "mine" && !edit.theirs) button.remove();
      button.addEventListener("click", () =>
        changeEdits(this.person, (edits) => resolved(edits, edit.key, button.dataset.choose, newID())).then(queued).then(() => this.show()));
    }
    return item;
  }

  fact(name, value) {
    const [term, description] = [document.createElement("dt"), document.createElement("dd")];
    [term.textContent, description.textContent] = [name, value];
    return [term, description];
  }
}

customElements.define("st-offline-list", OfflineList);
