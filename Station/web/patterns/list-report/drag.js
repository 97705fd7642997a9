// A document of the list, or all selected ones, can be dragged to a folder in the sidebar.
import { selectedDocuments } from "/web/patterns/list-report/selection.js";
import { showAnswer } from "/web/patterns/list-report/list-report.js";

const kind = "application/x-recto-documents";

document.addEventListener("dragstart", (event) => {
  const row = event.target.closest?.("#list li[draggable]");
  if (!row) return;
  const box = row.querySelector(".select");
  const isSelected = "selecting" in document.body.dataset && box.checked;
  event.dataTransfer.setData(kind, isSelected ? selectedDocuments() : box.value);
  event.dataTransfer.effectAllowed = "move";
  row.classList.add("dragging");
  row.addEventListener("dragend", () => row.classList.remove("dragging"), { once: true });
});

const target = (event) => event.dataTransfer?.types.includes(kind) ? event.target.closest?.("[data-drops]") : null;

document.addEventListener("dragover", (event) => {
  const folder = target(event);
  for (const other of document.querySelectorAll("[data-drops].under")) if (other !== folder) other.classList.remove("under");
  if (!folder) return;
  event.preventDefault();
  event.dataTransfer.dropEffect = "move";
  folder.classList.add("under");
});

document.addEventListener("drop", (event) => {
  const folder = target(event);
  if (!folder) return;
  event.preventDefault();
  folder.classList.remove("under");
  const body = new URLSearchParams({ documents: event.dataTransfer.getData(kind), folder: folder.dataset.drops });
  showAnswer(`/documents/selection/edit${location.search}`, { method: "POST", body });
});
