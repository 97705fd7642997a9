"""Bar charts, as SVG, of README's tables that compare Recto with others."""

import html
import re

ROW, WIDTH, LABEL, VALUE = 22, 760, 330, 60
STYLE = ("text{font:13px sans-serif;fill:#555}.recto{fill:#2a7f9e}.rival{fill:#b0b7bd}"
         "@media(prefers-color-scheme:dark){text{fill:#ccc}.rival{fill:#6b7278}}")


def bars(title, rows, largest):
    """Returns the lines of a chart: a title, and a bar for each (name, value)."""
    yield f'<text x="0" y="15" font-weight="bold">{html.escape(title)}</text>'
    for place, (name, value) in enumerate(rows, 1):
        y, length = place * ROW, (WIDTH - LABEL - VALUE) * value / largest
        kind = "recto" if name == "Recto" else "rival"
        yield f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{html.escape(name)}</text>'
        yield f'<rect class="{kind}" x="{LABEL}" y="{y + 3}" width="{max(length, 1):.1f}" height="{ROW - 6}"/>'
        yield f'<text x="{LABEL + length + 6:.1f}" y="{y + 15}">{value:g}</text>'


def svg(label, charts):
    parts, top = [], 0
    for title, rows in charts:
        largest = max(value for _, value in rows) or 1
        parts.append(f'<g transform="translate(0 {top})">{"".join(bars(title, rows, largest))}</g>')
        top += (len(rows) + 2) * ROW
    return (f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{html.escape(label)}" '
            f'viewBox="0 0 {WIDTH} {top}"><style>{STYLE}</style>{"".join(parts)}</svg>\n')


def cells(text, columns):
    """Returns the rows of the tables with that many columns, without headers."""
    rows = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in text.splitlines() if line.startswith("|")]
    return [row for row in rows if len(row) == columns and not set("".join(row)) <= set("-: ")]


def accuracy(readme):
    charts = []
    for what, recto, others in cells(readme, 3):
        if not (found := re.fullmatch(r"\*\*([\d.]+)\*\*", recto)):
            continue
        rivals = re.findall(r"([^,()]+?)(?: \([^)]*\))? ([\d.]+)(?:, |$)", others)
        title = re.sub(r" \([^)]*\)", "", what)
        charts.append((title, [("Recto", float(found[1]))] + [(name, float(value)) for name, value in rivals]))
    return svg("Accuracy of Recto and others", charts)


def speed(readme):
    charts = []
    for task, rival, theirs, ours, _ in cells(readme, 5):
        if re.fullmatch(r"[\d.]+", theirs):
            charts.append((f"{task}, ms", [("Recto", float(ours)), (rival, float(theirs))]))
    return svg("Time of Recto and others in milliseconds", charts)
