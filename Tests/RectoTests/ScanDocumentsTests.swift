import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// `recto scan --split-on` and `--name` as their users run them.
@Suite struct ScanDocumentsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Scans pictures unchanged.
    private func scan(_ files: [String], _ options: String...) throws -> ProgramResult {
        try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["scan"] + files + ["-o", folder.path("out.pdf"), "--no-detect", "--filter", "bw"] + options)
    }

    /// A picture with or without a code.
    private func page(_ name: String, _ code: String? = nil, bars: Bool = false) throws -> String {
        let symbol = QRPicture(QRSymbol(bytes: Array((code ?? "").utf8)), scale: 4)
        var picture = bars ? BarSymbol(code ?? "").picture(module: 3, height: 120) : symbol
        if code == nil { picture.pixels = [UInt8](repeating: 230, count: picture.pixels.count) }
        try Data(try PNGWriter().encode(.gray(picture.image))).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    private func pageCount(_ name: String) throws -> String {
        try ProgramResult.run("qpdf", ["--show-npages", folder.path(name)]).output
    }

    private func documents() throws -> [String] { try folder.names.filter { $0.hasSuffix(".pdf") } }

    @Test(.enabled(if: ProgramResult.isInstalled("qpdf"), "qpdf is not installed"))
    func aStackIsSplitAtItsSheetsAndLabels() throws {
        let files = try [
            page("1.png"), page("2.png"), page("3.png", "PATCHT", bars: true), page("4.png"), page("5.png", "ASN00012"),
            page("6.png"), page("7.png", "INV-7", bars: true), page("8.png", "other"),
        ]
        let result = try scan(files, "--split-on", "code", "--split-pattern", "INV-*", "--json")
        #expect(result.status == 0)
        #expect(try documents() == ["out-01.pdf", "out-02.pdf", "out-03.pdf", "out-04.pdf"])
        #expect(try (1...4).map { try pageCount("out-0\($0).pdf") } == ["2\n", "1\n", "2\n", "2\n"])
        let objects = try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.compactMap { $0["file"] as? String } == files)
        #expect(objects.compactMap { $0["separator"] as? String } == ["sheet"])
        let told = objects.filter { $0["document"] != nil }
        #expect(told.map { $0["code"] as? String } == [nil, nil, "ASN00012", "INV-7"])
        #expect(told.map { $0["pages"] as? Int } == [2, 1, 2, 2])
    }

    @Test func aStackOfSheetsAloneMakesNoDocument() throws {
        let result = try scan([try page("1.png", "PATCHT"), try page("2.png", "PATCHT")], "--split-on", "code")
        #expect(result.status == 1)
        #expect(result.errors.contains("out.pdf was not written: all pages are separating sheets"))
        #expect(try documents().isEmpty)
    }

    @Test func documentsAreNamedByTheirCodes() throws {
        let files = try [page("1.png"), page("2.png", "ASN7"), page("3.png", "ASN8"), page("4.png", "ASN8")]
        let earlier = Data("earlier".utf8)
        try earlier.write(to: URL(filePath: folder.path("scan ASN7.pdf")))
        let result = try scan(files, "--split-on", "code", "--name", "scan {code}")
        #expect(result.status == 0)
        // The first has no code, and one name existed before.
        #expect(
            try documents() == [
                "out-01.pdf", "scan ASN7-02.pdf", "scan ASN7.pdf", "scan ASN8-02.pdf", "scan ASN8.pdf",
            ])
        #expect(try Data(contentsOf: URL(filePath: folder.path("scan ASN7.pdf"))) == earlier)
        #expect(result.output.contains("scan ASN7-02.pdf: 1 page, ASN7"))
    }

    /// The document only has the name temporarily.
    @Test func aFileOfTheGivenNameStaysWhereTheDocumentGetsAnother() throws {
        let earlier = Data("earlier".utf8)
        try earlier.write(to: URL(filePath: folder.path("out.pdf")))
        #expect(try scan([try page("1.png")], "--name", "scan {number}").status == 0)
        #expect(try documents() == ["out.pdf", "scan 1.pdf"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("out.pdf"))) == earlier)
        // Without a code it is replaced, as without --name.
        #expect(try scan([try page("1.png")], "--name", "{title}", "--text", "eng").status == 0)
        #expect(try documents() == ["out.pdf", "scan 1.pdf"])
        #expect(try Data(contentsOf: URL(filePath: folder.path("out.pdf"))).starts(with: Data("%PDF".utf8)))
        #expect(try folder.names.allSatisfy { !$0.contains("earlier") })
    }

    @Test func aCodeCannotLeaveItsFolder() throws {
        let result = try scan(
            [try page("1.png", "ASN/../../x")], "--split-on", "code", "--split-pattern", "*", "--name", "{code}")
        #expect(result.status == 0)
        #expect(try documents() == ["ASN .. .. x.pdf"])
    }

    @Test(arguments: [
        ["-o", "x.png", "--split-on", "code"], ["-o", "x.pdf", "--split-on", "blank"],
        ["-o", "x.pdf", "--split-pattern", "*"], ["-o", "x.pdf", "--name", "{title}"],
        ["-o", "x.pdf", "--name", "{code}"], ["-o", "x.pdf", "--name", "{"], ["-o", "x.pdf", "--name", "plain"],
        ["-o", "x.jpg", "--name", "{number}"],
    ])
    func wrongUsageExitsWith2(options: [String]) throws {
        let result = try ProgramResult.runApart(try ProgramResult.built("recto"), ["scan", "x.jpg"] + options)
        #expect(result.status == 2)
    }
}
