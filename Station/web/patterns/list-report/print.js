// Prints the pages of documents in the list, each on a separate sheet.
import { chosenRows } from "/web/patterns/list-report/selection.js";
import { warn } from "/web/patterns/skeleton-loading/skeleton.js";

function pages(row) {
  const path = row.querySelector(".cell").getAttribute("href");
  return Array.from({ length: Number(row.dataset.pages) }, (_, page) => `${path}/pages/${page}/full`);
}

async function loaded(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-prints]");
  if (!button) return;
  button.ariaBusy = "true";
  const sheets = document.createElement("div");
  sheets.id = "printed";
  try {
    sheets.append(...await Promise.all(chosenRows().flatMap(pages).map(loaded)));
    document.body.append(sheets);
    document.documentElement.dataset.prints = "";
    print();
  } catch { warn(""); } finally {
    delete document.documentElement.dataset.prints;
    sheets.remove();
    button.ariaBusy = null;
  }
});
