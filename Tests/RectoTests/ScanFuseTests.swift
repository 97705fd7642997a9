import Foundation
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// `recto scan --fuse` as its users run it.
@Suite struct ScanFuseTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let corners = "60,50,340,50,340,450,60,450"

    private func scan(_ files: [String], _ options: String...) throws -> ProgramResult {
        try ProgramResult.runApart(
            try ProgramResult.built("recto"),
            ["scan", "--fuse"] + files + ["-o", folder.path("out.png"), "--corners", Self.corners] + options)
    }

    /// Noisy pictures of the same printed page.
    private func burst(_ count: Int, print: UInt64 = 1) throws -> [String] {
        try (0..<count).map { index in
            var ink = SeededGenerator(seed: print)
            var noise = SeededGenerator(seed: print * 100 + UInt64(index))
            var image = GrayImage(size: try PixelSize(width: 400, height: 500))
            image.withMutableView { view in
                for y in 0..<500 {
                    for x in 0..<400 { view.row(y)[x] = 60...339 ~= x && 50...449 ~= y ? 200 : 60 }
                }
                for _ in 0..<900 {
                    let (x, y) = (Int.random(in: 75..<320, using: &ink), Int.random(in: 65..<430, using: &ink))
                    for row in y..<y + 6 { for column in x..<x + 2 { view.row(row)[column] = 60 } }
                }
                for y in 0..<500 {
                    for x in 0..<400 {
                        let level = Int(view.row(y)[x]) + Int.random(in: -12...12, using: &noise)
                        view.row(y)[x] = UInt8(min(max(level, 0), 255))
                    }
                }
            }
            let file = folder.path("\(print)-\(index).png")
            try Data(try PNGWriter().encode(.gray(image))).write(to: URL(filePath: file))
            return file
        }
    }

    private func objects(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func aBurstBecomesOnePage() throws {
        let result = try scan(try burst(4), "--json")
        #expect(result.status == 0)
        let all = try objects(result)
        #expect(all.count == 1)
        let page = try #require(all.first)
        #expect(page["source"] as? String == "fused")
        #expect(page["fused"] as? [Int] == [0, 1, 2, 3])
        #expect(page["width"] as? Int == 800)
        #expect(page["lost"] as? Double == 0)
        #expect((page["refused"] as? [Any])?.isEmpty == true)
        #expect(try folder.names.filter { $0.hasPrefix("out") } == ["out.png"])
    }

    @Test func picturesOfOtherPagesAreNotMixed() throws {
        let files = try [burst(1, print: 2)[0], burst(1, print: 3)[0], burst(1, print: 4)[0]]
        let page = try #require(try objects(scan(files, "--json")).first)
        #expect(page["source"] as? String == "single")
        #expect(page["fused"] == nil)
        #expect(page["width"] as? Int == 400)
        #expect(try refused(page).count == 2, "each differs from the third")
    }

    @Test func refusedPicturesAreNamedWithTheReason() throws {
        let other = try burst(1, print: 7)[0]
        var files = try burst(4, print: 6)
        let copy = folder.path("copy.png")
        try FileManager.default.copyItem(atPath: files[1], toPath: copy)
        files += [other, copy]
        let page = try #require(try objects(scan(files, "--json")).first)
        #expect(page["fused"] as? [Int] == [0, 1, 2, 3])
        #expect(try refused(page) == ["4 otherPage", "5 repeated"])
        let result = try scan(files)
        #expect(
            (result.output + result.errors).contains(
                "fused from 4 pictures; not used: \(other) shows another page, \(copy) repeats an earlier one"),
            "\(result.output) \(result.errors)")
    }

    private func refused(_ page: [String: Any]) throws -> [String] {
        try #require(page["refused"] as? [[String: Any]]).map { "\($0["picture"] ?? "") \($0["reason"] ?? "")" }
    }

    @Test func aBrokenPictureIsReportedAndTheOthersFused() throws {
        let files = try burst(4, print: 5)
        try Data("no picture".utf8).write(to: URL(filePath: files[1]))
        let result = try scan(files, "--json")
        #expect(result.status != 0)
        #expect(result.errors.contains(files[1]))
        let all = try objects(result)
        #expect(all.contains { $0["file"] as? String == files[1] && $0["error"] != nil })
        #expect(all.contains { $0["source"] as? String == "fused" })
        #expect(try folder.names.contains("out.png"))
    }

    @Test func anEmptyFolderIsNamed() throws {
        let empty = folder.path("empty")
        try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
        let result = try scan([empty])
        #expect(result.status != 0)
        #expect(result.errors.contains("\(empty) holds no pictures"))
    }

    @Test func twoPicturesAreTooFew() throws {
        let result = try scan(try burst(2))
        #expect(result.status != 0)
        #expect(result.errors.contains("--fuse has 2 pictures, required: 3 to 16."))
        #expect(try !folder.names.contains("out.png"))
    }
}
