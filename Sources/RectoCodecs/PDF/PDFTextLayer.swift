import RectoCore

/// What the invisible text of a document's pages has in common: codes of characters, and fonts.
///
/// A code stands for a character as people see it, with its accents, so text is copied as it was read. All fonts share one
/// font file that draws nothing. They differ in what they say of its height: a word's font reaches as far above and below the line
/// as the word does, so that a viewer marks exactly the word, while the words of a line have one size and stand at one height, by
/// which viewers tell lines and columns. That holds for lines that are tilted or bent, too: see ``PlacedLine``.
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
            let placed = PlacedLine(line).words
            writer.beginLine()
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
    ///
    /// Viewers turn what runs from the right around scalar by scalar, the marks of a letter too. So there each has a code.
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

/// A line of words that lie level, or upright, each as its box does: so a viewer marks the box, and takes no word apart.
///
/// All words stand at one height. A word that does not reach it, as on a page that is bent, stands as near to it as its box
/// allows; its font makes up for that. Viewers take words for a line that differ by half a letter's height or less (Poppler's
/// `TextOutputDev`), or by half a letter's width (PDFium's `CPDF_TextPage`).
private struct PlacedLine {
    private(set) var words: [PlacedWord]

    /// Words without extent, and those far from any page, are left out.
    init(_ line: PageText.Line) {
        let axes = LineAxes(line)
        words = line.words.compactMap { PlacedWord($0, isRightToLeft: line.direction == .rightToLeft, axes) }
        guard let size = words.map(\.height).max() else { return }
        let height = Self.height(of: words, axes)
        for index in words.indices { words[index].stand(at: height, size: size) }
        separate(by: Self.gap * size)
    }

    /// The share of the words that may stand off their line: dashes, quotation marks, and what was read of dirt.
    private static let outliers = 10

    /// Where the line's letters stand, or the nearest to it that is within the boxes of nearly all words.
    private static func height(of words: [PlacedWord], _ axes: LineAxes) -> Double {
        let (bottoms, tops) = (words.map(\.bottom).sorted(), words.map(\.top).sorted())
        let left = min((words.count - 1) / 2, words.count / outliers + (words.count > 3 ? 1 : 0))
        let (lowest, highest) = (bottoms[words.count - 1 - left], tops[left])
        let middle = ((words.map(\.start).min() ?? 0) + (words.map(\.end).max() ?? 0)) / 2
        let base = axes.base(at: middle)
        guard lowest <= highest, base.isFinite else { return (lowest + highest) / 2 }
        return min(highest, max(lowest, base))
    }

    /// What is between words at least, in sizes of their type: Poppler's `pdftotext -raw` copies words as one that are closer than
    /// 0.15.
    private static let gap = 0.17
    /// How much of a word may be given up for that, in pixels.
    private static let maximumLoss = 1.5

    private mutating func separate(by gap: Double) {
        let order = words.indices.sorted { words[$0].start < words[$1].start }
        for (index, next) in zip(order, order.dropFirst()) where words[index].isSpaced(from: words[next]) {
            let missing = gap - (words[next].start - words[index].end)
            if missing > 0 { words[index].end -= min(missing, Self.maximumLoss, words[index].length / 2) }
        }
    }
}

/// The directions of a line: along, the way of its letters, and up, the way of their tops, each along an axis of the page.
private struct LineAxes {
    private let isLevel: Bool
    private let along: Double
    private let up: Double
    /// A place on the line, and how much the line rises along it.
    private let anchor: SIMD2<Double>
    private let slope: Double

    init(_ line: PageText.Line) {
        let direction = Self.direction(of: line)
        isLevel = abs(direction.x) >= abs(direction.y)
        along = (isLevel ? direction.x : direction.y) < 0 ? -1 : 1
        // Above the line is less of y for level text, more of x for text that runs down.
        up = isLevel ? -along : along
        slope = (isLevel ? direction.y / direction.x : direction.x / direction.y) * up * along
        anchor = Self.turned(
            line.direction == .topToBottom
                ? SIMD2(line.box.left, line.box.top) : SIMD2(line.baseline.start.x, line.baseline.start.y), isLevel,
            along, up)
    }

    /// A unit vector of the page.
    var direction: SIMD2<Double> { isLevel ? SIMD2(along, 0) : SIMD2(0, along) }

    /// Where letters stand that are so far along.
    func base(at place: Double) -> Double { anchor.y + (place - anchor.x) * slope }

    /// A place of the page, along the line and up.
    func turned(_ place: SIMD2<Double>) -> SIMD2<Double> { Self.turned(place, isLevel, along, up) }

    private static func turned(_ place: SIMD2<Double>, _ isLevel: Bool, _ along: Double, _ up: Double) -> SIMD2<Double>
    {
        isLevel ? SIMD2(place.x * along, place.y * up) : SIMD2(place.y * along, place.x * up)
    }

    /// The place of the page that is so far along the line and up.
    func place(_ turned: SIMD2<Double>) -> SIMD2<Double> {
        let (x, y) = (turned.x * along, turned.y * up)
        return isLevel ? SIMD2(x, y) : SIMD2(y, x)
    }

    private static func direction(of line: PageText.Line) -> SIMD2<Double> {
        // Letters below each other are marked as a line that runs down.
        if line.direction == .topToBottom { return SIMD2(0, 1) }
        let (from, to) = (line.baseline.start, line.baseline.end)
        let (x, y) = (to.x - from.x, to.y - from.y)
        let length = (x * x + y * y).squareRoot()
        return length > 0 && length.isFinite ? SIMD2(x / length, y / length) : SIMD2(1, 0)
    }
}

/// A word at its place on a line, in pixels of the page along the line and up.
private struct PlacedWord {
    let text: String
    let isRightToLeft: Bool
    let start: Double
    var end: Double
    let bottom: Double
    let top: Double
    private let axes: LineAxes
    /// How far it reaches below the height at which it stands.
    private(set) var descent = 0.0
    /// How tall the type is.
    private(set) var size = 0.0

    var height: Double { top - bottom }
    var length: Double { end - start }
    var ascent: Double { height - descent }
    /// Where the word begins, on the page.
    var origin: SIMD2<Double> { axes.place(SIMD2(start, bottom + descent)) }
    /// A unit vector of the page.
    var along: SIMD2<Double> { axes.direction }

    /// Whether a space stands between this word and the next one: not where letters meet whose script has none.
    func isSpaced(from next: PlacedWord) -> Bool {
        guard let last = text.unicodeScalars.last, let first = next.text.unicodeScalars.first else { return false }
        return !(last.isWrittenWithoutSpaces && first.isWrittenWithoutSpaces)
    }

    /// Places are within so many pixels of the page's corner: more than any page has, and less than spoils numbers.
    private static let farthest = 1e7

    /// `nil` for a word without extent or far from any page.
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

    /// No word hangs below its line as a whole: viewers take 0 for a reach that is not known, and Poppler leaves out what stands on
    /// the page's upper edge, as numbers are rounded.
    private static let maximumDescent = 0.9
    /// How wide letters are at least, of what the type's size makes them, and how far a word reaches at most, in sizes of its type:
    /// of letters that are narrower than a tenth of the size Poppler leaves out those that are doubled, and fonts that reach
    /// farther than 3 are not believed.
    private static let (minimumWidth, maximumReach) = (0.4, 2.5)

    /// - Parameters:
    ///   - height: Of the line.
    ///   - size: How tall its type is; that of a word with very narrow letters is smaller.
    mutating func stand(at height: Double, size: Double) {
        descent = min(Self.maximumDescent * self.height, max(0, height - bottom))
        let advance = Double(GlyphlessFont.advance) / Double(GlyphlessFont.unitsPerEm)
        let natural = length / (advance * Double(isRightToLeft ? text.unicodeScalars.count : text.count))
        self.size =
            natural < Self.minimumWidth * size
            ? min(size, max(natural / Self.minimumWidth, max(ascent, descent) / Self.maximumReach)) : size
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
    /// `nil` before the line's first word.
    private var pen: LinePen?

    init(pageHeight: Double, scale: SIMD2<Double>) { (self.pageHeight, self.scale) = (pageHeight, scale) }

    /// Mode 3 is text that is not painted.
    var stream: String { operators.isEmpty ? "" : "BT 3 Tr\n\(operators)ET\n" }

    mutating func beginLine() { pen = nil }

    /// - Parameter space: The code of a space, which follows the word beyond its box: words may stand so close that viewers would
    ///   copy them as one.
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
    ///   - place: In points of the page.
    ///   - unit: Which way the line runs.
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

    /// To a step of two pixels at most, so that a document needs few fonts.
    private static func reach(of word: PlacedWord) -> PDFTextLayer.Reach {
        var steps = 20.0
        while word.size / steps > 2 { steps *= 2 }
        func thousandths(_ length: Double) -> Int { Int((length / word.size * steps).rounded() * 1000 / steps) }
        // Viewers take 0 for "not known".
        return PDFTextLayer.Reach(ascent: max(1, thousandths(word.ascent)), descent: max(1, thousandths(word.descent)))
    }
}

/// A line's coordinates: along it, and up from it, in points from its first word.
private struct LinePen {
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
