import RectoAnchors
import RectoCodecs
import RectoCore
import RectoPictures

extension StageCase {
    /// Recognizing a poster in frames with and without it, tracking it, computing its pose, and reading a database.
    static var anchors: [StageCase] {
        let frame = "640x480"
        return [
            StageCase("recogniseAnchor", frame) {
                let picture = try desk(hasPoster: true).luma
                var matcher = try AnchorMatcher(try database(count: 1))
                let found = picture.withView { matcher.match($0) }
                precondition(found.count == 1, "the poster is on the desk")
                return { _ = picture.withView { matcher.match($0) } }
            },
            StageCase("recogniseNoAnchor", frame) {
                let picture = try desk(hasPoster: false).luma
                var matcher = try AnchorMatcher(try database(count: 1))
                let found = picture.withView { matcher.match($0) }
                precondition(found.isEmpty, "no poster is on the desk")
                return { _ = picture.withView { matcher.match($0) } }
            },
            StageCase("followAnchor", frame) {
                let picture = try desk(hasPoster: true).luma
                var parameters = AnchorScanner.Parameters()
                parameters.recognitionInterval = 1000
                let scanner = try AnchorScanner(try database(count: 1), parameters)
                var index = 0
                return {
                    let update = try picture.withView { try scanner.process(.gray($0), at: .milliseconds(33 * index)) }
                    precondition(update.sightings.first?.state == .seen, "the poster stays")
                    index += 1
                }
            },
            StageCase("anchorPose", "1x1") {
                let size = try PixelSize(width: 640, height: 480)
                let quad = Quad(
                    topLeft: Point2D(x: 150, y: 90), topRight: Point2D(x: 480, y: 130),
                    bottomRight: Point2D(x: 520, y: 400), bottomLeft: Point2D(x: 120, y: 370))
                guard let map = Homography(from: Quad(size), to: quad) else {
                    preconditionFailure("the quad is convex")
                }
                var estimator = PoseEstimator(
                    Anchor(name: "poster", size: size), intrinsics: CameraIntrinsics(pictureSize: size))
                return { _ = estimator.estimate(map) }
            },
            // The time is for each anchor.
            StageCase("loadAnchors", "20x1") {
                let file = TemporaryFile(suffix: ".anchors")
                let writer = try AtomicFile(path: file.path)
                try database(count: 20).withBytes { try writer.write($0) }
                try writer.commit()
                return { _ = try AnchorDatabase(contentsOfFile: file.path) }
            },
        ]
    }

    private static func desk(hasPoster: Bool, width: Int = 640, height: Int = 480) throws -> RGBImage {
        try posterScene(hasPoster: hasPoster, width: width, height: height).picture
    }

    private static func posterScene(hasPoster: Bool, width: Int, height: Int) throws -> Scene {
        var options = SceneComposer.Options()
        options.background = .clutter
        options.kind = .poster
        options.hasPage = hasPoster
        options.allowsPartial = false
        let composer = SceneComposer(size: try PixelSize(width: width, height: height), options: options)
        return try composer.compose(seed: SceneComposer.tuningSeeds.lowerBound + 2)
    }

    /// The poster as prepared for a finer camera; with more anchors, all are the same.
    private static func database(count: Int) throws -> AnchorDatabase {
        guard let poster = try posterScene(hasPoster: true, width: 1600, height: 1200).page?.image.luma else {
            preconditionFailure("the scene has a poster")
        }
        return try AnchorDatabase.build(
            images: Array(repeating: poster, count: count), names: (0..<count).map { "poster \($0)" },
            physicalWidths: Array(repeating: nil, count: count))
    }
}
