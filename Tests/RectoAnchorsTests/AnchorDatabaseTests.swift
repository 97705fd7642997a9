import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import TestSupport
import Testing

@Suite struct AnchorDatabaseTests {
    private static let two: AnchorDatabase? = try? AnchorDatabase.build(
        images: [
            DrawnAnchor.image(seed: 10, width: 150, height: 120),
            DrawnAnchor.image(seed: 11, width: 200, height: 150),
        ], names: ["Pläne", "b"], physicalWidths: [0.2, nil])

    private func bytes(_ database: AnchorDatabase) -> [UInt8] { database.withBytes { Array($0) } }

    private func read(_ bytes: [UInt8]) throws(AnchorDatabaseError) -> AnchorDatabase {
        let result = bytes.withUnsafeBytes { buffer in
            Result { () throws(AnchorDatabaseError) in try AnchorDatabase(bytes: buffer) }
        }
        return try result.get()
    }

    /// Writes bytes to a file while `body` runs.
    private func withFile<Result>(_ bytes: [UInt8], _ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try body(path)
    }

    @Test func aFileHoldsWhatWasBuilt() throws {
        let database = try #require(Self.two)
        let again = try withFile(bytes(database)) { try AnchorDatabase(contentsOfFile: $0) }
        #expect(again.anchors == database.anchors)
        #expect(again.anchors.map(\.name) == ["Pläne", "b"])
        #expect(again.anchors[0].physicalWidth == 0.2 && again.anchors[1].physicalWidth == nil)
        #expect(again.anchors[1].size == (try PixelSize(width: 200, height: 150)))
        #expect(bytes(again) == bytes(database))
    }

    @Test func joinedDatabasesAreAsIfBuiltTogether() throws {
        let images = try [10, 11].map { try DrawnAnchor.image(seed: $0, width: 150, height: 120) }
        func build(_ images: [GrayImage], _ names: [String]) throws -> AnchorDatabase {
            try AnchorDatabase.build(images: images, names: names, physicalWidths: names.map { _ in nil })
        }
        let (first, second) = (try build([images[0]], ["a"]), try build([images[1]], ["b"]))
        #expect(bytes(try AnchorDatabase.joined([first, second])) == bytes(try build(images, ["a", "b"])))
        #expect(throws: AnchorDatabaseError.name("a")) { try AnchorDatabase.joined([first, second, first]) }
        #expect(throws: AnchorDatabaseError.count(0)) { try AnchorDatabase.joined([]) }
    }

    @Test func buildsAreReproducible() throws {
        let image = try DrawnAnchor.image(seed: 12, width: 120, height: 100)
        let builds = try (0..<2).map { _ in
            bytes(try AnchorDatabase.build(images: [image], names: ["a"], physicalWidths: [nil]))
        }
        #expect(builds[0] == builds[1])
    }

    @Test func truncatedFilesAreRefused() throws {
        let whole = bytes(try #require(Self.two))
        for count in [0, 1, 31, 63] {
            #expect(throws: AnchorDatabaseError.foreignFormat) { try read(Array(whole[..<count])) }
        }
        for count in [64, 100, whole.count / 2, whole.count - 1] {
            #expect(throws: AnchorDatabaseError.wrongLength(bytes: count, expected: UInt64(whole.count))) {
                try read(Array(whole[..<count]))
            }
        }
        #expect(throws: AnchorDatabaseError.self) { try read(whole + [0]) }
    }

    @Test func otherFormatsAndVersionsAreRefused() throws {
        var whole = bytes(try #require(Self.two))
        whole[8] = 3
        #expect(throws: AnchorDatabaseError.unknownVersion(3)) { try read(whole) }
        whole[0] = 0
        #expect(throws: AnchorDatabaseError.foreignFormat) { try read(whole) }
        #expect(throws: AnchorDatabaseError.foreignFormat) {
            try read(Array(repeating: 0x20, count: 4000))
        }
    }

    @Test func everyFlippedBitIsNoticed() throws {
        let whole = bytes(try #require(Self.two))
        var random = SeededGenerator(seed: 15)
        for round in 0..<300 {
            var damaged = whole
            // First the header and index bit by bit, then random places.
            let bit = round < 100 ? round * 8 + round % 8 : Int.random(in: 0..<8 * whole.count, using: &random)
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: AnchorDatabaseError.self) { try read(damaged) }
        }
    }

    @Test func absurdCountsWithARightChecksumAreRefused() throws {
        let whole = bytes(try #require(Self.two))
        let record = 64 + 64
        // Number of anchors, place and length in the index; in the record sizes, lengths and counts.
        let fields = [12, 64, 68, 72, 76, 80] + [0, 1, 2, 3, 4, 5, 6, 8].map { record + 4 * $0 }
        for field in fields {
            for value: UInt32 in [0, 1, 3, 0x7FFF_FFFF, 0xFFFF_FFFF] {
                var forged = whole
                withUnsafeBytes(of: value.littleEndian) { forged.replaceSubrange(field..<field + 4, with: $0) }
                guard forged != whole else { continue }
                AnchorDatabase.sign(&forged)
                #expect(throws: AnchorDatabaseError.self, "\(field) = \(value)") { try read(forged) }
            }
        }
    }

    @Test func filesThatAreNone() throws {
        #expect(throws: AnchorDatabaseError.self) { try AnchorDatabase(contentsOfFile: "/nowhere/at.all") }
        #expect(throws: AnchorDatabaseError.self) { try AnchorDatabase(contentsOfFile: "/tmp") }
        #expect(throws: AnchorDatabaseError.self) { try AnchorDatabase(contentsOfFile: "/dev/null") }
        _ = try withFile([]) { path in
            #expect(throws: AnchorDatabaseError.foreignFormat) { try AnchorDatabase(contentsOfFile: path) }
        }
    }

    @Test func degenerateAnchorsAreRefused() throws {
        func build(_ width: Int, _ height: Int) throws(AnchorDatabaseError) {
            guard let size = try? PixelSize(width: width, height: height) else { return }
            _ = try AnchorDatabase.build(images: [GrayImage(size: size)], names: ["a"], physicalWidths: [nil])
        }
        for (width, height) in [(1, 1), (47, 400), (5000, 50)] {
            let size = try PixelSize(width: width, height: height)
            #expect(throws: AnchorDatabaseError.pictureTooSmall(anchor: "a", size, minimum: 48)) {
                try build(width, height)
            }
        }
        #expect(throws: AnchorDatabaseError.tooFewPoints(anchor: "a", found: 0, required: 40)) { try build(300, 300) }
    }

    @Test func namesCountsAndWidthsAreChecked() throws {
        let image = try DrawnAnchor.image(seed: 13, width: 100, height: 100)
        typealias Failure = AnchorDatabaseError
        #expect(throws: Failure.count(0)) { try AnchorDatabase.build(images: [], names: [], physicalWidths: []) }
        #expect(throws: Failure.unequalCounts(images: 1, names: 2, widths: 1)) {
            try AnchorDatabase.build(images: [image], names: ["a", "b"], physicalWidths: [nil])
        }
        for name in ["", String(repeating: "é", count: 128)] {
            #expect(throws: Failure.name(name)) {
                try AnchorDatabase.build(images: [image], names: [name], physicalWidths: [nil])
            }
        }
        #expect(throws: Failure.name("a")) {
            try AnchorDatabase.build(images: [image, image], names: ["a", "a"], physicalWidths: [nil, nil])
        }
        #expect("\(Failure.name(""))" == "the name of an anchor is empty")
        #expect("\(Failure.name(String(repeating: "é", count: 128)))".hasSuffix("has 256 bytes, required: at most 255"))
        #expect("\(Failure.name("a"))" == "several anchors are named \"a\"")
        for width in [0, -1, Double.infinity] {
            #expect(throws: Failure.physicalWidth(anchor: "a", width)) {
                try AnchorDatabase.build(images: [image], names: ["a"], physicalWidths: [width])
            }
        }
    }
}
