import Foundation
import RectoCodecs
import RectoCore
import RectoPictures
import TestSupport
import Testing

/// `recto anchors` as its users run it.
@Suite struct AnchorsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func recto(_ arguments: String...) throws -> ProgramResult {
        try ProgramResult.runApart(try ProgramResult.built("recto"), arguments)
    }

    private func objects(_ result: ProgramResult) throws -> [[String: Any]] {
        try result.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    /// A small photograph, or plain gray.
    private func picture(_ name: String, seed: UInt64?) throws -> String {
        let path = folder.path(name)
        let image =
            if let seed {
                try PageComposer().compose(seed: seed, kind: .identityCard, pixelsPerMillimetre: 3).image
            } else {
                RGBImage(size: try PixelSize(width: 200, height: 200))
            }
        try PNGWriter().write(.rgb(image), path: path)
        return path
    }

    @Test func findsWhatItWasBuiltFrom() throws {
        let (card, blank) = (try picture("card.png", seed: 4), try picture("blank.png", seed: nil))
        let database = folder.path("one.anchors")
        #expect(try recto("anchors", "build", card, "-o", database, "--width", "card=0.0856").status == 0)
        let found = try objects(try recto("anchors", "match", "--db", database, card, blank, "--json"))
        #expect(found.map { $0["file"] as? String } == [card, blank])
        let match = try #require((found[0]["matches"] as? [[String: Any]])?.first)
        #expect(match["anchor"] as? String == "card")
        let map = try #require(match["homography"] as? [Double])
        #expect(map.count == 9)
        for (i, value) in [1, 0, 0, 0, 1, 0, 0, 0, 1].enumerated() { #expect(abs(map[i] - Double(value)) < 0.5) }
        let corners = try #require(match["corners"] as? [[Double]])
        #expect(corners.count == 4 && abs(corners[0][0]) < 1 && abs(corners[0][1]) < 1)
        #expect((match["inliers"] as? Int ?? 0) > 20)
        // Frontal, with the given width.
        let pose = try #require(match["pose"] as? [String: Any])
        let rotation = try #require(pose["rotation"] as? [Double])
        #expect(rotation.count == 9 && rotation[8] > 0.95)
        let translation = try #require(pose["translation"] as? [Double])
        #expect(translation.count == 3 && 0.04...0.3 ~= translation[2])
        #expect((found[1]["matches"] as? [Any])?.isEmpty == true)
        #expect(found.allSatisfy { ($0["milliseconds"] as? Double ?? 0) > 0 })
        let out = folder.path("out")
        #expect(try recto("anchors", "match", "--db", database, card, "--overlay", out).output.contains("card"))
        #expect(FileManager.default.fileExists(atPath: out + "/card-found.jpg"))
    }

    @Test func saysWhatIsWrong() throws {
        let blank = try picture("blank.png", seed: nil)
        let database = folder.path("none.anchors")
        let refused = try recto("anchors", "build", blank, "-o", database)
        #expect(refused.status != 0 && refused.errors.contains("blank"))
        #expect(!FileManager.default.fileExists(atPath: database))
        #expect(
            try recto("anchors", "build", folder.path("missing.png"), "-o", database).errors.contains("missing.png"))
        #expect(try recto("anchors", "build", blank, "-o", database, "--width", "blank").status != 0)
        let damaged = try recto("anchors", "match", "--db", blank, blank)
        #expect(damaged.status != 0 && damaged.errors.contains("not an anchor database"))
    }
}
