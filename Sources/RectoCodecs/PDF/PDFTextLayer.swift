import RectoCore

/// The parts shared by the invisible text of a document's pages: character codes and fonts.
///
/// A code represents a grapheme cluster including its accents, so text is copied as it was read. All fonts share one
/// empty font file, and only differ in their declared heights: a word's font extends as far above and below the
/// baseline as the word, so that a viewer highlights exactly the word, while the words of a line share one size and
/// baseline, from which viewers detect lines and columns. This also works for tilted or curved lines: see
/// ``PlacedLine``.
struct PDFTextLayer {
    /// The extent of a word above and below its baseline, in thousandths of the font size.
    struct Reach: Hashable {
        var ascent: Int
        var descent: Int
    }

    /// The character of code `index + 1`; code 0 is reserved.
    private(set) var characters: [Character] = []
    private var codes: [Character: Int] = [:]

    /// Codes have two bytes.
    private static let maximumCode = 0xFFFF
    /// The maximum length of a grapheme cluster in scalars. Longer ones are written scalar by scalar.
    private static let maximumScalars = 8

    /// Returns the text of a page as operators of a content stream; empty without words.
    /// - Parameters:
    ///   - width: The width of the page in points.
    ///   - height: The height of the page in points.
    ///   - name: Returns the name of a font in the document.
    mutating func content(
        of text: PageText, width: Double, height: Double, name: (Reach) -> String
    ) -> String {
        let scale = SIMD2(width / Double(text.size.width), height / Double(text.size.height))
        var writer = TextObject(pageHeight: height, scale: scale)
        for line in text.lines {
            let placed = PlacedLine(line).words
            writer.beginLine()
            for (index, word) in placed.enumerated() {
                // The visually next word on the right.
                let neighbour = index + (word.isRightToLeft ? -1 : 1)
                let isSpaced = placed.indices.contains(neighbour) && word.isSpaced(from: placed[neighbour])
                writer.show(codes(of: word), word, space: isSpaced ? code(of: " ") : nil, name: name)
            }
        }
        return writer.stream
    }

    /// Returns codes in visual order from left to right.
    ///
    /// Viewers reverse right-to-left text scalar by scalar, including combining marks, so there each scalar has its
    /// own code.
    private mutating func codes(of word: PlacedWord) -> [Int] {
        guard word.isRightToLeft else { return Self.elements(of: word.text).compactMap { code(of: $0) } }
        return word.text.unicodeScalars.reversed().compactMap { code(of: Character($0)) }
    }

    private static func elements(of text: String) -> [Character] {
        text.flatMap { character -> [Character] in
            let scalars = character.unicodeScalars
            return scalars.count <= maximumScalars ? [character] : scalars.map { Character($0) }
        }
    }

    /// `nil` if all codes are used.
    private mutating func code(of character: Character) -> Int? {
        if let known = codes[character] { return known }
        guard characters.count < Self.maximumCode else { return nil }
        characters.append(character)
        codes[character] = characters.count
        return characters.count
    }

    // MARK: What all fonts share

    /// Maps codes to characters.
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
        // A block has at most 100 lines.
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

    /// Maps all used codes to the empty glyph.
    var glyphMap: [UInt8] {
        [0, 0] + (0..<characters.count).flatMap { _ in words(Int(GlyphlessFont.glyph)) }
    }
}

/// A line of horizontal or vertical words, according to their boxes, so that a viewer highlights the box and does not
/// split words.
///
/// All words share one baseline. A word whose box does not reach it, as on a curved page, is placed as close to it as
/// the box allows, and its font compensates. Viewers combine words into a line if their baselines differ by at most
/// half a letter's height (Poppler's `TextOutputDev`) or width (PDFium's `CPDF_TextPage`).
private struct PlacedLine {
    private(set) var words: [PlacedWord]

    /// Words without extent, and those far outside the page, are omitted.
    init(_ line: PageText.Line) {
        let axes = LineAxes(line)
        words = line.words.compactMap { PlacedWord($0, isRightToLeft: line.direction == .rightToLeft, axes) }
        guard let size = words.map(\.height).max() else { return }
        let height = Self.height(of: words, axes)
        for index in words.indices { words[index].stand(at: height, size: size) }
        separate(by: Self.gap * size)
    }

    /// The inverse share of words that may be off the baseline: dashes, quotation marks, and dirt read as text.
    private static let outliers = 10

    /// Returns the line's baseline, or the nearest height within the boxes of nearly all words.
    private static func height(of words: [PlacedWord], _ axes: LineAxes) -> Double {
        let (bottoms, tops) = (words.map(\.bottom).sorted(), words.map(\.top).sorted())
        let left = min((words.count - 1) / 2, words.count / outliers + (words.count > 3 ? 1 : 0))
        let (lowest, highest) = (bottoms[words.count - 1 - left], tops[left])
        let middle = ((words.map(\.start).min() ?? 0) + (words.map(\.end).max() ?? 0)) / 2
        let base = axes.base(at: middle)
        guard lowest <= highest, base.isFinite else { return (lowest + highest) / 2 }
        return min(highest, max(lowest, base))
    }

    /// The minimum space between words relative to the font size: Poppler's `pdftotext -raw` joins words closer than
    /// 0.15.
    private static let gap = 0.17
    /// The maximum length by which a word is shortened for that, in pixels.
    private static let maximumLoss = 1.5

    private mutating func separate(by gap: Double) {
        let order = words.indices.sorted { words[$0].start < words[$1].start }
        for (index, next) in zip(order, order.dropFirst()) where words[index].isSpaced(from: words[next]) {
            let missing = gap - (words[next].start - words[index].end)
            if missing > 0 { words[index].end -= min(missing, Self.maximumLoss, words[index].length / 2) }
        }
    }
}

/// The axes of a line: along the letters, and up towards their tops, each parallel to an axis of the page.
private struct LineAxes {
    private let isLevel: Bool
    private let along: Double
    private let up: Double
    /// A point on the baseline, and the slope of the baseline.
    private let anchor: SIMD2<Double>
    private let slope: Double

    init(_ line: PageText.Line) {
        let direction = Self.direction(of: line)
        isLevel = abs(direction.x) >= abs(direction.y)
        along = (isLevel ? direction.x : direction.y) < 0 ? -1 : 1
        // Above the line, y decreases for horizontal text, and x increases for text that runs downward.
        up = isLevel ? -along : along
        slope = (isLevel ? direction.y / direction.x : direction.x / direction.y) * up * along
        anchor = Self.turned(
            line.direction == .topToBottom
                ? SIMD2(line.box.left, line.box.top) : SIMD2(line.baseline.start.x, line.baseline.start.y), isLevel,
            along, up)
    }

    /// The direction of the line as a unit vector on the page.
    var direction: SIMD2<Double> { isLevel ? SIMD2(along, 0) : SIMD2(0, along) }

    /// Returns the height of the baseline at a distance along the line.
    func base(at place: Double) -> Double { anchor.y + (place - anchor.x) * slope }

    /// Converts a point of the page to line coordinates.
    func turned(_ place: SIMD2<Double>) -> SIMD2<Double> { Self.turned(place, isLevel, along, up) }

    private static func turned(_ place: SIMD2<Double>, _ isLevel: Bool, _ along: Double, _ up: Double) -> SIMD2<Double>
    {
        isLevel ? SIMD2(place.x * along, place.y * up) : SIMD2(place.y * along, place.x * up)
    }

    /// Converts line coordinates to a point of the page.
    func place(_ turned: SIMD2<Double>) -> SIMD2<Double> {
        let (x, y) = (turned.x * along, turned.y * up)
        return isLevel ? SIMD2(x, y) : SIMD2(y, x)
    }

    private static func direction(of line: PageText.Line) -> SIMD2<Double> {
        // Vertically stacked letters are highlighted as a line that runs downward.
        if line.direction == .topToBottom { return SIMD2(0, 1) }
        let (from, to) = (line.baseline.start, line.baseline.end)
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        return length > 0 && length.isFinite ? SIMD2(x / length, y / length) : SIMD2(1, 0)
    }
}

/// A word placed on a line, in pixels of the page along the line and up.
private struct PlacedWord {
    let text: String
    let isRightToLeft: Bool
    let start: Double
    var end: Double
    let bottom: Double
    let top: Double
    private let axes: LineAxes
    /// The extent below the baseline.
    private(set) var descent = 0.0
    /// The font size.
    private(set) var size = 0.0

    var height: Double { top - bottom }
    var length: Double { end - start }
    var ascent: Double { height - descent }
    /// The start of the word on the page.
    var origin: SIMD2<Double> { axes.place(SIMD2(start, bottom + descent)) }
    /// The direction as a unit vector.
    var along: SIMD2<Double> { axes.direction }

    /// Whether a space separates this word from the next one, which it does not between letters of scripts without
    /// spaces.
    func isSpaced(from next: PlacedWord) -> Bool {
        guard let last = text.unicodeScalars.last, let first = next.text.unicodeScalars.first else { return false }
        return !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
    }

    /// The maximum distance from the page's corner in pixels: more than any page has, and small enough for exact
    /// numbers.
    private static let farthest = 1e7

    /// `nil` for a word without extent or far outside the page.
    init?(_ word: PageText.Word, isRightToLeft: Bool, _ axes: LineAxes) {
        let box = word.box
        guard [box.left, box.top, box.right, box.bottom].allSatisfy({ abs($0) <= Self.farthest }), box.width > 0,
            box.height > 0
        else { return nil }
        let corners = [axes.turned(SIMD2(box.left, box.top)), axes.turned(SIMD2(box.right, box.bottom))]
        (start, end) = (min(corners[0].x, corners[1].x), max(corners[0].x, corners[1].x))
        (bottom, top) = (min(corners[0].y, corners[1].y), max(corners[0].y, corners[1].y))
        text = word.text
        self.isRightToLeft = isRightToLeft && word.text.unicodeScalars.contains(where: \.isRightToLeft)
        self.axes = axes
    }

    /// The maximum share of a word below the baseline: viewers treat an extent of 0 as unknown, and due to rounding
    /// Poppler omits text at the page's upper edge.
    private static let maximumDescent = 0.9
    /// The minimum width of letters relative to the font size, and the maximum extent of a word in font sizes:
    /// Poppler omits repeated letters narrower than a tenth of the font size, and viewers distrust fonts with extents
    /// above 3.
    private static let (minimumWidth, maximumReach) = (0.4, 2.5)

    /// - Parameters:
    ///   - height: The baseline of the line.
    ///   - size: The font size of the line; a word with very narrow letters gets a smaller one.
    mutating func stand(at height: Double, size: Double) {
        descent = min(Self.maximumDescent * self.height, max(0, height - bottom))
        let advance = Double(GlyphlessFont.advance) / Double(GlyphlessFont.unitsPerEm)
        let natural = length / (advance * Double(isRightToLeft ? text.unicodeScalars.count : text.count))
        self.size =
            natural < Self.minimumWidth * size
            ? min(size, max(natural / Self.minimumWidth, max(ascent, descent) / Self.maximumReach)) : size
    }
}

/// A PDF text object: words at their positions, line by line.
///
/// Text objects are most of a document, so numbers are as short as subpixel accuracy allows, and nothing is repeated:
/// a line states its direction once, and each word its distance from the previous one.
private struct TextObject {
    let pageHeight: Double
    /// Points per pixel.
    let scale: SIMD2<Double>
    private var operators = ""
    private var font = ""
    private var stretch = ""
    /// `nil` before the line's first word.
    private var pen: LinePen?

    init(pageHeight: Double, scale: SIMD2<Double>) { (self.pageHeight, self.scale) = (pageHeight, scale) }

    /// Mode 3 is invisible text.
    var stream: String { operators.isEmpty ? "" : "BT 3 Tr\n\(operators)ET\n" }

    mutating func beginLine() { pen = nil }

    /// - Parameter space: The code of a space, which follows the word outside its box, because words may be so close
    ///   that viewers would join them.
    mutating func show(_ codes: [Int], _ word: PlacedWord, space: Int?, name: (PDFTextLayer.Reach) -> String) {
        guard !codes.isEmpty else { return }
        // Pixels need not be square.
        let along = SIMD2(word.along.x * scale.x, -word.along.y * scale.y)
        let step = (along * along).sum().squareRoot()
        let unit = along / step
        let typeSize = rounded(word.size * (abs(unit.y) * scale.x + abs(unit.x) * scale.y))
        let natural = Double(codes.count * GlyphlessFont.advance) / Double(GlyphlessFont.unitsPerEm) * typeSize
        guard typeSize > 0, natural > 0 else { return }
        move(to: SIMD2(word.origin.x * scale.x, pageHeight - word.origin.y * scale.y), along: unit)
        select(Self.reach(of: word), typeSize, name)
        let stretch = number(100 * word.length * step / natural)
        if stretch != self.stretch { operators += "\(stretch) Tz" }
        self.stretch = stretch
        operators += "<\((codes + [space].compactMap(\.self)).map(hexadecimal).joined())>Tj\n"
    }

    /// - Parameters:
    ///   - place: The position in points on the page.
    ///   - unit: The direction of the line.
    private mutating func move(to place: SIMD2<Double>, along unit: SIMD2<Double>) {
        guard let offset = pen?.advance(to: place) else {
            let start = LinePen(origin: SIMD2(rounded(place.x), rounded(place.y)), unit: unit)
            let direction = [unit.x, unit.y, -unit.y, unit.x].map { number($0, decimals: 5) }
            operators += (direction + [number(start.origin.x), number(start.origin.y)]).joined(separator: " ") + " Tm "
            pen = start
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

    /// Rounds to steps of at most two pixels, so that a document needs few fonts.
    private static func reach(of word: PlacedWord) -> PDFTextLayer.Reach {
        var steps = 20.0
        while word.size / steps > 2 { steps *= 2 }
        func thousandths(_ length: Double) -> Int { Int((length / word.size * steps).rounded() * 1000 / steps) }
        // Viewers treat 0 as unknown.
        return PDFTextLayer.Reach(ascent: max(1, thousandths(word.ascent)), descent: max(1, thousandths(word.descent)))
    }
}

/// The coordinates of a line: along it and up, in points from its first word.
private struct LinePen {
    let origin: SIMD2<Double>
    let unit: SIMD2<Double>
    /// The start of the latest word as rounded in the file, so that rounding errors do not accumulate.
    private var pen = SIMD2<Double>.zero

    init(origin: SIMD2<Double>, unit: SIMD2<Double>) { (self.origin, self.unit) = (origin, unit) }

    /// Returns the distance from the latest word to a position, which becomes the latest.
    mutating func advance(to place: SIMD2<Double>) -> SIMD2<Double> {
        let from = place - origin
        let target = SIMD2(from.x * unit.x + from.y * unit.y, from.y * unit.x - from.x * unit.y)
        let offset = SIMD2(rounded(target.x - pen.x), rounded(target.y - pen.y))
        pen += offset
        return offset
    }
}

/// Rounds to two decimals.
private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

/// Formats a PDF number with a maximum number of decimals: viewers do not support exponents.
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

/// Returns four hexadecimal digits.
private func hexadecimal(_ value: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
