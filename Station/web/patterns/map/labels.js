// Names in letters that the fonts of the sheet do not have are drawn here, as this browser shows them, and sent with the form.

const form = document.querySelector(".map-labels");
// Of letters, in pixels, as the sheet has it.
const size = Number(form?.dataset.drawnSize);
const lineHeight = 1.25 * size;
// A line is at least so many letters' sizes long, and a name has at most so many lines.
const shortest = 6;
const maximumLines = 3;
const quality = 0.9;
const isRightToLeft = (text) => /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

// In lines of about the same length, broken between words, which not all scripts part by spaces.
function lines(context, text) {
  const words = [...new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
  const room = Math.max(1.2 * context.measureText(text).width / maximumLines, shortest * size);
  const found = [""];
  for (const word of words) {
    const longer = found.at(-1) + word;
    if (found.at(-1) === "" || found.length === maximumLines || context.measureText(longer).width <= room) found[found.length - 1] = longer;
    else found.push(word.trimStart());
  }
  return found;
}

function draw(text) {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  const setFont = () => Object.assign(context, { font: `600 ${size}px sans-serif`, direction: isRightToLeft(text) ? "rtl" : "ltr", textBaseline: "middle" });
  setFont();
  const rows = lines(context, text);
  canvas.width = Math.ceil(Math.max(...rows.map((row) => context.measureText(row).width))) + 4;
  canvas.height = Math.ceil(rows.length * lineHeight);
  // A canvas that gets another size forgets them.
  setFont();
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  rows.forEach((row, index) => context.fillText(row, context.direction === "rtl" ? canvas.width - 2 : 2, (index + 0.5) * lineHeight));
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

async function field(label) {
  const input = document.createElement("input");
  const files = new DataTransfer();
  files.items.add(new File([await draw(label.querySelector("[data-drawn]").dataset.drawn)], "name.jpg", { type: "image/jpeg" }));
  Object.assign(input, { type: "file", name: `name-${label.querySelector("input").value}`, hidden: true, files: files.files });
  return input;
}

form?.addEventListener("submit", async (event) => {
  const labels = [...form.querySelectorAll("label:has([data-drawn])")].filter((label) => label.querySelector("input").checked);
  // The search has an address of its own.
  if (labels.length === 0 || event.submitter?.hasAttribute("formaction")) return;
  event.preventDefault();
  const fields = await Promise.all(labels.map(field));
  form.append(...fields);
  Object.assign(form, { method: "post", enctype: "multipart/form-data" });
  form.submit();
  form.method = "get";
  for (const field of fields) field.remove();
});

for (const note of form?.querySelectorAll("[data-drawn]") ?? []) note.hidden = true;
