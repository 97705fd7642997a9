import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// `recto anchors track` on its users' streams.
@Suite struct AnchorTrackCommandTests {
    private static let size = (width: 400, height: 280)
    /// Number of frames that show the card, and of those after it.
    private static let (shown, empty) = (8, 16)

    private let folder: TemporaryFolder
    private let database: String
    private let card: GrayImage

    init() throws {
        folder = try TemporaryFolder()
        database = folder.path("card.anchors")
        let image = try PageComposer().compose(seed: 4, kind: .identityCard, pixelsPerMillimetre: 3).image
        try PNGWriter().write(.rgb(image), path: folder.path("card.png"))
        card = try PictureReader().read(path: folder.path("card.png")).gray
        let built = try Self.recto(
            "anchors", "build", folder.path("card.png"), "-o", database, "--width", "card=0.0856")
        #expect(built.status == 0, "\(built.errors)")
    }

    private static func recto(_ arguments: String...) throws -> ProgramResult {
        try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
    }

    /// The place of the card's upper left corner.
    private static func place(_ frame: Int) -> (x: Int, y: Int) { (30 + 3 * frame, 40 + frame) }

    /// The card moves over a gray background and disappears.
    private func film() throws -> String {
        let (width, height) = Self.size
        var bytes = Data("YUV4MPEG2 W\(width) H\(height) F30:1 Cmono XCOLORRANGE=FULL\n".utf8)
        for frame in 0..<Self.shown + Self.empty {
            var pixels = [UInt8](repeating: 100, count: width * height)
            if frame < Self.shown {
                let (x, y) = Self.place(frame)
                card.withView { view in
                    for row in 0..<view.height {
                        for column in 0..<view.width {
                            pixels[(y + row) * width + x + column] = view.row(row)[column]
                        }
                    }
                }
            }
            bytes += Data("FRAME\n".utf8) + Data(pixels)
        }
        let path = folder.path("film.y4m")
        try bytes.write(to: URL(filePath: path))
        return path
    }

    private func objects(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test func followsTheAnchorOfAStream() throws {
        let out = folder.path("out")
        let result = try Self.recto(
            "anchors", "track", "--db", database, "--source", try film(), "--json", "--overlay", out)
        #expect(result.status == 0, "\(result.errors)")
        let objects = try objects(result)
        let events = objects.compactMap { $0["event"] as? String }
        #expect(events.filter { $0 != "frame" } == ["start", "appeared", "lost", "end"])
        #expect(objects.first?["anchors"] as? Int == 1)
        #expect(objects.last?["frames"] as? Int == Self.shown + Self.empty)
        #expect(objects.last?["reason"] as? String == "end")
        let frames = objects.filter { $0["event"] as? String == "frame" }
        try #require(frames.count == Self.shown + Self.empty)
        for (number, frame) in frames.enumerated() {
            #expect(frame["frame"] as? Int == number)
            let anchors = try #require(frame["anchors"] as? [[String: Any]])
            guard number < Self.shown else {
                #expect(anchors.allSatisfy { $0["state"] as? String == "missed" && $0["pose"] is NSNull })
                continue
            }
            let anchor = try #require(anchors.first)
            #expect(anchor["anchor"] as? String == "card" && anchor["state"] as? String == "seen")
            let corner = try #require((anchor["corners"] as? [[Double]])?.first)
            let (x, y) = Self.place(number)
            #expect(abs(corner[0] - Double(x)) < 1 && abs(corner[1] - Double(y)) < 1)
            let pose = try #require(anchor["pose"] as? [String: Any])
            #expect((pose["rotation"] as? [Double])?.count == 9)
        }
        let drawn = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
        #expect(drawn.count == frames.count && drawn.first == "000000.jpg")
        // An outline is drawn where the card is, and nothing after it has disappeared.
        let first = try PictureReader().read(path: out + "/000000.jpg").rgb
        let last = try PictureReader().read(path: out + "/\(drawn[drawn.count - 1])").rgb
        #expect(Self.isColored(first) && !Self.isColored(last))
    }

    private static func isColored(_ image: RGBImage) -> Bool {
        image.withView { view in
            (0..<view.height).contains { y in
                (0..<view.width).contains { x in
                    let pixel = view.row(y) + 3 * x
                    return abs(Int(pixel[0]) - Int(pixel[1])) > 60 || abs(Int(pixel[1]) - Int(pixel[2])) > 60
                }
            }
        }
    }

    @Test func saysWhatIsWrong() throws {
        let film = try film()
        let missing = try Self.recto(
            "anchors", "track", "--db", database, "--source", folder.path("none.y4m"), "--json")
        #expect(missing.status == 1)
        let failures = try objects(missing).filter { $0["event"] as? String == "error" }
        #expect(failures.count == 1 && (failures[0]["text"] as? String ?? "").contains("none.y4m"))
        let damaged = try Self.recto("anchors", "track", "--db", folder.path("card.png"), "--source", film)
        #expect(damaged.status == 1 && damaged.errors.contains("not an anchor database"))
        #expect(try Self.recto("anchors", "track", "--db", database, "--source", film, "--focal", "0").status == 2)
        #expect(try Self.recto("anchors", "track", "--db", database, "--source", film, "--max-frames", "0").status == 2)
        // A drawing that cannot be written is reported and does not end the run.
        let file = folder.path("file")
        try Data("x".utf8).write(to: URL(filePath: file))
        let blocked = try Self.recto(
            "anchors", "track", "--db", database, "--source", film, "--json", "--overlay", file, "--max-frames", "2")
        #expect(blocked.status == 1)
        let ends = try objects(blocked).compactMap { $0["event"] as? String == "end" ? $0["frames"] as? Int : nil }
        #expect(ends.isEmpty || ends == [2])
    }

    @Test func endsAfterSoManyFramesAndBeginsAgain() throws {
        let result = try Self.recto(
            "anchors", "track", "--db", database, "--source", try film(), "--max-frames", "3", "--json")
        #expect(result.status == 0)
        let last = try #require(try objects(result).last)
        #expect(last["frames"] as? Int == 3 && last["reason"] as? String == "frames")
    }
}
