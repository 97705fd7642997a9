import RectoCore

/// What the invisible text of a document's pages has in common: codes of characters, and fonts.
///
/// A code stands for a character as people see it, with its accents, so text is copied as it was read. All fonts share one
/// font file without outlines. They differ in what they say of its height: a word's font reaches as far above and below the line
/// as the word does, so that a viewer marks exactly the word, while all words of a line have one size and stand on one line, by
/// which viewers tell lines and columns.
struct PDFTextLayer {
    /// How far a word reaches above and below its line, in thousandths of the type size.
    struct Reach: Hashable {
        var ascent: Int
        var descent: Int
    }

    /// The character of code `index + 1`; 0 is kept for none.
    private(set) var characters: [Character] = []
    private var codes: [Character: Int] = [:]

    /// A code has two bytes.
    private static let maximumCode = 0xFFFF
    /// Grapheme clusters may have any length; longer ones are written as their scalars.
    private static let maximumScalars = 8

    /// Text over a page, as operators of a content stream; empty without a word.
    /// - Parameters:
    ///   - width: Of the page, in points.
    ///   - height: The same.
    ///   - name: The name of a font in the document.
    mutating func content(
        of text: PageText, width: Double, height: Double, name: (Reach) -> String
    ) -> String {
        let scale = SIMD2(width / Double(text.size.width), height / Double(text.size.height))
        var writer = TextObject(pageHeight: height, scale: scale)
        for line in text.lines {
            let placed = line.words.compactMap { PlacedWord($0, on: line) }
            guard let size = placed.map(\.extent).max() else { continue }
            writer.beginLine(size: size)
            for (index, word) in placed.enumerated() {
                // What is on the word's right when it is seen.
                let neighbour = index + (word.isRightToLeft ? -1 : 1)
                let isSpaced = placed.indices.contains(neighbour) && word.isSpaced(from: placed[neighbour])
                writer.show(codes(of: word), word, space: isSpaced ? code(of: " ") : nil, name: name)
            }
        }
        return writer.stream
    }

    /// Codes from left to right as the word is seen.
    private mutating func codes(of word: PlacedWord) -> [Int] {
        let codes = Self.elements(of: word.text).compactMap { code(of: $0) }
        return word.isRightToLeft ? codes.reversed() : codes
    }

    private static func elements(of text: String) -> [Character] {
        text.flatMap { character -> [Character] in
            let scalars = character.unicodeScalars
            return scalars.count <= maximumScalars ? [character] : scalars.map { Character($0) }
        }
    }

    /// `nil` once all codes are taken.
    private mutating func code(of character: Character) -> Int? {
        if let known = codes[character] { return known }
        guard characters.count < Self.maximumCode else { return nil }
        characters.append(character)
        codes[character] = characters.count
        return characters.count
    }

    // MARK: What all fonts share

    /// Takes codes to characters.
    var toUnicode: String {
        var text = """
            /CIDInit /ProcSet findresource begin
            12 dict begin
            begincmap
            /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
            /CMapName /Adobe-Identity-UCS def
            /CMapType 2 def
            1 begincodespacerange
            <0000> <FFFF>
            endcodespacerange

            """
        // A block has 100 lines at most.
        for start in stride(from: 0, to: characters.count, by: 100) {
            let block = start..<min(start + 100, characters.count)
            text += "\(block.count) beginbfchar\n"
            for index in block {
                text +=
                    "<\(hexadecimal(index + 1))> <\(characters[index].utf16.map { hexadecimal(Int($0)) }.joined())>\n"
            }
            text += "endbfchar\n"
        }
        return text + "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    }

    /// Takes codes to glyphs: all that are used to the one that is empty.
    var glyphMap: [UInt8] {
        [0, 0] + (0..<characters.count).flatMap { _ in words(Int(GlyphlessFont.glyph)) }
    }
}

/// A word and the line that it stands on, in pixels of the page. Along: the way of the letters; up: the way of their tops.
private struct PlacedWord {
    let text: String
    let isRightToLeft: Bool
    /// Where the word begins on its line.
    let origin: SIMD2<Double>
    /// A unit vector.
    let along: SIMD2<Double>
    let length: Double
    let ascent: Double
    let descent: Double

    /// How tall the type has to be.
    var extent: Double { ascent + descent }

    /// Whether a space stands between this word and the next one: not where letters meet whose script has none.
    func isSpaced(from next: PlacedWord) -> Bool {
        guard let last = text.unicodeScalars.last, let first = next.text.unicodeScalars.first else { return false }
        return !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
    }

    /// Places are within so many pixels of the page's corner: more than any page has, and less than spoils numbers.
    private static let farthest = 1e7

    /// `nil` for a word without extent or far from any page.
    init?(_ word: PageText.Word, on line: PageText.Line) {
        let box = word.box
        guard [box.left, box.top, box.right, box.bottom].allSatisfy({ abs($0) <= Self.farthest }), box.width > 0,
            box.height > 0
        else { return nil }
        text = word.text
        isRightToLeft = line.direction == .rightToLeft && word.text.unicodeScalars.contains(where: \.isRightToLeft)
        let direction = Self.direction(of: line)
        let isLevel = abs(direction.x) >= abs(direction.y)
        // The same in coordinates along the nearest axis and up from it.
        let sign = (isLevel ? direction.x : direction.y) < 0 ? -1.0 : 1.0
        let (first, last) = isLevel ? (box.left, box.right) : (box.top, box.bottom)
        let start = sign > 0 ? first : last
        let slope = isLevel ? direction.y / direction.x : direction.x / direction.y
        let anchor = Self.anchor(of: line)
        func base(_ position: Double) -> Double {
            isLevel ? anchor.y + (position - anchor.x) * slope : anchor.x + (position - anchor.y) * slope
        }
        // Above the line is less of y for level text, more of x for text that runs down.
        let (top, bottom) = isLevel ? (box.top, box.bottom) : (box.right, box.left)
        let upward = isLevel ? -sign : sign
        let middle = base((first + last) / 2)
        let reaches = [(top - middle) * upward, (bottom - middle) * upward]
        let (above, below) = (max(reaches[0], reaches[1]), -min(reaches[0], reaches[1]))
        // What does not touch its line, such as a dash, stands on its own lower edge.
        let lift = below < 0 || above <= 0 ? -below : 0
        (ascent, descent) = (above - lift, below + lift)
        length = (last - first) / abs(isLevel ? direction.x : direction.y)
        let level = base(start) + lift * upward
        origin = isLevel ? SIMD2(start, level) : SIMD2(level, start)
        along = direction
        guard [length, ascent, descent, level].allSatisfy({ abs($0) <= 2 * Self.farthest }) else { return nil }
    }

    private static func direction(of line: PageText.Line) -> SIMD2<Double> {
        // Letters below each other are marked as a line that runs down.
        if line.direction == .topToBottom { return SIMD2(0, 1) }
        let (from, to) = (line.baseline.start, line.baseline.end)
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        return length > 0 && length.isFinite ? SIMD2(x / length, y / length) : SIMD2(1, 0)
    }

    private static func anchor(of line: PageText.Line) -> SIMD2<Double> {
        line.direction == .topToBottom
            ? SIMD2(line.box.left, line.box.top) : SIMD2(line.baseline.start.x, line.baseline.start.y)
    }
}

/// A text object of PDF: words at their places, line by line.
///
/// A document is mostly text objects, so each number is written as short as keeps a word within a fraction of a pixel, and nothing
/// is said twice: a line states its direction once, and each word how far it is from the one before.
private struct TextObject {
    let pageHeight: Double
    /// Points a pixel.
    let scale: SIMD2<Double>
    private var operators = ""
    private var font = ""
    private var stretch = ""
    /// How tall the line's type is, in pixels.
    private var size = 0.0
    /// `nil` before the line's first word.
    private var axes: LineAxes?

    init(pageHeight: Double, scale: SIMD2<Double>) { (self.pageHeight, self.scale) = (pageHeight, scale) }

    /// Mode 3 is text that is not painted.
    var stream: String { operators.isEmpty ? "" : "BT 3 Tr\n\(operators)ET\n" }

    /// - Parameter size: How tall the line's type is, in pixels.
    mutating func beginLine(size: Double) {
        self.size = size
        axes = nil
    }

    /// - Parameter space: The code of a space, which follows the word beyond its box: words may stand so close that viewers would
    ///   copy them as one.
    mutating func show(_ codes: [Int], _ word: PlacedWord, space: Int?, name: (PDFTextLayer.Reach) -> String) {
        guard !codes.isEmpty else { return }
        // Pixels need not be square.
        let along = SIMD2(word.along.x * scale.x, -word.along.y * scale.y)
        let step = (along * along).sum().squareRoot()
        let unit = along / step
        let typeSize = rounded(size * (abs(unit.y) * scale.x + abs(unit.x) * scale.y))
        let natural = Double(codes.count * GlyphlessFont.advance) / Double(GlyphlessFont.unitsPerEm) * typeSize
        guard typeSize > 0, natural > 0 else { return }
        move(to: SIMD2(word.origin.x * scale.x, pageHeight - word.origin.y * scale.y), along: unit)
        select(Self.reach(of: word, size: size), typeSize, name)
        let stretch = number(100 * word.length * step / natural)
        if stretch != self.stretch { operators += "\(stretch) Tz" }
        self.stretch = stretch
        operators += "<\((codes + [space].compactMap(\.self)).map(hexadecimal).joined())>Tj\n"
    }

    /// - Parameters:
    ///   - place: In points of the page.
    ///   - unit: Which way the line runs.
    private mutating func move(to place: SIMD2<Double>, along unit: SIMD2<Double>) {
        guard let offset = axes?.advance(to: place) else {
            let start = LineAxes(origin: SIMD2(rounded(place.x), rounded(place.y)), unit: unit)
            let direction = [unit.x, unit.y, -unit.y, unit.x].map { number($0, decimals: 5) }
            operators += (direction + [number(start.origin.x), number(start.origin.y)]).joined(separator: " ") + " Tm "
            axes = start
            return
        }
        if offset != .zero { operators += "\(number(offset.x)) \(number(offset.y)) Td " }
    }

    private mutating func select(
        _ reach: PDFTextLayer.Reach, _ typeSize: Double, _ name: (PDFTextLayer.Reach) -> String
    ) {
        let font = "/\(name(reach)) \(number(typeSize)) Tf "
        if font != self.font { operators += font }
        self.font = font
    }

    /// To a step of two pixels at most, so that a document needs few fonts.
    private static func reach(of word: PlacedWord, size: Double) -> PDFTextLayer.Reach {
        var steps = 20.0
        while size / steps > 2 { steps *= 2 }
        func thousandths(_ length: Double) -> Int { Int((length / size * steps).rounded() * 1000 / steps) }
        // Viewers take 0 for "not known".
        return PDFTextLayer.Reach(ascent: max(1, thousandths(word.ascent)), descent: max(1, thousandths(word.descent)))
    }
}

/// A line's coordinates: along it, and up from it, in points from its first word.
private struct LineAxes {
    let origin: SIMD2<Double>
    let unit: SIMD2<Double>
    /// Where the latest word begins, as the numbers in the file have it: what is rounded off does not add up.
    private var pen = SIMD2<Double>.zero

    init(origin: SIMD2<Double>, unit: SIMD2<Double>) { (self.origin, self.unit) = (origin, unit) }

    /// How far a place is from the latest word; it becomes the latest.
    mutating func advance(to place: SIMD2<Double>) -> SIMD2<Double> {
        let from = place - origin
        let target = SIMD2(from.x * unit.x + from.y * unit.y, from.y * unit.x - from.x * unit.y)
        let offset = SIMD2(rounded(target.x - pen.x), rounded(target.y - pen.y))
        pen += offset
        return offset
    }
}

/// As two decimals say it.
private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// A number of PDF with up to so many decimals: viewers do not know exponents.
private func number(_ value: Double, decimals: Int = 2) -> String {
    let unit = (0..<decimals).reduce(1) { product, _ in product * 10 }
    let units = Int((min(1e9, max(-1e9, value)) * Double(unit)).rounded())
    let (whole, part) = abs(units).quotientAndRemainder(dividingBy: unit)
    let sign = units < 0 ? "-" : ""
    guard part > 0 else { return "\(sign)\(whole)" }
    let digits = "\(part + unit)".dropFirst()
    let end = digits.lastIndex { $0 != "0" } ?? digits.startIndex
    return "\(sign)\(whole == 0 ? "" : "\(whole)").\(digits[...end])"
}

/// Four digits.
private func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
