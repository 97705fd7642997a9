import Foundation
import RectoCodecs
import RectoCore

/// The scenes of a report as files, for other programs to be measured on.
///
/// Of each scene `SEED-anchor.png` and `SEED-picture.png`, and in `truth.json` by its seed the homography from the anchor's
/// pixels to the picture's, in row order; pixel centres lie at ½.
enum AnchorScenes {
    static func write(seed: UInt64, count: Int, to folder: String) throws {
        let folder = URL(filePath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var truth: [String: [Double]] = [:]
        for seed in seed..<seed + UInt64(count) {
            let scene = try AnchorScene(seed: seed)
            for (name, image) in [("anchor", scene.anchor), ("picture", scene.picture)] {
                try PNGWriter().write(.gray(image), path: folder.appending(path: "\(seed)-\(name).png").path)
            }
            let map = scene.map
            truth["\(seed)"] = [map.a, map.b, map.c, map.d, map.e, map.f, map.g, map.h, map.i]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try encoder.encode(truth).write(to: folder.appending(path: "truth.json"))
    }
}
