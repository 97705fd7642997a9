/// Kinds of pages.
public enum PageKind: String, Hashable, Codable, Sendable, CaseIterable {
    /// A letter with a head, an address, paragraphs and a signature.
    case letter
    /// A two-column article with headings and often a picture.
    case article
    /// Headings, paragraphs, lists and a table in one column.
    case report
    /// An invoice: a head, a table of items, totals, often a stamp.
    case invoice
    /// A form with boxes to fill in, some ticked and filled.
    case form
    /// A numbered or bulleted list.
    case list
    /// A narrow till receipt.
    case receipt
    /// A business card.
    case businessCard
    /// An identity or membership card with a portrait.
    case identityCard
    /// A page of a book.
    case bookPage
    /// A photographic print.
    case photograph
    /// A drawing: shapes, a chart or a plan.
    case drawing
    /// Handwriting (illegible pen strokes) on ruled, squared or plain paper.
    case notes
    /// An almost empty page.
    case blank
    /// A certificate inside a printed frame close to the edge.
    case certificate
    /// Large type on a dark or strongly colored sheet.
    case poster

    /// Whether a page of this kind always carries text.
    public var hasText: Bool {
        switch self {
        case .photograph, .notes, .blank, .drawing: false
        default: true
        }
    }
}

/// A page's size in millimeters.
public struct PaperFormat: Hashable, Codable, Sendable {
    /// Name of the format.
    public let name: String
    /// Width in millimeters.
    public let width: Double
    /// Height in millimeters.
    public let height: Double

    /// Creates a format from a name and a size in millimeters.
    public init(_ name: String, width: Double, height: Double) {
        self.name = name
        self.width = width
        self.height = height
    }

    /// ISO 216 A4.
    public static let a4 = PaperFormat("A4", width: 210, height: 297)
    /// ISO 216 A5.
    public static let a5 = PaperFormat("A5", width: 148, height: 210)
    /// The American letter sheet.
    public static let letter = PaperFormat("Letter", width: 215.9, height: 279.4)
    /// The American legal sheet.
    public static let legal = PaperFormat("Legal", width: 215.9, height: 355.6)
    /// ISO/IEC 7810 ID-1: bank and identity cards.
    public static let id1 = PaperFormat("ID-1", width: 85.6, height: 53.98)
    /// The European business card.
    public static let businessCard = PaperFormat("business card", width: 85, height: 55)

    /// The same sheet on its side.
    public var turned: PaperFormat { PaperFormat(name, width: height, height: width) }

    /// A format that suits the kind.
    static func draw(for kind: PageKind, _ generator: inout SeededGenerator) -> PaperFormat {
        switch kind {
        case .letter, .article, .report, .invoice, .form, .list:
            return generator.pick(weighted: [(a4, 5), (letter, 3), (a5, 1), (legal, 0.4)])
        case .notes, .blank:
            let sheet = generator.pick(weighted: [(a4, 3), (letter, 2), (a5, 2)])
            return generator.chance(0.15) ? sheet.turned : sheet
        case .receipt:
            let width = generator.pick([58.0, 76, 80])
            return PaperFormat("receipt", width: width, height: (width * generator.uniform(1.5, 3.6)).rounded())
        case .businessCard:
            return generator.chance(0.2) ? businessCard.turned : businessCard
        case .identityCard:
            return id1
        case .bookPage:
            let width = generator.uniform(110, 170).rounded()
            return PaperFormat("book", width: width, height: (width * generator.uniform(1.35, 1.6)).rounded())
        case .photograph:
            let prints = [(100.0, 150.0), (127, 127), (130, 180), (90, 90), (200, 250)]
            let (short, long) = generator.pick(prints)
            let print = PaperFormat("photo", width: long, height: short)
            return generator.chance(0.4) ? print.turned : print
        case .drawing, .poster:
            let sheet = generator.pick([a4, letter, a5])
            return generator.chance(0.4) ? sheet.turned : sheet
        case .certificate:
            let sheet = generator.pick([a4, letter])
            return generator.chance(0.7) ? sheet.turned : sheet
        }
    }
}
