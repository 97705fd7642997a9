// Forms and links that change a part of the screen: what the station answers takes the place of the parts, each by its id.
import { request } from "/web/network.js";

export async function swap(address, form) {
  const answer = await request(address, form ? { method: "POST", body: new URLSearchParams(form) } : {});
  if (!answer.ok) return false;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html");
  const focused = document.activeElement?.id;
  for (const part of document.querySelectorAll("[data-part]")) {
    const other = next.getElementById(part.id);
    if (other) replace(part, other);
  }
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus();
  return true;
}

// What scrolls in a part stays where it was.
function replace(part, other) {
  const places = [...part.querySelectorAll("[data-scrolls]")].map((element) => element.scrollTop);
  part.replaceWith(document.adoptNode(other));
  for (const [index, element] of [...other.querySelectorAll("[data-scrolls]")].entries()) element.scrollTop = places[index] ?? 0;
}

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.matches("[data-swaps]") || event.defaultPrevented) return;
  event.preventDefault();
  // What is refused is sent again as a form, for the page that tells why.
  if (!(await swap(form.action, new FormData(form, event.submitter)))) form.submit();
});

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-swaps]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (!(await swap(link.href))) location.assign(link.href);
});
