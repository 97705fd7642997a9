import Foundation
import Recto
import TestSupport
import Testing

/// What `recto scan` says of where the page is, and what its JSON has.
@Suite("Words of recto scan") struct ScanWordsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func photo(_ name: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages/\(name)").standardized
            .path
    }

    /// A part of the photo of a letter.
    private func part(left: Int, top: Int, width: Int, height: Int) throws -> String {
        let whole = try PictureReader().read(path: photo("letter-wood.jpg")).pixels.raster
        let part = try #require(whole.part(left: left, top: top, width: width, height: height))
        try PNGWriter().write(part, path: folder.path("part.png"))
        return folder.path("part.png")
    }

    private func scan(_ picture: String, _ options: String...) throws -> (text: String, json: [String: Any]) {
        let recto = try ProgramResult.built("recto")
        let arguments = ["scan", picture, "-o", folder.path("out.png")] + options
        let (said, written) = (
            try ProgramResult.runApart(recto, arguments), try ProgramResult.runApart(recto, arguments + ["--json"])
        )
        #expect(said.status == 0 && written.status == 0, "\(said.errors)")
        let object = try JSONSerialization.jsonObject(with: Data(written.output.utf8))
        return (said.output, try #require(object as? [String: Any]))
    }

    @Test("A page that the picture cuts is named with the sides")
    func cutPage() throws {
        let (text, json) = try scan(try part(left: 200, top: 0, width: 760, height: 1280))
        #expect(text.contains("page found") && text.contains("cut at left)"), "\(text)")
        #expect(json["presence"] as? String == "found" && json["cutSides"] as? [String] == ["left"])
        let whole = try scan(photo("letter-wood.jpg"))
        #expect(whole.text.contains("page found") && !whole.text.contains("cut at"))
        #expect(whole.json["presence"] as? String == "found" && whole.json["cutSides"] == nil)
    }

    @Test("A page that fills the picture is kept whole, and so is a picture without one")
    func wholePicture() throws {
        let inside = try scan(try part(left: 250, top: 300, width: 400, height: 400))
        #expect(inside.text.contains(": the page fills the picture, whole picture,"), "\(inside.text)")
        #expect(inside.json["presence"] as? String == "fills-picture" && inside.json["quad"] is NSNull)
        let gray = try GrayImage(
            size: PixelSize(width: 300, height: 200), packed: [UInt8](repeating: 90, count: 60_000))
        try PNGWriter().write(.gray(gray), path: folder.path("plain.png"))
        let none = try scan(folder.path("plain.png"))
        #expect(none.text.contains(": no page found, whole picture,"), "\(none.text)")
        #expect(none.json["presence"] as? String == "none")
    }

    @Test("A page below the level is said to be, and nothing is said where no page was looked for")
    func unsurePage() throws {
        let unsure = try scan(photo("photograph-stripes.jpg"), "--level", "capture")
        #expect(unsure.text.contains(": page uncertain (confidence 0."), "\(unsure.text)")
        #expect(unsure.text.contains("), whole picture,"))
        #expect(unsure.json["presence"] as? String == "found" && unsure.json["quad"] is NSNull)
        let given = try scan(photo("letter-wood.jpg"), "--no-detect")
        #expect(given.text.contains("letter-wood.jpg: whole picture,"), "\(given.text)")
        #expect(given.json["presence"] == nil)
    }
}
