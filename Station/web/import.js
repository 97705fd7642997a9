// Uploads files one after the other, shows the progress, and lists the refused files.
import { stop } from "/web/jobs.js";
import { problems, reason, request } from "/web/network.js";

// A station that is being started again is waited for.
const patience = 10_000;
const retryTime = 500;

export class Import {
  constructor(view, address) {
    this.indicator = view.querySelector(".importing");
    this.banner = view.querySelector(".banner");
    this.details = view.querySelector("#import-messages");
    this.address = address;
    this.indicator.querySelector("[data-stop]").addEventListener("click", () => this.stopping.abort());
    this.banner.querySelector("[data-dismiss]").addEventListener("click", () => { this.banner.hidden = true; });
  }

  // Returns the address of the last page if all files were imported.
  async run(files) {
    this.stopping = new AbortController();
    // Who leaves now leaves files behind.
    const ask = (event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    this.banner.hidden = true;
    this.indicator.hidden = false;
    const failures = [];
    let last = null;
    const job = await this.begin(files.length);
    for (const [index, file] of [...files].entries()) {
      this.tell(index, files.length);
      try {
        last = await this.send(file, job);
      } catch (error) {
        if (error.name === "AbortError") {
          if (job) stop(job);
          break;
        }
        const { unreachable, unreachableLevel } = this.banner.dataset;
        failures.push({ name: file.name, ...(error.problem ?? { detail: unreachable, level: unreachableLevel }) });
      }
    }
    this.indicator.hidden = true;
    removeEventListener("beforeunload", ask);
    if (failures.length) this.show(failures);
    return failures.length || this.stopping.signal.aborted ? null : last;
  }

  // Begins the station's job, for its listeners. Files are also imported without one.
  begin(count) {
    return request(`${this.address}s?files=${count}`, { method: "POST", headers: problems })
      .then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
  }

  // A file is sent again if there was no answer. By its key the station adds it once.
  async send(file, job) {
    const key = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const headers = { "Content-Type": "application/octet-stream", "Idempotency-Key": key, ...problems };
    const address = job ? `${this.address}?job=${job.id}` : this.address;
    const end = performance.now() + patience;
    while (true) {
      try {
        const answer = await request(address, { method: "POST", body: file, headers, signal: this.stopping.signal });
        if (answer.ok) return answer.url;
        throw Object.assign(new Error(), { problem: await answer.json() });
      } catch (error) {
        if (!(error instanceof TypeError) || performance.now() > end) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryTime));
      }
    }
  }

  tell(index, count) {
    const text = this.indicator.querySelector("[data-text]");
    text.textContent = this.filled(text.dataset.text, index + 1, count);
    const progress = this.indicator.querySelector("progress");
    progress.max = count;
    progress.value = index;
  }

  show(failures) {
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

  filled(text, ...numbers) {
    return text.replaceAll("{n}", () => numbers.shift());
  }
}
