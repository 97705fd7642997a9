// The buttons of widgets: their result is shown in place, and then the next item replaces the previous one. A widget
// on its own page is kept up to date.

// Runs before the handler for other forms.
document.addEventListener("submit", (event) => {
  const form = event.target.closest(".widget-action");
  if (!form) return;
  event.preventDefault();
  event.stopPropagation();
  file(form);
}, true);

async function file(form) {
  const widget = form.closest(".widget");
  if (widget.dataset.state) return;
  const button = form.querySelector("button");
  widget.querySelector(".widget-failure")?.remove();
  const [usual, name] = [button.innerHTML, button.getAttribute("aria-label")];
  show(widget, button, "processing", form.dataset.processing, "spinner");
  try {
    const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (!answer.ok) throw new Error(`${answer.status}`);
    const screen = new DOMParser().parseFromString(await answer.text(), "text/html");
    show(widget, button, "success", form.dataset.success, "icon icon-check-lg");
    await new Promise((resolve) => { button.firstChild.onanimationend = resolve; });
    const focused = widget.contains(document.activeElement);
    const next = screen.getElementById(widget.id);
    widget.replaceWith(next);
    // The action, with Undo.
    const toast = screen.querySelector(".toast");
    if (toast) (await import("/web/toast.js")).show(document.adoptNode(toast));
    if (focused) (next.querySelector(".widget-action button") ?? next.querySelector("a")).focus();
    // Other widgets may count it, too.
    for (const other of document.querySelectorAll(".widget")) {
      const newer = screen.getElementById(other.id);
      if (other !== next && newer && !other.contains(document.activeElement)) other.replaceWith(newer);
    }
  } catch {
    delete widget.dataset.state;
    button.removeAttribute("aria-disabled");
    button.innerHTML = usual;
    button.setAttribute("aria-label", name);
    tell(widget, form.dataset.failure);
  }
}

function show(widget, button, state, text, sign) {
  widget.dataset.state = state;
  button.setAttribute("aria-disabled", "true");
  button.removeAttribute("aria-label");
  const mark = document.createElement("span");
  mark.className = sign;
  mark.ariaHidden = "true";
  button.replaceChildren(mark, text);
  say(text);
}

const status = document.createElement("p");
status.className = "hidden";
status.setAttribute("role", "status");
document.body.append(status);
function say(text) { status.textContent = text; }

// Also announced in the widget.
function tell(widget, text) {
  const note = document.createElement("p");
  note.className = "widget-failure";
  note.ariaHidden = "true";
  note.textContent = text;
  widget.querySelector(".widget-footer").before(note);
  say(text);
}

const refreshTime = 5 * 60_000;
if (document.body.matches(".widget-page")) {
  const toast = document.querySelector(".toast");
  if (toast) import("/web/toast.js").then(({ expire }) => expire(toast));
  setInterval(async () => {
    const widget = document.querySelector(".widget");
    if (widget.dataset.state || widget.contains(document.activeElement)) return;
    // Without a response it does not change.
    const answer = await fetch(location.href).catch(() => null);
    if (!answer?.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".widget");
    if (next) widget.replaceWith(next);
  }, refreshTime);
}
