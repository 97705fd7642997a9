// Uploads files sequentially, shows the progress, and lists refused files. Files are chosen, or dropped on the
// window.
import { stop } from "/web/jobs.js";
import { problems, request } from "/web/network.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";
import { refresh } from "/web/swap.js";

// Wait for a station that is restarting.
const patience = 10_000;
const retryTime = 500;
// The status of a PDF whose password is missing or wrong.
const locked = 423;

export class Import {
  // - draft: returns the URL of the draft that pages are added to.
  // - done: receives the URL of the last page if all files were imported.
  constructor(view, draft, done) {
    this.indicator = view.querySelector(".importing");
    this.banner = view.querySelector(".banner");
    this.details = view.querySelector("#import-messages");
    this.draft = draft;
    this.done = done;
    this.indicator.querySelector("[data-stop]").addEventListener("click", () => this.stopping.abort());
    this.banner.querySelector("[data-dismiss]").addEventListener("click", () => { this.banner.hidden = true; });
    this.listen(view);
  }

  listen(view) {
    const field = view.querySelector("form.import input[type=file]");
    for (const input of view.querySelectorAll("input[type=file]")) {
      input.addEventListener("change", async () => {
        await this.run([...input.files]);
        // Allow choosing the same file again.
        input.value = "";
      });
    }
    document.addEventListener("click", (event) => { if (event.target.closest("[data-import]")) field.click(); });
    const veil = view.querySelector(".drop");
    const holdsFiles = (event) => event.dataTransfer?.types.includes("Files") && !document.querySelector("dialog[open]");
    document.addEventListener("dragover", (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      veil.hidden = false;
    });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) veil.hidden = true; });
    document.addEventListener("drop", (event) => {
      veil.hidden = true;
      if (!holdsFiles(event)) return;
      event.preventDefault();
      this.run([...event.dataTransfer.files]);
    });
  }

  async run(files) {
    if (!files.length || !this.indicator.hidden) return;
    this.stopping = new AbortController();
    // Leaving now would lose files.
    const ask = (event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    this.banner.hidden = true;
    this.indicator.hidden = false;
    const { last, failures } = await this.sendAll(files).catch(() => ({ failures: [] }));
    this.indicator.hidden = true;
    removeEventListener("beforeunload", ask);
    if (failures.length) this.show(failures, last);
    else if (last && !this.stopping.signal.aborted) await this.done(last);
    else if (!this.stopping.signal.aborted) warn("");
  }

  async sendAll(files) {
    const failures = [];
    let last = null;
    let address;
    try {
      address = `${await this.draft()}/import`;
    } catch (error) {
      return { last, failures: files.map((file) => this.failure(file, error)) };
    }
    const job = await this.begin(address, files.length);
    for (const [index, file] of files.entries()) {
      this.tell(index, files.length);
      try {
        last = await this.send(file, address, job);
      } catch (error) {
        if (error.name === "AbortError") {
          if (job) stop(job);
          break;
        }
        failures.push(this.failure(file, error));
      }
    }
    return { last, failures };
  }

  // Returns why a file was not imported: the station's reason, or that the station cannot be reached.
  failure(file, error) {
    const { unreachable, unreachableLevel } = this.banner.dataset;
    return { name: file.name, ...(error.problem ?? { detail: unreachable, level: unreachableLevel }) };
  }

  // Starts the station's job, for its listeners. Files are imported even if that fails.
  begin(address, count) {
    return request(`${address}s?files=${count}`, { method: "POST", headers: problems })
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  }

  // Sends a file, repeatedly if there is no response. Because of its key, the station adds it only once.
  async send(file, to, job) {
    const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const headers = { "Content-Type": "application/octet-stream", "Idempotency-Key": key, ...problems };
    const query = Object.entries({ name: file.name, ...(job && { job: job.id }), ...this.filing() });
    const address = `${to}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    const end = performance.now() + patience;
    while (true) {
      try {
        const answer = await request(address, { method: "POST", body: file, headers, signal: this.stopping.signal });
        if (answer.ok) return answer.url;
        const problem = await answer.json();
        const password = answer.status === locked ? await this.password(file.name, problem.detail) : null;
        if (password === null) throw Object.assign(new Error(), { problem });
        headers["Recto-Password"] = encodeURIComponent(password);
      } catch (error) {
        if (!(error instanceof TypeError) || performance.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryTime));
      }
    }
  }

  // Where the document of a draft is filed: where the draft already is.
  filing() { return {}; }

  // Asks for the password of a locked PDF. Resolves to nothing if the file is left out.
  password(name, reason) {
    const dialog = document.getElementById("import-password");
    const field = dialog.querySelector("input");
    dialog.querySelector("[data-name]").textContent = name;
    dialog.querySelector("[data-reason]").textContent = reason;
    field.value = "";
    dialog.returnValue = "";
    dialog.querySelector("[data-skip]").onclick = () => dialog.close();
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "open" ? field.value : null), { once: true }));
  }

  tell(index, count) {
    const text = this.indicator.querySelector("[data-text]");
    text.textContent = this.filled(text.dataset.text, index + 1, count);
    const progress = this.indicator.querySelector("progress");
    progress.max = count;
    progress.value = index;
  }

  show(failures, last) {
    this.tellImported(last);
    const text = this.banner.querySelector("[data-one]");
    text.textContent = this.filled(failures.length === 1 ? text.dataset.one : text.dataset.several, failures.length);
    this.details.querySelector("h2").textContent = text.textContent;
    for (const section of this.details.querySelectorAll("[data-level]")) {
      const entries = failures.filter(({ level }) => level === section.dataset.level);
      section.hidden = !entries.length;
      section.querySelector("ul").replaceChildren(...entries.map(({ name, detail }) => {
        const item = document.createElement("li");
        item.textContent = `${name}: ${detail}`;
        return item;
      }));
    }
    this.banner.hidden = false;
  }

  // Screens of a draft show the imported pages themselves.
  tellImported() {}

  filled(text, ...numbers) {
    return text.replaceAll("{n}", () => numbers.shift());
  }
}

// On screens without a draft, files go to a new one.
class ImportToNewDraft extends Import {
  constructor(view) {
    super(view, async () => newDraft(), (last) => location.assign(last));
    this.choice = view.querySelector("#import-choice");
  }

  async run(files) {
    if (files.length < 2 || !this.indicator.hidden) return super.run(files);
    const choice = await this.choose(files.length);
    if (!choice) return;
    this.isEach = choice === "each";
    await super.run(files);
    this.isEach = false;
    this.each = null;
  }

  // Resolves to "one" document with all files, one for "each", or nothing to cancel.
  choose(count) {
    const question = this.choice.querySelector("[data-text]");
    question.textContent = this.filled(question.dataset.text, count);
    this.choice.returnValue = "";
    this.choice.showModal();
    return new Promise((resolve) => this.choice.addEventListener("close", () => resolve(this.choice.returnValue), { once: true }));
  }

  async sendAll(files) {
    if (!this.isEach) return super.sendAll(files);
    const failures = [];
    let last = null;
    for (const [index, file] of files.entries()) {
      this.each = { index, count: files.length };
      const one = await super.sendAll([file]);
      failures.push(...one.failures);
      try {
        if (one.last) last = await this.save(one.last);
      } catch (error) {
        // The file stays in its draft, and the others go on.
        failures.push(this.failure(file, error));
      }
      if (this.stopping.signal.aborted) break;
    }
    return { last, failures };
  }

  tell(index, count) { super.tell(this.each?.index ?? index, this.each?.count ?? count); }

  // The folder that the list shows, if any.
  filing() {
    const folder = location.pathname === "/documents" ? new URLSearchParams(location.search).get("folder") : null;
    return /^\d+$/.test(folder ?? "") ? { folder } : {};
  }

  // The station names the document after its file.
  async save(page) {
    const [draft] = new URL(page, location).pathname.match(/^\/scan\/[^/]+/);
    const answer = await request(`${draft}/save`, { method: "POST", headers: problems });
    if (!answer.ok) throw Object.assign(new Error(), { problem: await answer.json() });
    return location.pathname === "/documents" ? location.pathname + location.search : "/documents";
  }

  tellImported(last) {
    const link = this.banner.querySelector("[data-imported]");
    link.hidden = !last;
    if (!last) return;
    link.href = last;
    refresh(location.href);
  }
}

// Begins a draft, and returns its path.
async function newDraft() {
  const answer = await request("/scan?new=", { headers: problems });
  if (!answer.ok) throw Object.assign(new Error(), { problem: await answer.json() });
  return new URL(answer.url).pathname;
}

class ImportAnywhere extends HTMLElement {
  connectedCallback() {
    const { session } = this.dataset;
    if (session) new Import(this, async () => `/scan/${session}`, (last) => location.assign(last));
    else new ImportToNewDraft(this);
  }
}

customElements.define("st-import", ImportAnywhere);
