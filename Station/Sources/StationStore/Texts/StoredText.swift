public import RectoCore

/// The stored text of a page: about ten bytes per word in addition to its letters, if all are in one language.
///
/// Positions are whole pixels, as from Tesseract. Numbers are encoded as LEB128, positions as differences from the
/// previous ones.
public struct StoredText: Hashable, Sendable {
    /// The reason why bytes cannot be decoded.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unknownVersion(UInt8)
        case damaged

        public var description: String {
            switch self {
            case .unknownVersion(let version): "the text is of version \(version), required: \(StoredText.version)"
            case .damaged: "the text is damaged"
            }
        }
    }

    static let version: UInt8 = 1

    public let text: PageText
    /// The resolution of the picture that was read.
    public let dotsPerInch: Double

    public init(_ text: PageText, dotsPerInch: Double) {
        self.text = text
        self.dotsPerInch = dotsPerInch
    }

    public var bytes: [UInt8] {
        var writer = NumberWriter(bytes: [Self.version])
        writer.write(text.size.width)
        writer.write(text.size.height)
        writer.write(Int(dotsPerInch.rounded()))
        let languages = Set(text.words.map(\.language)).sorted()
        writer.write(languages.count)
        for language in languages { writer.write(language) }
        writer.write(text.blocks.count)
        var last = PageText.Box(left: 0, top: 0, right: 0, bottom: 0)
        for block in text.blocks {
            writer.write(block.box, after: &last)
            writer.write(block.lines.count)
            for line in block.lines { writer.write(line, after: &last, languages) }
        }
        return writer.bytes
    }

    /// - Parameter bytes: The bytes, possibly from a damaged file.
    public init(bytes: [UInt8]) throws(Failure) {
        guard let version = bytes.first else { throw .damaged }
        guard version == Self.version else { throw .unknownVersion(version) }
        var reader = NumberReader(rest: bytes.dropFirst())
        let (width, height) = (try reader.number(), try reader.number())
        guard let size = try? PixelSize(width: width, height: height) else { throw .damaged }
        dotsPerInch = Double(try reader.number())
        let languages = try reader.list { (reader) throws(Failure) in try reader.string() }
        var last = PageText.Box(left: 0, top: 0, right: 0, bottom: 0)
        let blocks = try reader.list { (reader) throws(Failure) in
            let box = try reader.box(after: &last)
            let lines = try reader.list { (reader) throws(Failure) in try reader.line(after: &last, languages) }
            guard !lines.isEmpty else { throw .damaged }
            return PageText.Block(box: box, lines: lines)
        }
        guard reader.rest.isEmpty else { throw .damaged }
        text = PageText(size: size, blocks: blocks)
    }
}

// MARK: Numbers as bytes

private struct NumberWriter {
    var bytes: [UInt8]

    /// - Parameter number: A number that is not negative.
    mutating func write(_ number: Int) {
        var rest = UInt(number)
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// The sign is the lowest bit, so that small negative numbers are short as well.
    mutating func write(signed number: Int) { write(number < 0 ? ~number << 1 | 1 : number << 1) }

    mutating func write(_ text: String) {
        write(text.utf8.count)
        bytes += text.utf8
    }

    mutating func write(_ box: PageText.Box, after last: inout PageText.Box) {
        write(signed: pixel(box.left) - pixel(last.left))
        write(signed: pixel(box.top) - pixel(last.top))
        write(signed: pixel(box.right) - pixel(box.left))
        write(signed: pixel(box.bottom) - pixel(box.top))
        last = box
    }

    mutating func write(_ line: PageText.Line, after last: inout PageText.Box, _ languages: [String]) {
        write(line.box, after: &last)
        let (start, end) = (line.baseline.start, line.baseline.end)
        write(signed: pixel(start.x) - pixel(line.box.left))
        write(signed: pixel(start.y) - pixel(line.box.bottom))
        write(signed: pixel(end.x) - pixel(line.box.right))
        write(signed: pixel(end.y) - pixel(line.box.bottom))
        write(line.direction.code << 1 | (line.startsParagraph ? 1 : 0))
        write(line.words.count)
        for word in line.words {
            write(word.box, after: &last)
            write(Int((word.confidence * 100).rounded()))
            // Most pages only use one.
            if languages.count > 1 { write(languages.firstIndex(of: word.language) ?? 0) }
            write(word.text)
        }
    }

    private func pixel(_ place: Double) -> Int { Int(place.rounded()) }
}

private struct NumberReader {
    var rest: ArraySlice<UInt8>

    mutating func number() throws(StoredText.Failure) -> Int {
        var number = 0
        // Four groups of seven bits exceed the size of any picture.
        for shift in stride(from: 0, to: 28, by: 7) {
            guard let byte = rest.popFirst() else { throw .damaged }
            number |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return number }
        }
        throw .damaged
    }

    mutating func signed() throws(StoredText.Failure) -> Int {
        let number = try number()
        return number & 1 == 0 ? number >> 1 : ~(number >> 1)
    }

    mutating func string() throws(StoredText.Failure) -> String {
        let count = try number()
        guard count <= rest.count, let text = String(validating: rest.prefix(count), as: UTF8.self) else {
            throw .damaged
        }
        rest = rest.dropFirst(count)
        return text
    }

    /// Each element takes at least one byte, so a damaged count cannot cause a large allocation.
    mutating func list<Element>(
        _ element: (inout NumberReader) throws(StoredText.Failure) -> Element
    ) throws(StoredText.Failure) -> [Element] {
        let count = try number()
        guard count <= rest.count else { throw .damaged }
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try element(&self)) }
        return elements
    }

    mutating func box(after last: inout PageText.Box) throws(StoredText.Failure) -> PageText.Box {
        let (left, top) = (last.left + Double(try signed()), last.top + Double(try signed()))
        let box = PageText.Box(
            left: left, top: top, right: left + Double(try signed()), bottom: top + Double(try signed()))
        last = box
        return box
    }

    mutating func line(
        after last: inout PageText.Box, _ languages: [String]
    ) throws(StoredText.Failure) -> PageText.Line {
        let box = try box(after: &last)
        let start = Point2D(x: box.left + Double(try signed()), y: box.bottom + Double(try signed()))
        let end = Point2D(x: box.right + Double(try signed()), y: box.bottom + Double(try signed()))
        let flags = try number()
        guard let direction = PageText.Direction(code: flags >> 1) else { throw .damaged }
        var place = last
        let words = try list { (reader) throws(StoredText.Failure) in try reader.word(after: &place, languages) }
        guard !words.isEmpty else { throw .damaged }
        last = place
        return PageText.Line(
            box: box, baseline: PageText.Baseline(start: start, end: end), direction: direction,
            startsParagraph: flags & 1 == 1, words: words)
    }

    private mutating func word(
        after last: inout PageText.Box, _ languages: [String]
    ) throws(StoredText.Failure) -> PageText.Word {
        let box = try box(after: &last)
        let confidence = try number()
        let (language, text) = (languages.count > 1 ? try number() : 0, try string())
        guard confidence <= 100, languages.indices.contains(language), !text.isEmpty else { throw .damaged }
        return PageText.Word(
            text: text, box: box, confidence: Double(confidence) / 100, language: languages[language])
    }
}

extension PageText.Direction {
    private static let codes: [Self] = [.leftToRight, .rightToLeft, .topToBottom]

    fileprivate var code: Int { Self.codes.firstIndex(of: self) ?? 0 }

    fileprivate init?(code: Int) {
        guard Self.codes.indices.contains(code) else { return nil }
        self = Self.codes[code]
    }
}
