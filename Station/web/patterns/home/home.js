// The dots below the figures show the visible page.
const pages = document.querySelector(".figure-pages");
const dots = [...document.querySelectorAll(".page-control a")];

function mark() {
  const shown = Math.round(pages.scrollLeft / Math.max(pages.clientWidth, 1));
  for (const [index, dot] of dots.entries()) {
    if (index === Math.min(shown, dots.length - 1)) dot.setAttribute("aria-current", "true");
    else dot.removeAttribute("aria-current");
  }
}

if (pages && dots.length) {
  pages.addEventListener("scroll", mark, { passive: true });
  // Keep the URL of the screen.
  for (const [index, dot] of dots.entries()) {
    dot.addEventListener("click", (event) => {
      event.preventDefault();
      pages.scrollTo({ left: index * pages.clientWidth, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    });
  }
  mark();
}
