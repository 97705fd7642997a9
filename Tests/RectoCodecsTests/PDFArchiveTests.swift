import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// Each rule of ISO 19005-2 (PDF/A-2) that can apply to the written files, by its clause. Forms, annotations, actions,
/// embedded files, layers, signatures, transparency and encryption are never written: the absence of their keys covers
/// their clauses.
@Suite(.enabled(if: ProgramResult.isInstalled("qpdf"), "no qpdf"))
struct PDFArchiveTests {
    private let folder: TemporaryFolder
    private let bytes: [UInt8]
    /// Each object's dictionary from qpdf, by its reference.
    private let objects: [String: Any]
    private let trailer: [String: Any]

    private static let title = "Größe <1> & \"2\"\u{1}"

    /// A page of each kind, two of them with text.
    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path("a.pdf")
        let size = try PixelSize(width: 320, height: 240)
        let writer = try PDFWriter(
            path: path, metadata: DocumentMetadata(title: Self.title, creationTime: 1_767_225_600), isArchival: true)
        let box = PageText.Box(left: 10, top: 10, right: 90, bottom: 40)
        let word = PageText.Word(text: "Wörter", box: box, confidence: 1, language: "deu")
        let line = PageText.Line(
            box: box,
            baseline: PageText.Baseline(start: Point2D(x: 10, y: 36), end: Point2D(x: 90, y: 36)),
            direction: .leftToRight,
            startsParagraph: true, words: [word])
        let text = PageText(size: size, blocks: [PageText.Block(box: box, lines: [line])])
        let pages: [(Raster, PageText?)] = [
            (.bilevel(BilevelImage(size: size)), text), (.gray(GrayImage(size: size)), nil),
            (.rgb(RGBImage(size: size)), text),
        ]
        for (raster, text) in pages { try writer.add(raster, resolution: .assumed, text: text) }
        try writer.finish()
        bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        let json = try ProgramResult.runApart("qpdf", ["--json", "--json-stream-data=none", path])
        try #require(json.status == 0, "\(json.errors)")
        let described = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let parsed = try #require(described as? [String: Any])
        let parts = try #require(parsed["qpdf"] as? [[String: Any]])
        let all = try #require(parts.last)
        let last = all["trailer"] as? [String: Any]
        trailer = try #require(last?["value"] as? [String: Any])
        objects = all.reduce(into: [:]) { result, entry in
            guard entry.key.hasPrefix("obj:"), let object = entry.value as? [String: Any] else { return }
            let stream = (object["stream"] as? [String: Any])?["dict"]
            result[String(entry.key.dropFirst(4))] = stream ?? object["value"]
        }
    }

    private var latin1: String { String(decoding: bytes.map { UInt16($0) }, as: UTF16.self) }

    private func dictionary(_ reference: Any?) throws -> [String: Any] {
        if let direct = reference as? [String: Any] { return direct }
        let name = try #require(reference as? String)
        return try #require(objects[name] as? [String: Any])
    }

    private func catalog() throws -> [String: Any] { try dictionary(trailer["/Root"]) }

    private func all(type: String) -> [[String: Any]] {
        objects.values.compactMap { $0 as? [String: Any] }.filter { $0["/Type"] as? String == type }
    }

    private func stream(_ reference: Any?) throws -> [UInt8] {
        let number = try #require((reference as? String)?.split(separator: " ").first)
        let path = folder.path("stream")
        let result = try ProgramResult.run(
            "sh", ["-c", "qpdf --show-object=\(number) --filtered-stream-data '\(folder.path("a.pdf"))' > '\(path)'"])
        try #require(result.status == 0, "\(result.output)")
        return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }

    @Test(
        "6.1.2: the header stands at the first byte, states 1.0 to 1.7, and a comment of four bytes above 127 follows")
    func header() {
        #expect(Array(bytes.prefix(9)) == Array("%PDF-1.7\n".utf8))
        #expect(bytes[9] == UInt8(ascii: "%") && bytes[10...13].allSatisfy { $0 > 127 })
    }

    @Test("6.1.3: the trailer has an identifier and no encryption, and nothing follows the end mark")
    func fileTrailer() throws {
        let identifier = try #require(trailer["/ID"] as? [String])
        #expect(identifier.count == 2 && identifier[0] == identifier[1] && identifier[0].utf8.count >= 16)
        #expect(trailer["/Encrypt"] == nil)
        #expect(latin1.hasSuffix("%%EOF\n") && latin1.components(separatedBy: "%%EOF").count == 2)
    }

    @Test("6.1.4, 6.1.9: cross references name each object, and objects have the white space that is asked for")
    func objectsAndReferences() throws {
        let place = try #require(latin1.firstMatch(of: /\nstartxref\n(\d+)\n%%EOF\n$/))
        let table = try #require(Int(place.1))
        #expect(String(decoding: bytes[table...].prefix(40), as: UTF8.self).contains("/Type /XRef"))
        let starts = latin1.matches(of: /\n(\d+) 0 obj\n/).count
        #expect(latin1.matches(of: /\nendobj\n/).count == starts)
        let packed = latin1.matches(of: /\/Type \/ObjStm \/N (\d+)/).compactMap { Int($0.1) }.reduce(0, +)
        // Every object is separate or in an object stream, and only the first is free.
        let size = try #require(latin1.firstMatch(of: /\/Type \/XRef \/Size (\d+)/)).1
        #expect(packed > 0 && starts + packed + 1 == Int(size))
    }

    @Test("6.1.7: streams have their length, and only filters that are allowed")
    func streams() throws {
        let check = try ProgramResult.run("qpdf", ["--check", folder.path("a.pdf")])
        #expect(check.status == 0 && !check.output.contains("WARNING"), "\(check.output)")
        for match in latin1.matches(of: /\/Filter \/([A-Za-z0-9]+)/) {
            #expect(["FlateDecode", "DCTDecode", "CCITTFaxDecode"].contains(String(match.1)))
        }
        #expect(latin1.matches(of: /\nendstream\n/).count == latin1.matches(of: />>\nstream\n/).count)
    }

    @Test("6.1.13: strings, names and numbers stay within the limits of a reader")
    func limits() {
        #expect(latin1.matches(of: /\/([^\s\/<>\[\]()]+)/).allSatisfy { $0.1.count <= 127 })
        #expect(objects.count < 8_388_607)
    }

    @Test("6.2.3, 6.2.4: an output intent with an RGB profile stands for the gray and RGB of all pictures")
    func outputIntent() throws {
        let intents = try #require(try catalog()["/OutputIntents"] as? [Any])
        #expect(intents.count == 1)
        let intent = try dictionary(intents[0])
        #expect(intent["/S"] as? String == "/GTS_PDFA1")
        #expect(intent["/OutputConditionIdentifier"] != nil)
        #expect(try dictionary(intent["/DestOutputProfile"])["/N"] as? Int == 3)
        let profile = try stream(intent["/DestOutputProfile"])
        #expect(profile.count == profile[0..<4].reduce(0) { $0 << 8 | Int($1) })
        #expect(String(decoding: profile[12..<20], as: UTF8.self) == "mntrRGB ")
        #expect(String(decoding: profile[36..<40], as: UTF8.self) == "acsp")
        let spaces = objects.values.compactMap { ($0 as? [String: Any])?["/ColorSpace"] as? String }
        #expect(Set(spaces) == ["/DeviceGray", "/DeviceRGB"])
    }

    @Test("6.2.2, 6.2.8: pages name what they use, and pictures have no alternates, proofs or interpolation")
    func pagesAndPictures() throws {
        let (pages, pictures) = (all(type: "/Page"), all(type: "/XObject"))
        #expect(pages.count == 3 && pictures.count == 3)
        for page in pages {
            let resources = try dictionary(page["/Resources"])
            let drawing = String(decoding: try stream(page["/Contents"]), as: UTF8.self)
            let fonts = try resources["/Font"].map { try dictionary($0) } ?? [:]
            for used in drawing.matches(of: /\/(F[0-9]+)\s/) { #expect(fonts["/\(used.1)"] != nil) }
            #expect(try dictionary(resources["/XObject"])["/Im0"] != nil)
        }
        for picture in pictures {
            #expect(Set(picture.keys).isDisjoint(with: ["/Alternates", "/OPI", "/Interpolate", "/SMask", "/Intent"]))
        }
    }

    @Test("6.2.11.2 to 6.2.11.5: fonts are embedded composite fonts whose widths are those of the font file")
    func fonts() throws {
        let descendants = all(type: "/Font").filter { $0["/Subtype"] as? String == "/CIDFontType2" }
        #expect(!descendants.isEmpty)
        for font in descendants {
            #expect(font["/CIDToGIDMap"] is String)
            #expect(font["/DW"] as? Int == 500 && font["/W"] == nil)
            let descriptor = try dictionary(font["/FontDescriptor"])
            #expect(descriptor["/FontName"] as? String == font["/BaseFont"] as? String)
            let program = try stream(descriptor["/FontFile2"])
            let metrics = try table("hmtx", in: program)
            #expect(
                metrics.count == 8 && metrics[0] == 0x01 && metrics[1] == 0xF4 && metrics[4] == 0x01
                    && metrics[5] == 0xF4)
            #expect(try table("head", in: program)[18...19].elementsEqual([0x03, 0xE8]))
            // Letters have a box without area, which PDFium requires.
            #expect(
                try table("glyf", in: program)[..<12].elementsEqual([0, 1, 0, 0, 0xFF, 0x06, 1, 0xF4, 2, 0xEE, 0, 1]))
            #expect(checksum(program) == 0xB1B0_AFBA)
        }
    }

    @Test("6.2.11.7.2: all codes map to Unicode, none to 0, FEFF or FFFE")
    func unicode() throws {
        let fonts = all(type: "/Font").filter { $0["/Subtype"] as? String == "/Type0" }
        #expect(!fonts.isEmpty)
        for font in fonts {
            #expect(font["/Encoding"] as? String == "/Identity-H")
            let map = String(decoding: try stream(font["/ToUnicode"]), as: UTF8.self)
            let pairs = map.matches(of: /<([0-9A-F]{4})> <([0-9A-F]{4,})>\n/).filter { $0.1 != "0000" }
            #expect(pairs.map { String($0.2) } == ["0057", "00F6", "0072", "0074", "0065"])
        }
    }

    @Test("6.2.11.8: no code shows the glyph of missing characters")
    func missingGlyph() throws {
        let font = try #require(all(type: "/Font").first { $0["/Subtype"] as? String == "/CIDFontType2" })
        let map = try stream(font["/CIDToGIDMap"])
        #expect(map.count == 2 * 6)
        for code in 1...5 { #expect(map[2 * code] == 0 && map[2 * code + 1] == 1) }
        var count = 0
        for page in all(type: "/Page") {
            let drawing = String(decoding: try stream(page["/Contents"]), as: UTF8.self)
            for shown in drawing.matches(of: /<([0-9A-F]+)>Tj/) {
                count += 1
                let digits = Array(shown.1)
                let codes = stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<$0 + 4]) }
                #expect(!codes.contains("0000"))
            }
        }
        #expect(count > 0)
    }

    @Test("6.3 to 6.5, 6.8 to 6.11: no annotations, forms, actions, files, layers, alternates or requirements")
    func nothingForbidden() throws {
        // Some objects are compressed in the file.
        let all = String(decoding: try JSONSerialization.data(withJSONObject: objects), as: UTF8.self)
            .replacing("\\/", with: "/")
        for key in [
            "/Annots", "/AcroForm", "/AA", "/OpenAction", "/JavaScript", "/EmbeddedFiles", "/OCProperties",
            "/Requirements",
            "/AlternatePresentations", "/PresSteps", "/Perms", "/NeedsRendering", "/Group", "/ExtGState",
        ] {
            #expect(!latin1.contains(key) && !all.contains(key), "\(key)")
        }
    }

    @Test(
        "6.6.2, 6.6.4: the metadata are plain XMP, name part 2 and level U, and agree with the information dictionary")
    func metadata() throws {
        let reference = try catalog()["/Metadata"]
        let dictionary = try dictionary(reference)
        #expect(dictionary["/Subtype"] as? String == "/XML" && dictionary["/Filter"] == nil)
        let xmp = String(decoding: try stream(reference), as: UTF8.self)
        #expect(xmp.hasPrefix("<?xpacket begin=\"\u{FEFF}\"") && !xmp.contains("bytes=") && !xmp.contains("encoding="))
        #expect(
            xmp.contains("<pdfaid:part>2</pdfaid:part>") && xmp.contains("<pdfaid:conformance>U</pdfaid:conformance>"))
        #expect(xmp.contains("Größe &lt;1&gt; &amp; \"2\" </rdf:li>"))
        #expect(xmp.contains("<xmp:CreateDate>2026-01-01T00:00:00Z</xmp:CreateDate>"))
        let information = try self.dictionary(trailer["/Info"])
        #expect(information["/Title"] as? String == "u:Größe <1> & \"2\" ")
        #expect(information["/Producer"] as? String == "u:Recto" && xmp.contains("<pdf:Producer>Recto<"))
        #expect(information["/CreationDate"] as? String == "u:D:20260101000000Z")
        let path = folder.path("a.xmp")
        try Data(xmp.utf8).write(to: URL(filePath: path))
        let read = try ProgramResult.run(
            "python3", ["-c", "import sys,xml.dom.minidom as m; m.parse(sys.argv[1])", path])
        #expect(read.status == 0, "\(read.output)")
    }

    @Test func aDocumentWithoutTextClaimsLevelB() throws {
        let path = folder.path("b.pdf")
        let writer = try PDFWriter(path: path, isArchival: true)
        try writer.add(.gray(GrayImage(size: try PixelSize(width: 8, height: 8))), resolution: .assumed)
        try writer.finish()
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        #expect(text.contains("<pdfaid:conformance>B</pdfaid:conformance>"))
    }

    private func table(_ tag: String, in font: [UInt8]) throws -> [UInt8] {
        func number(_ at: Int) -> Int { font[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        for index in 0..<Int(font[5]) {
            let entry = 12 + 16 * index
            guard font[entry..<entry + 4].elementsEqual(tag.utf8) else { continue }
            return Array(font[number(entry + 8)..<number(entry + 8) + number(entry + 12)])
        }
        throw OutputError.encoding("no table \(tag)")
    }

    private func checksum(_ font: [UInt8]) -> UInt32 {
        stride(from: 0, to: font.count, by: 4).reduce(0) { sum, at in
            sum &+ font[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
