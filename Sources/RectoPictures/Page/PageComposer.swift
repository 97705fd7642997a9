import RectoCore

/// Draws flat pages from seeds.
///
/// A seed, a kind and a format always give the same page; the resolution changes only the number of pixels.
public struct PageComposer: Sendable {
    /// Supported resolutions, in pixels per millimeter.
    public static let resolutions = 0.2...24.0

    /// A composer of pages; it has no settings.
    public init() {}

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - kind: What to draw; chosen by the seed by default.
    ///   - format: The paper; chosen by the seed to suit the kind by default.
    ///   - language: Language of the running text.
    ///   - pixelsPerMillimetre: Resolution; values outside ``resolutions`` are clamped.
    /// - Throws: ``FontError`` if a font is not installed.
    public func compose(
        seed: UInt64, kind: PageKind? = nil, format: PaperFormat? = nil, language: PageLanguage = .english,
        pixelsPerMillimetre: Double
    ) throws(FontError) -> FlatPage {
        let plan = plan(seed: seed, kind: kind, format: format, language: language)
        return try draw(plan, pixelsPerMillimetre: pixelsPerMillimetre, fonts: try FontLibrary())
    }

    /// What a seed determines before anything is drawn.
    struct Plan {
        let seed: UInt64
        let kind: PageKind
        let format: PaperFormat
        let language: PageLanguage
    }

    func plan(
        seed: UInt64, kind: PageKind? = nil, format: PaperFormat? = nil, language: PageLanguage = .english
    ) -> Plan {
        var generator = SeededGenerator(seed: seed, part: 1)
        let drawnKind = generator.pick(weighted: Self.kindWeights)
        let kind = kind ?? drawnKind
        let drawnFormat = PaperFormat.draw(for: kind, &generator)
        return Plan(seed: seed, kind: kind, format: format ?? drawnFormat, language: language)
    }

    private static let kindWeights: [(PageKind, Double)] = PageKind.allCases.map { kind in
        switch kind {
        case .letter, .article, .report, .invoice, .receipt: (kind, 1.3)
        case .notes, .bookPage, .form: (kind, 1.1)
        case .photograph, .drawing, .poster, .certificate: (kind, 0.6)
        default: (kind, 0.9)
        }
    }

    func draw(_ plan: Plan, pixelsPerMillimetre: Double, fonts: FontLibrary) throws(FontError) -> FlatPage {
        let scale = min(Self.resolutions.upperBound, max(Self.resolutions.lowerBound, pixelsPerMillimetre))
        var generator = SeededGenerator(seed: plan.seed, part: 2)
        let paper = Self.paperColor(of: plan.kind, &generator)
        let canvas: PageCanvas
        do {
            canvas = try PageCanvas(
                width: plan.format.width, height: plan.format.height, scale: scale, paper: paper, fonts: fonts)
        } catch {
            preconditionFailure("a page format of more than 2 m: \(error)")
        }
        let words = WordSource(SeededGenerator(seed: plan.seed, part: 3), plan.language)
        var sketch = PageSketch(canvas: canvas, generator: generator, words: words)
        sketch.draw(plan.kind)
        return FlatPage(
            image: sketch.canvas.image, text: sketch.lines.map { $0 + "\n" }.joined(), kind: plan.kind,
            language: plan.language, format: plan.format, pixelsPerMillimetre: scale, paper: paper)
    }

    private static func paperColor(of kind: PageKind, _ generator: inout SeededGenerator) -> SRGB {
        let white = SRGB(0xFCFCFA)
        switch kind {
        case .poster:
            let isBlack = generator.chance(0.3)
            return SRGB(
                hue: generator.unit(), saturation: isBlack ? generator.uniform(0, 0.3) : generator.uniform(0.2, 0.8),
                brightness: isBlack ? generator.uniform(0.05, 0.25) : generator.uniform(0.1, 0.5))
        case .bookPage:
            return generator.pick([SRGB(0xF8F4E6), SRGB(0xF4EEDC), SRGB(0xFAF8F0)])
        case .receipt, .photograph, .identityCard:
            return generator.pick([white, SRGB(0xF8F8F6)])
        default:
            let tints = [
                SRGB(0xFFF6C8), SRGB(0xE4F0DC), SRGB(0xDCE8F4), SRGB(0xF8E0DC), SRGB(0xE8DCC0), SRGB(0xD8D8D4),
            ]
            return generator.chance(0.15) ? generator.pick(tints) : generator.chance(0.2) ? SRGB(0xF6F2E8) : white
        }
    }
}

extension PageSketch {
    fileprivate mutating func draw(_ kind: PageKind) {
        switch kind {
        case .letter: drawLetter()
        case .article: drawArticle()
        case .report: drawReport()
        case .invoice: drawInvoice()
        case .form: drawForm()
        case .list: drawList()
        case .receipt: drawReceipt()
        case .businessCard: drawBusinessCard()
        case .identityCard: drawIdentityCard()
        case .bookPage: drawBookPage()
        case .photograph: drawPhotograph()
        case .drawing: drawDrawing()
        case .notes: drawNotes()
        case .blank: drawBlank()
        case .certificate: drawCertificate()
        case .poster: drawPoster()
        }
    }
}
