import RectoCore

extension PageText {
    /// The same text on a differently bent picture of the page, such as the photo of a page that was flattened for
    /// reading.
    ///
    /// Places become whole pixels of the other picture. A word's box is the smallest around its mapped box, that of a
    /// line or block the smallest around its words. Places outside the other picture become a pixel at its edge.
    /// - Parameter place: Maps a place in this picture to the other.
    func mapped(to other: PixelSize, _ place: (Point2D) -> Point2D) -> PageText {
        func within(_ value: Double, _ side: Int) -> Double { min(Double(side), max(0, value.rounded())) }
        return PageText(
            size: other,
            blocks: blocks.map { block in
                block.mapped(to: other) {
                    let point = place($0)
                    return Point2D(x: within(point.x, other.width), y: within(point.y, other.height))
                }
            })
    }
}

extension PageText.Block {
    fileprivate func mapped(to size: PixelSize, _ place: (Point2D) -> Point2D) -> PageText.Block {
        let lines = lines.map { $0.mapped(to: size, place) }
        return PageText.Block(box: lines.dropFirst().reduce(lines[0].box) { $0.union($1.box) }, lines: lines)
    }
}

extension PageText.Line {
    fileprivate func mapped(to size: PixelSize, _ place: (Point2D) -> Point2D) -> PageText.Line {
        var line = self
        for index in words.indices { line.words[index].box = words[index].box.mapped(place).visible(in: size) }
        line.box = line.words.dropFirst().reduce(line.words[0].box) { $0.union($1.box) }
        line.baseline = PageText.Baseline(start: place(baseline.start), end: place(baseline.end))
        return line
    }
}

extension PageText.Box {
    fileprivate func mapped(_ place: (Point2D) -> Point2D) -> PageText.Box {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)].map { place(Point2D(x: $0, y: $1)) }
        let (x, y) = (corners.map { $0.x }.sorted(), corners.map { $0.y }.sorted())
        return PageText.Box(left: x[0], top: y[0], right: x[3], bottom: y[3])
    }

    /// The box clipped to the picture, at least one pixel large.
    fileprivate func visible(in size: PixelSize) -> PageText.Box {
        let (left, top) = (min(left, Double(size.width) - 1), min(top, Double(size.height) - 1))
        return PageText.Box(left: left, top: top, right: max(right, left + 1), bottom: max(bottom, top + 1))
    }
}
