import Dispatch
import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import Synchronization

/// What it costs to look for one anchor among many.
struct AnchorCrowd {
    private let anchors: Int
    private let scenes: Int
    /// Scenes in which the anchor is found alone, and among the others.
    private var alone = 0
    private var among = 0
    /// Seeds of scenes in which it is found alone only.
    private var missed: [UInt64] = []
    private var times: (alone: [Double], among: [Double]) = ([], [])

    /// Scenes of the seeds from `seed` on, whose anchors are the first of those in the database.
    /// - Parameters:
    ///   - file: What the database is read from, or written to if it is not there: it takes a while to build.
    ///   - onlyUnique: Leaves out the generator's cards, certificates, prints and posters, which share what is on them.
    init(seed: UInt64, scenes: Int, anchors: Int, file: String?, onlyUnique: Bool) throws {
        let seeds = Array((seed...).lazy.filter { !onlyUnique || AnchorScene.isUnique($0) }.prefix(anchors))
        let database = try Self.database(seeds, file: file)
        self.anchors = database.anchors.count
        let known = Set(database.anchors.map(\.name))
        let shown = seeds.filter { known.contains("\($0)") }.prefix(scenes)
        self.scenes = shown.count
        var crowd = try AnchorMatcher(database)
        for seed in shown {
            let scene = try AnchorScene(seed: seed)
            var single = try AnchorMatcher(try Self.build(scene.anchor, seed))
            let isThere = Self.find(seed, scene, &single, &times.alone)
            let isFirst = Self.find(seed, scene, &crowd, &times.among)
            if isThere {
                alone += 1
                if isFirst { among += 1 } else { missed.append(seed) }
            }
        }
    }

    private static func database(_ seeds: [UInt64], file: String?) throws -> AnchorDatabase {
        if let file, FileManager.default.fileExists(atPath: file) { return try AnchorDatabase(contentsOfFile: file) }
        let built = Mutex([AnchorDatabase?](repeating: nil, count: seeds.count))
        DispatchQueue.concurrentPerform(iterations: seeds.count) { index in
            // Pictures that are not suited are left out.
            guard let image = try? AnchorScene.anchor(seed: seeds[index]),
                let database = try? build(image, seeds[index])
            else { return }
            built.withLock { $0[index] = database }
        }
        let database = try AnchorDatabase.joined(built.withLock { $0.compactMap { $0 } })
        if let file {
            let writer = try AtomicFile(path: file)
            try database.withBytes { try writer.write($0) }
            try writer.commit()
        }
        return database
    }

    private static func build(_ image: GrayImage, _ seed: UInt64) throws -> AnchorDatabase {
        try AnchorDatabase.build(images: [image], names: ["\(seed)"], physicalWidths: [nil])
    }

    /// Whether the scene's anchor comes first, and within 10 pixels; timed at the second look.
    private static func find(
        _ seed: UInt64, _ scene: AnchorScene, _ matcher: inout AnchorMatcher, _ times: inout [Double]
    ) -> Bool {
        var matches = scene.picture.withView { matcher.match($0) }
        times.append(ThreadClock.milliseconds { matches = scene.picture.withView { matcher.match($0) } })
        guard let first = matches.first, first.anchor.name == "\(seed)" else { return false }
        return scene.error(of: first.homography) < 10
    }

    var lines: [String] {
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        return [
            "\(scenes) scenes, \(anchors) anchors: found alone \(alone), of these first among all \(among)",
            "median ms: alone \(median(times.alone)), among all \(median(times.among))",
            "not found among all: \(missed.map(String.init).joined(separator: " "))",
        ]
    }
}
