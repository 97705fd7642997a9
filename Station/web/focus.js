// The focus on a new screen. After an action by keyboard it stays on the same button, or moves to what was changed.
// Otherwise screen readers start at the heading.

const key = "recto.focus";
const changed = "selected";

// Sets the element to focus on the next screen.
export function goOnAt(id) { sessionStorage.setItem(key, id || changed); }

document.addEventListener("submit", ({ submitter, defaultPrevented }) => {
  if (!defaultPrevented && submitter?.matches(":focus-visible")) goOnAt(submitter.id);
});

const id = sessionStorage.getItem(key);
sessionStorage.removeItem(key);
const place = id && [id, changed].map((each) => document.getElementById(each)).find((element) => element?.matches(":enabled, a"));
const heading = document.querySelector("h1");
if (place) place.focus();
else if (heading && document.referrer.startsWith(location.origin) && document.activeElement === document.body) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
