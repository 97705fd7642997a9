package import RectoCore

extension [PageText.Block] {
    /// Joins columns of a table or receipt to rows, in reading order.
    ///
    /// Tesseract takes the prices of a receipt for a separate column of text and reads them after all the items.
    /// Columns of a table are distinguished from columns of text by the smaller one: its lines have one or two words,
    /// and nearly all of them are beside a line of the other column.
    package func joiningTableColumns() -> [PageText.Block] {
        var blocks = self
        var index = 0
        while index < blocks.count {
            let block = blocks[index]
            if let other = blocks.indices.dropFirst(index + 1).first(where: { blocks[$0].isTableColumn(beside: block) })
            {
                blocks[index] = block.joined(blocks.remove(at: other))
            } else {
                index += 1
            }
        }
        return blocks
    }
}

extension PageText.Block {
    /// Largest mean number of words per line of a column of cells.
    private static let cellWords = 2.0
    /// Smallest share of its lines that are beside a line of the other column.
    private static let aligned = 0.75

    private var wordsPerLine: Double { Double(lines.reduce(0) { $0 + $1.words.count }) / Double(lines.count) }

    fileprivate func isTableColumn(beside other: PageText.Block) -> Bool {
        guard box.sharedHeight(other.box) > 0, box.right <= other.box.left || other.box.right <= box.left else {
            return false
        }
        let (cells, rows) = lines.count <= other.lines.count ? (self, other) : (other, self)
        // A single line beside many could also be a heading in the margin.
        guard cells.lines.count > 1 || rows.lines.count == 1,
            min(wordsPerLine, other.wordsPerLine) <= Self.cellWords
        else { return false }
        let beside = cells.lines.count { cell in rows.lines.contains { $0.isBeside(cell) } }
        return Double(beside) >= Self.aligned * Double(cells.lines.count)
    }

    /// Both columns combined, from top to bottom.
    fileprivate func joined(_ other: PageText.Block) -> PageText.Block {
        var rows = lines
        for line in other.lines {
            if let row = rows.firstIndex(where: { $0.isBeside(line) && $0.box.sharedWidth(line.box) <= 0 }) {
                rows[row] = rows[row].joined(line)
            } else {
                rows.append(line)
            }
        }
        rows.sort { ($0.box.top + $0.box.bottom, $0.box.left) < ($1.box.top + $1.box.bottom, $1.box.left) }
        return PageText.Block(box: box.union(other.box), lines: rows)
    }
}

extension PageText.Line {
    /// Whether both are in the same row: they share half the height of the lower one.
    fileprivate func isBeside(_ other: PageText.Line) -> Bool {
        direction == other.direction && direction != .topToBottom
            && 2 * box.sharedHeight(other.box) >= min(box.height, other.box.height)
    }

    /// Two non-overlapping parts of a row, joined in reading direction.
    fileprivate func joined(_ other: PageText.Line) -> PageText.Line {
        let (left, right) = box.left <= other.box.left ? (self, other) : (other, self)
        return PageText.Line(
            box: box.union(other.box),
            baseline: PageText.Baseline(start: left.baseline.start, end: right.baseline.end),
            direction: direction, startsParagraph: startsParagraph,
            words: direction == .rightToLeft ? right.words + left.words : left.words + right.words)
    }
}

extension PageText.Box {
    /// Shared height; negative for a gap.
    fileprivate func sharedHeight(_ other: PageText.Box) -> Double {
        min(bottom, other.bottom) - max(top, other.top)
    }

    fileprivate func sharedWidth(_ other: PageText.Box) -> Double {
        min(right, other.right) - max(left, other.left)
    }
}
