// Names with letters that the sheet's fonts lack are drawn here with this browser's fonts, and sent with the form.

const form = document.querySelector(".map-labels");
// The letter size in pixels, as on the sheet.
const size = Number(form?.dataset.drawnSize);
const lineHeight = 1.25 * size;
// The minimum length of a line in letter sizes, and the maximum number of lines of a name.
const shortest = 6;
const maximumLines = 3;
const quality = 0.9;
const isRightToLeft = (text) => /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text);

// Splits text into lines of similar length at word boundaries, which not all scripts mark by spaces.
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
  // Resizing a canvas resets its font.
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
  // The search has its own URL.
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
