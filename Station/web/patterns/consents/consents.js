// A consent form: its bar gets a shadow once the text is scrolled, and it slides down when it is left.
const form = document.querySelector(".consent");

function shade() { form.classList.toggle("scrolled", scrollY > 0); }

// Continues after the form has slid down; immediately without animations.
function leave(go) {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  form.classList.add("leaving");
  const running = form.getAnimations().filter((animation) => animation.playState === "running");
  Promise.allSettled(running.map((animation) => animation.finished)).then(go);
}

if (form) {
  addEventListener("scroll", shade, { passive: true });
  shade();
  // A page restored by the browser has not been left.
  addEventListener("pageshow", () => form.classList.remove("leaving"));
  for (const link of document.querySelectorAll("[data-leaves]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      leave(() => location.assign(link.href));
    });
  }
  const answer = form.querySelector("form.consent-toolbar");
  answer?.addEventListener("submit", (event) => {
    if (event.defaultPrevented || form.classList.contains("leaving")) return;
    event.preventDefault();
    leave(() => answer.requestSubmit(event.submitter));
  });
}
