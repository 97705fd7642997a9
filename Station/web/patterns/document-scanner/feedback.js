// Visual, acoustic and haptic feedback of a capture.

const moveTime = 450;
const clickTime = 0.06;
const pulse = 40;
const mutedKey = "st-muted";

export class CaptureFeedback {
  constructor(view) {
    this.view = view;
    this.button = view.querySelector("[data-sound]");
    this.tellSound();
    this.button.addEventListener("click", () => {
      localStorage.setItem(mutedKey, this.isMuted ? "" : "1");
      this.tellSound();
    });
  }

  get isMuted() { return localStorage.getItem(mutedKey) === "1"; }

  tellSound() { this.button.setAttribute("aria-pressed", !this.isMuted); }

  // Shows the remaining time for holding the page still around the shutter.
  progress(share) { this.view.querySelector("[data-shutter]").style.setProperty("--progress", share ?? 0); }

  // Shows that a picture was taken. Whether its page is accepted is shown shortly after.
  // - page: the page's box in the window; null without one.
  captured(page) {
    this.progress(0);
    this.view.querySelector(".view").animate([{ opacity: 0.2 }, { opacity: 1 }], { duration: 200 });
    this.lift(page);
    if (!this.isMuted) this.click();
    navigator.vibrate?.(pulse);
  }

  // Copies the accepted page for its animation.
  lift(page) {
    const picture = this.view.picture;
    const box = page ?? picture.getBoundingClientRect();
    const copy = document.createElement("canvas");
    copy.className = "moving";
    copy.ariaHidden = "true";
    [copy.width, copy.height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
    this.draw(picture, box, copy);
    Object.assign(copy.style, { left: `${box.left}px`, top: `${box.top}px` });
    this.lifted = { copy, box };
  }

  // Moves the page to its thumbnail.
  kept() {
    if (!this.lifted || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { copy, box } = this.lifted;
    this.lifted = null;
    const to = this.view.querySelector(".thumbnails").getBoundingClientRect();
    this.view.append(copy);
    const scale = Math.min(to.width / box.width, to.height / box.height);
    const way = `translate(${to.left - box.left}px, ${to.top - box.top}px) scale(${scale})`;
    const end = copy.animate([{ transform: "none" }, { transform: way, opacity: 0.6 }], { duration: moveTime, easing: "ease-in" });
    end.finished.catch(() => {}).finally(() => copy.remove());
  }

  // Draws the part of the picture inside a box of the window.
  draw(picture, box, copy) {
    const { width, height } = this.view.pictureSize;
    const area = picture.getBoundingClientRect();
    const scale = Math.min(area.width / width, area.height / height);
    const [left, top] = [area.left + (area.width - width * scale) / 2, area.top + (area.height - height * scale) / 2];
    copy.getContext("2d").drawImage(
      picture, (box.left - left) / scale, (box.top - top) / scale, box.width / scale, box.height / scale, 0, 0, copy.width, copy.height);
  }

  // Plays a short burst of noise like a shutter. Browsers allow it after an interaction with the page.
  click() {
    if (!("AudioContext" in window) || !navigator.userActivation?.hasBeenActive) return;
    this.audio ??= new AudioContext();
    const samples = this.audio.createBuffer(1, Math.round(this.audio.sampleRate * clickTime), this.audio.sampleRate);
    const values = samples.getChannelData(0);
    for (let index = 0; index < values.length; index++) values[index] = (Math.random() - 0.5) * (1 - index / values.length) ** 4;
    const source = new AudioBufferSourceNode(this.audio, { buffer: samples });
    source.connect(this.audio.destination);
    source.start();
  }
}
