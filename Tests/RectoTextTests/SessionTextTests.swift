import Foundation
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoText
import RectoVision
import TestSupport
import Testing

/// Drafts whose pages are read.
@Suite struct SessionTextTests {
    private let folder: TemporaryFolder
    private let session: ScanSession
    private let truth: [String]

    /// A draft of two pages, the second photographed upside down and rotated.
    init() throws {
        folder = try TemporaryFolder()
        session = try ScanSession(folder: folder.path("draft"))
        let pages = try [11, 12].map { try DrawnPage.letter($0) }
        truth = pages.map(\.text)
        try session.add(picture: try PNGWriter().encode(.rgb(pages[0].image)))
        var options = RenderOptions()
        options.rotation = .half
        try session.add(
            picture: try PNGWriter().encode(.rgb(pages[1].image.turned(quarterTurns: 2))), renderOptions: options)
    }

    @Test func pagesAreReadAsTheyAreTurned() throws {
        var reader = try PageTextReader(try TextReader())
        #expect(session.pages.count == truth.count)
        for (page, truth) in zip(session.pages, truth) {
            let reading = try session.text(of: page.id, by: &reader)
            #expect(DrawnPage.share(of: truth, in: reading.text) >= 0.9)
        }
    }

    @Test(.enabled(if: ProgramResult.isInstalled("pdftotext"), "pdftotext is not installed"))
    func aSavedDocumentHasTheTextOfItsPages() throws {
        var reader = try PageTextReader(try TextReader())
        let texts = try session.texts(by: &reader)
        #expect(Set(texts.keys) == Set(session.pages.map(\.id)))
        try session.save(to: folder.path("out.pdf"), isArchival: true, texts: texts)
        for (number, page) in session.pages.enumerated() {
            let copied = try ProgramResult.run(
                "pdftotext", ["-f", "\(number + 1)", "-l", "\(number + 1)", folder.path("out.pdf"), "-"])
            let found = Set(copied.output.split(whereSeparator: \.isWhitespace).map(String.init))
            // Readers who copy hyphenated words join them.
            let words = try #require(texts[page.id]).words.map(\.text).filter { !$0.hasSuffix("-") }
            #expect(words.count > 50)
            #expect(words.filter { !found.contains($0) }.isEmpty)
        }
    }

    @Test(.enabled(if: ProgramResult.isInstalled("pdftotext"), "pdftotext is not installed"))
    func aDocumentWithoutTextsHasNone() throws {
        try session.save(to: folder.path("out.pdf"))
        let copied = try ProgramResult.run("pdftotext", [folder.path("out.pdf"), "-"]).output
        #expect(copied.allSatisfy { $0.isWhitespace })
    }
}
