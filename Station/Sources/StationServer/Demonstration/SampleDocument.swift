import FoundationEssentials
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision
import StationRules
import StationStore

/// A document of the sample library: generated pages, and how it is filed.
struct SampleDocument: Sendable {
    let title: String
    let kind: PageKind
    /// One for each page.
    let seeds: [UInt64]
    let folder: String
    let type: String
    let tags: String
    /// The age of the document in days.
    let age: Int
    /// The days until it is due.
    var due: Int?
    var state = ListFilter.ReviewState.reviewed

    /// Text of 8 points is legible, and a page is drawn in a tenth of a second.
    private static let pixelsPerMillimetre = 6.0

    static var all: [SampleDocument] {
        [
            SampleDocument(
                title: localized("Delivery note"), kind: .invoice, seeds: [11], folder: localized("House"),
                type: localized("Delivery note"), tags: localized("Garden"), age: 1, state: .inbox),
            SampleDocument(
                title: localized("Invoice"), kind: .invoice, seeds: [12], folder: localized("House"),
                type: localized("Invoice"), tags: localized("Car"), age: 4, due: 12, state: .inbox),
            SampleDocument(
                title: localized("Contract"), kind: .report, seeds: [13, 14, 15], folder: localized("Contracts"),
                type: localized("Contract"), tags: localized("Important"), age: 36),
            SampleDocument(
                title: localized("Letter from the insurance"), kind: .letter, seeds: [16],
                folder: localized("Insurance"), type: localized("Correspondence"),
                tags: "\(localized("Important")),\(localized("Car"))", age: 70),
            SampleDocument(
                title: localized("Receipt"), kind: .receipt, seeds: [17], folder: localized("House"),
                type: localized("Receipt"), tags: localized("Garden"), age: 9),
            SampleDocument(
                title: localized("Article"), kind: .article, seeds: [18, 19], folder: localized("Reading"),
                type: localized("Article"), tags: "", age: 120),
        ]
    }

    /// Draws the pages, and stores the document as it would look after some weeks of use.
    func add(to library: Library, at now: Date) async throws {
        let drawn = try await CPUWorkQueue.exports.run { try pages() }
        let document = try library.add(
            NewDocument(
                title: title, captured: now - Double(age) * 86_400,
                pages: drawn.map { page in
                    NewDocument.Page(picture: page.file, size: page.size, quad: nil, filter: .original)
                }))
        var entries: [FilingEntry.Field: String] = [
            .folder: folder, .type: type, .tags: tags, .date: day(-age, from: now), .state: state.rawValue,
        ]
        // The first line of a letter or a bill is its head.
        if [.letter, .invoice, .receipt].contains(kind) { entries[.correspondent] = drawn.first?.head }
        if let due { entries[.due] = day(due, from: now) }
        _ = try library.file(document, try FilingEntry(entries), at: now)
    }

    private func day(_ days: Int, from now: Date) -> String {
        Day(now + Double(days) * 86_400, in: Calendar(identifier: .gregorian)).description
    }

    private struct DrawnPage: Sendable {
        /// A JPEG file.
        let file: [UInt8]
        let size: PixelSize
        /// The first line.
        let head: String
    }

    private func pages() throws -> [DrawnPage] {
        try seeds.map { seed in
            let page = try PageComposer().compose(
                seed: seed, kind: kind, format: kind == .receipt ? nil : .a4,
                pixelsPerMillimetre: Self.pixelsPerMillimetre)
            var writer = JPEGWriter.standard
            writer.resolution = Resolution(dotsPerInch: page.pixelsPerMillimetre * 25.4)
            let file = try writer.encode(.rgb(page.image))
            let head = page.text.split(separator: "\n").first.map(String.init) ?? ""
            return DrawnPage(
                file: file, size: page.image.size, head: String(head.prefix(FilingEntry.maximumNameCharacters)))
        }
    }
}
