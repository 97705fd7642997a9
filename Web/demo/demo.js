// Scans from the camera or from files and saves a PDF, entirely in the browser.

import { Recto, RectoError, Scanner } from "./recto/recto.js";
import { pdf } from "./recto/pdf.js";
import { adjustCorners } from "./corners.js";

const $ = (id) => document.getElementById(id);
const GUIDANCE = {
  noDocument: "Show a page",
  partlyOutside: "Move until the whole page is in view",
  tooFar: "Move closer",
  tooClose: "Move further away",
  tilted: "Hold the camera level over the page",
  tooDark: "More light, please",
  glare: "Tilt a little to avoid the reflection",
  moving: "Hold still",
  holdSteady: "Hold still",
  capturing: "Capturing",
  captured: "Captured",
  samePage: "Captured. Show the next page",
};
const THUMBNAIL_DPI = 60;

const recto = load();
/** Pages in order: { page, rotation, element }. */
let pages = [];
let scanner = null;
/** Whether the last saved PDF has the current pages. */
let isSaved = true;

async function load() {
  try {
    const recto = await Recto.load();
    for (const id of ["start", "files"]) $(id).disabled = false;
    return recto;
  } catch (error) {
    say(`The scanner cannot be started in this browser. ${error.message}`);
    throw error;
  }
}

/** Returns the message for an error, with its remedy. */
function words(error) {
  switch (error.code) {
    case "outOfMemory": return "There is no room for more pages. Save the PDF, then delete pages to go on.";
    case "crashed": return "The scanner has stopped. Reload this page to start it again.";
    default: return error.message;
  }
}

function say(text) {
  $("message").textContent = text;
  $("message").hidden = !text;
}

// ---- Camera ----

for (const id of ["start", "resume"]) $(id).addEventListener("click", startCamera);

async function startCamera({ currentTarget: button }) {
  say("");
  button.disabled = true;
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } }, audio: false,
    });
    for (const track of stream.getTracks()) track.addEventListener("ended", cameraEnded);
    $("video").srcObject = stream;
    await $("video").play();
    scanner = new Scanner($("video"), { recto: await recto });
    scanner.addEventListener("page", ({ detail }) => draw(detail));
    scanner.addEventListener("guidance", ({ detail }) => guide(detail.guidance));
    scanner.addEventListener("capture", ({ detail }) => captured(detail.page));
    scanner.addEventListener("error", ({ detail }) => { stopCamera(); say(words(detail.error)); });
    await scanner.start();
    arrange();
    // The button was disabled in the meantime and has lost the focus.
    $("shutter").focus({ preventScroll: true });
    scrollTo({ top: 0 });
  } catch (error) {
    scanner = null;
    stopVideo();
    say(
      error instanceof RectoError ? words(error)
      : "There is no camera, or it may not be used. You can choose pictures instead.");
  } finally {
    button.disabled = false;
  }
}

$("shutter").addEventListener("click", () => scanner?.capture());

$("stop").addEventListener("click", stopCamera);

async function stopCamera() {
  const ended = scanner;
  scanner = null;
  stopVideo();
  arrange();
  try {
    await ended?.close();
  } catch (error) {
    say(words(error));
  }
}

/** The camera was unplugged, or another program has taken it. */
async function cameraEnded() {
  await stopCamera();
  say("The camera has stopped.");
}

function stopVideo() {
  for (const track of $("video").srcObject?.getTracks() ?? []) track.stop();
  $("video").srcObject = null;
}

function draw({ width, height, page, guidance }) {
  const outline = $("outline");
  outline.setAttribute("viewBox", `0 0 ${width} ${height}`);
  outline.classList.toggle("steady", ["holdSteady", "capturing", "captured"].includes(guidance));
  outline.firstElementChild.setAttribute("points", (page?.corners ?? []).map(({ x, y }) => `${x},${y}`).join(" "));
}

function guide(guidance) {
  if ($("guidance").textContent !== GUIDANCE[guidance]) $("guidance").textContent = GUIDANCE[guidance];
}

async function captured(page) {
  $("flash").classList.remove("on");
  void $("flash").offsetWidth;
  $("flash").classList.add("on");
  navigator.vibrate?.(30);
  try {
    await add(page);
  } catch (error) {
    say(words(error));
  }
}

// ---- Files ----

for (const id of ["files", "more", "further"]) {
  $(id).addEventListener("change", async () => {
    const files = [...$(id).files];
    $(id).value = "";
    await addFiles(files);
  });
}
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  addFiles([...event.dataTransfer.files]);
});

async function addFiles(files) {
  say("");
  const failed = [];
  try {
    for (const [index, file] of files.entries()) {
      progress(files.length === 1 ? "Reading the picture…" : `Reading picture ${index + 1} of ${files.length}…`);
      try {
        await add(await (await recto).scan(file));
      } catch (error) {
        if (["outOfMemory", "crashed", "closed", "unavailable"].includes(error.code)) throw error;
        failed.push(file.name);
      }
    }
    if (failed.length > 0) say(`Not a picture that can be read: ${failed.join(", ")}`);
  } catch (error) {
    say(words(error));
  } finally {
    progress("");
  }
}

function progress(text) {
  $("progress").textContent = text;
}

// ---- Pages ----

async function add(page) {
  const element = $("page").content.firstElementChild.cloneNode(true);
  const entry = { page, rotation: 0, element };
  try {
    const { rotation, confidence } = await page.suggestRotation();
    if (rotation !== null && confidence >= 0.8) entry.rotation = rotation;
    await show(entry);
  } catch (error) {
    page.free();
    throw error;
  }
  element.querySelector(".corners").addEventListener("click", async () => {
    if (await adjustCorners(entry.page)) await change(entry);
  });
  element.querySelector(".turn").addEventListener("click", () => {
    entry.rotation = (entry.rotation + 90) % 360;
    change(entry);
  });
  element.querySelector(".earlier").addEventListener("click", () => {
    const index = pages.indexOf(entry);
    if (index < 1) return;
    [pages[index - 1], pages[index]] = [entry, pages[index - 1]];
    isSaved = false;
    arrange();
  });
  element.querySelector(".delete").addEventListener("click", () => {
    const index = pages.indexOf(entry);
    pages = pages.filter((other) => other !== entry);
    entry.page.free();
    isSaved = pages.length === 0;
    arrange();
    pages[Math.min(index, pages.length - 1)]?.element.querySelector(".delete").focus();
  });
  pages.push(entry);
  isSaved = false;
  arrange();
}

async function change(entry) {
  isSaved = false;
  await show(entry);
}

async function show(entry) {
  const rendered = await entry.page.render({ filter: $("filter").value, rotation: entry.rotation, dpi: THUMBNAIL_DPI });
  const canvas = entry.element.querySelector("canvas");
  [canvas.width, canvas.height] = [rendered.width, rendered.height];
  canvas.getContext("2d").putImageData(rendered.toImageData(), 0, 0);
}

function arrange() {
  const focused = document.activeElement;
  $("pages").replaceChildren(...pages.map(({ element }) => element));
  pages.forEach(({ element }, index) => element.querySelector("canvas").setAttribute("aria-label", `Page ${index + 1}`));
  $("count").textContent = pages.length === 1 ? "1 page" : `${pages.length} pages`;
  $("document").hidden = pages.length === 0;
  $("camera").hidden = scanner === null;
  $("again").hidden = scanner !== null;
  $("welcome").hidden = pages.length > 0 || scanner !== null;
  if (focused !== document.body) goOn(focused);
}

/** Keeps the keyboard focus in place, or moves it to the next element if the focused one is gone. */
function goOn(focused) {
  // An element that was moved has lost the focus.
  if (focused.getClientRects().length > 0) {
    focused.focus();
    if (document.activeElement === focused) return;
  }
  const turn = focused.closest("#pages li")?.querySelector(".turn");
  (turn ?? $(scanner !== null ? "shutter" : pages.length > 0 ? "save" : "start")).focus();
}

$("filter").addEventListener("change", async () => {
  for (const entry of pages) await change(entry);
});

$("save").addEventListener("click", async () => {
  say("");
  $("save").disabled = true;
  progress("Making the PDF…");
  try {
    isSaved = true;
    const rendered = [];
    for (const { page, rotation } of pages) rendered.push(await page.render({ filter: $("filter").value, rotation }));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await pdf(rendered, { title: "Scan" }));
    link.download = "scan.pdf";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    isSaved = false;
    say(`The PDF cannot be made. ${words(error)}`);
  } finally {
    $("save").disabled = false;
    progress("");
  }
});

addEventListener("beforeunload", (event) => {
  if (!isSaved) event.preventDefault();
});

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
