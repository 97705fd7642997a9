/// The text of a page: blocks, lines and words in reading order, with their places.
///
/// Places are in pixels of a picture of the page with ``size``: x to the right, y down, edges between pixels.
public struct PageText: Hashable, Sendable {
    /// An axis-parallel rectangle, given by its edges.
    public struct Box: Hashable, Sendable {
        public var left: Double
        public var top: Double
        public var right: Double
        public var bottom: Double

        public init(left: Double, top: Double, right: Double, bottom: Double) {
            (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
        }

        public var width: Double { right - left }
        public var height: Double { bottom - top }

        /// The smallest box around both.
        public func union(_ other: Box) -> Box {
            Box(
                left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
                bottom: max(bottom, other.bottom))
        }
    }

    /// The direction in which the letters of a line follow each other.
    public enum Direction: String, Hashable, Codable, Sendable {
        case leftToRight, rightToLeft, topToBottom
    }

    /// The line under the letters, from the left end to the right end as read upright.
    public struct Baseline: Hashable, Sendable {
        public var start: Point2D
        public var end: Point2D

        public init(start: Point2D, end: Point2D) { (self.start, self.end) = (start, end) }
    }

    public struct Word: Hashable, Sendable {
        /// The characters in reading order; never empty, without white space at the ends.
        public var text: String
        public var box: Box
        /// The reader's confidence, `0...1`. It orders words, but is not a probability.
        public var confidence: Double
        /// The language whose model read it, as Tesseract names it (`eng`).
        public var language: String

        public init(text: String, box: Box, confidence: Double, language: String) {
            (self.text, self.box, self.confidence, self.language) = (text, box, confidence, language)
        }
    }

    public struct Line: Hashable, Sendable {
        public var box: Box
        public var baseline: Baseline
        public var direction: Direction
        /// Whether a paragraph begins with this line.
        public var startsParagraph: Bool
        /// Words in reading order; at least one.
        public var words: [Word]

        public init(box: Box, baseline: Baseline, direction: Direction, startsParagraph: Bool, words: [Word]) {
            (self.box, self.baseline, self.direction) = (box, baseline, direction)
            (self.startsParagraph, self.words) = (startsParagraph, words)
        }

        /// The words, separated by spaces where their script has them.
        public var text: String { words.joinedText }
    }

    public struct Block: Hashable, Sendable {
        public var box: Box
        /// Lines in reading order; at least one.
        public var lines: [Line]

        public init(box: Box, lines: [Line]) { (self.box, self.lines) = (box, lines) }
    }

    /// Size of the picture to which all places refer.
    public var size: PixelSize
    /// Blocks in reading order; empty for a page without text.
    public var blocks: [Block]

    public init(size: PixelSize, blocks: [Block] = []) { (self.size, self.blocks) = (size, blocks) }

    public var lines: [Line] { blocks.flatMap(\.lines) }
    public var words: [Word] { lines.flatMap(\.words) }

    /// All lines, each with its line break; an empty line between paragraphs and blocks. Empty for a page without text.
    public var text: String {
        var text = ""
        for line in lines {
            if line.startsParagraph, !text.isEmpty { text += "\n" }
            text += line.text + "\n"
        }
        return text
    }

    /// The mean confidence of all words, `0...1`; `nil` without words.
    public var confidence: Double? {
        let words = words
        return words.isEmpty ? nil : words.reduce(0) { $0 + $1.confidence } / Double(words.count)
    }

    /// The same text on a picture of the same page in another size.
    public func scaled(to other: PixelSize) -> PageText {
        let factors = SIMD2(Double(other.width) / Double(size.width), Double(other.height) / Double(size.height))
        return placed(on: other, scale: factors, origin: .zero)
    }

    /// The same text on a sheet that contains this picture of the page.
    /// - Parameter origin: The place of this picture's top left corner on the sheet, in pixels.
    public func placed(on sheet: PixelSize, origin: Point2D) -> PageText {
        placed(on: sheet, scale: .one, origin: SIMD2(origin.x, origin.y))
    }

    private func placed(on other: PixelSize, scale: SIMD2<Double>, origin: SIMD2<Double>) -> PageText {
        var result = self
        result.size = other
        for index in result.blocks.indices { result.blocks[index].move(scale, origin) }
        return result
    }
}

extension PageText.Block {
    fileprivate mutating func move(_ scale: SIMD2<Double>, _ origin: SIMD2<Double>) {
        box.move(scale, origin)
        for index in lines.indices { lines[index].move(scale, origin) }
    }
}

extension PageText.Line {
    fileprivate mutating func move(_ scale: SIMD2<Double>, _ origin: SIMD2<Double>) {
        box.move(scale, origin)
        baseline.start.move(scale, origin)
        baseline.end.move(scale, origin)
        for index in words.indices { words[index].box.move(scale, origin) }
    }
}

extension PageText.Box {
    fileprivate mutating func move(_ scale: SIMD2<Double>, _ origin: SIMD2<Double>) {
        (left, right) = (left * scale.x + origin.x, right * scale.x + origin.x)
        (top, bottom) = (top * scale.y + origin.y, bottom * scale.y + origin.y)
    }
}

extension Point2D {
    fileprivate mutating func move(_ scale: SIMD2<Double>, _ origin: SIMD2<Double>) {
        self = Point2D(x: x * scale.x + origin.x, y: y * scale.y + origin.y)
    }
}

extension [PageText.Word] {
    /// The words with spaces between them, except between two letters whose scripts have none.
    var joinedText: String {
        var text = ""
        for word in self {
            if let last = text.unicodeScalars.last, let next = word.text.unicodeScalars.first,
                !(last.isWrittenWithoutSpaces && next.isWrittenWithoutSpaces)
            {
                text += " "
            }
            text += word.text
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether the scalar belongs to Chinese or Japanese, including their punctuation and full-width forms.
    package var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x2E80...0x312F, 0x3190...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// Whether the scalar is a letter of a right-to-left script (Hebrew, Arabic and related scripts).
    package var isRightToLeft: Bool {
        switch value {
        case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}
