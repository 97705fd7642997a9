import RectoAnchors
import RectoCore

/// What it costs to look for one anchor among many.
struct AnchorCrowd {
    private let anchors: Int
    private let scenes: Int
    /// Scenes in which the anchor is found alone, and among the others.
    private var alone = 0
    private var among = 0
    private var times: (alone: [Double], among: [Double]) = ([], [])

    /// Scenes of the seeds from `seed` on, whose anchors are the first of those in the database.
    init(seed: UInt64, scenes: Int, anchors: Int) throws {
        (self.anchors, self.scenes) = (anchors, scenes)
        var images: [GrayImage] = []
        var names: [String] = []
        var next = seed
        while images.count < anchors {
            let image = try AnchorScene.anchor(seed: next)
            if (try? Self.database([image], ["\(next)"])) != nil {
                images.append(image)
                names.append("\(next)")
            }
            next += 1
        }
        var crowd = try AnchorMatcher(try Self.database(images, names))
        for name in names.prefix(scenes) {
            guard let seed = UInt64(name) else { continue }
            let scene = try AnchorScene(seed: seed)
            var single = try AnchorMatcher(try Self.database([scene.anchor], [name]))
            let isThere = Self.find(name, scene, &single, &times.alone)
            let isFirst = Self.find(name, scene, &crowd, &times.among)
            if isThere {
                alone += 1
                if isFirst { among += 1 }
            }
        }
    }

    private static func database(_ images: [GrayImage], _ names: [String]) throws -> AnchorDatabase {
        try AnchorDatabase.build(images: images, names: names, physicalWidths: images.map { _ in nil })
    }

    /// Whether the scene's anchor comes first, and within 10 pixels; timed at the second look.
    private static func find(
        _ name: String, _ scene: AnchorScene, _ matcher: inout AnchorMatcher, _ times: inout [Double]
    ) -> Bool {
        var matches = scene.picture.withView { matcher.match($0) }
        times.append(ThreadClock.milliseconds { matches = scene.picture.withView { matcher.match($0) } })
        guard let first = matches.first, first.anchor.name == name else { return false }
        return scene.error(of: first.homography) < 10
    }

    var lines: [String] {
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        return [
            "\(scenes) scenes, \(anchors) anchors: found alone \(alone), of these first among all \(among)",
            "median ms: alone \(median(times.alone)), among all \(median(times.among))",
        ]
    }
}
