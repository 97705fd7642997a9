// The JSON for other programs. Boxes are [left, top, right, bottom], baselines [x1, y1, x2, y2], all to hundredths of a
// pixel.

extension PageText: Encodable {
    private enum CodingKeys: CodingKey { case width, height, confidence, blocks }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(size.width, forKey: .width)
        try object.encode(size.height, forKey: .height)
        try object.encode(confidence.map(hundredths), forKey: .confidence)
        try object.encode(blocks, forKey: .blocks)
    }
}

extension PageText.Block: Encodable {
    private enum CodingKeys: CodingKey { case box, lines }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(box.edges, forKey: .box)
        try object.encode(lines, forKey: .lines)
    }
}

extension PageText.Line: Encodable {
    private enum CodingKeys: CodingKey { case box, baseline, direction, startsParagraph, words }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(box.edges, forKey: .box)
        let ends = [baseline.start.x, baseline.start.y, baseline.end.x, baseline.end.y]
        try object.encode(ends.map(hundredths), forKey: .baseline)
        try object.encode(direction, forKey: .direction)
        try object.encode(startsParagraph, forKey: .startsParagraph)
        try object.encode(words, forKey: .words)
    }
}

extension PageText.Word: Encodable {
    private enum CodingKeys: CodingKey { case text, box, confidence, language }

    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(text, forKey: .text)
        try object.encode(box.edges, forKey: .box)
        try object.encode(hundredths(confidence), forKey: .confidence)
        try object.encode(language, forKey: .language)
    }
}

extension PageText.Box {
    fileprivate var edges: [Double] { [left, top, right, bottom].map(hundredths) }
}

private func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
