// What is new in a version: Next or a swipe shows the next page, and Start closes it. The station records that it was
// seen.
const dialog = document.getElementById("whats-new");

function follow(list) {
  const page = Math.round(list.scrollLeft / Math.max(list.clientWidth, 1));
  dialog.querySelectorAll(".dots span").forEach((dot, index) => dot.classList.toggle("current", index === page));
  const button = dialog.querySelector("[data-news-action]");
  const isLast = !dialog.matches(".pages") || page >= list.children.length - 1;
  if (button) button.textContent = isLast ? button.dataset.startLabel : button.dataset.nextLabel;
  return { page, isLast };
}

if (dialog) {
  const list = dialog.querySelector(".news");
  // Scrollable by keys, too.
  list.tabIndex = 0;
  list.addEventListener("scroll", () => follow(list), { passive: true });
  new ResizeObserver(() => follow(list)).observe(list);
  dialog.querySelector("[data-news-action]")?.addEventListener("click", () => {
    const { page, isLast } = follow(list);
    if (isLast) dialog.close();
    else list.scrollTo({ left: (page + 1) * list.clientWidth });
  });
  if ("news" in dialog.dataset) dialog.addEventListener("close", () => fetch("/profile/news/seen", { method: "POST", keepalive: true }));
}
