import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import RectoKernels
import RectoPictures

/// A generated photo of an anchor on a cluttered desk, with the anchor's exact place.
///
/// The anchor is tilted by up to 60°, rotated by any angle, and takes 25–100 % of the frame's height before the tilt.
/// The light falls off to one side, a part may be hidden, and the picture is noisy and blurred by lens or motion.
struct AnchorScene {
    /// Resolution of the anchors: long side of a letter-sized page, in pixels.
    private static let anchorSide = 900.0
    private static let kinds: [PageKind] = [
        .poster, .photograph, .article, .identityCard, .bookPage, .drawing, .certificate, .report,
    ]

    let anchor: GrayImage
    let picture: GrayImage
    /// The desk before the anchor is placed on it.
    let desk: GrayImage
    /// Map from the anchor to the picture.
    let map: Homography
    let kind: PageKind
    let tilt: Double
    let share: Double

    /// - Parameter seed: Determines everything.
    init(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed, part: 900)
        kind = Self.kinds[Int(seed % UInt64(Self.kinds.count))]
        anchor = try Self.anchor(seed: seed, kind: kind)
        tilt = Double.random(in: 0...60, using: &random)
        share = Double.random(in: 0.25...1, using: &random)
        desk = try Self.background(seed: seed)
        map = Self.view(of: anchor.size, in: desk.size, tilt: tilt, share: share, &random)
        var canvas = FloatPicture(desk)
        canvas.lay(anchor, by: map)
        if Double.random(in: 0..<1, using: &random) < 0.4 { canvas.hidePart(of: map.map(Quad(anchor.size)), &random) }
        if Double.random(in: 0..<1, using: &random) < 0.3 {
            canvas.smear(
                length: Double.random(in: 2...9, using: &random),
                angle: Double.random(in: 0..<Double.pi, using: &random))
        }
        canvas.blur(rounds: Int.random(in: 0...2, using: &random))
        canvas.shade(&random)
        canvas.addNoise(deviation: Float.random(in: 1...7, using: &random), &random)
        picture = canvas.image
    }

    /// The flat picture of a seed's anchor.
    static func anchor(seed: UInt64, kind: PageKind? = nil) throws -> GrayImage {
        let kind = kind ?? kinds[Int(seed % UInt64(kinds.count))]
        let format = try PageComposer().compose(seed: seed, kind: kind, pixelsPerMillimetre: 0.2).format
        let resolution = anchorSide / max(format.width, format.height)
        return try PageComposer().compose(seed: seed, kind: kind, pixelsPerMillimetre: resolution).image.luma
    }

    /// Whether a seed's anchor shares no content with the anchors of other seeds.
    static func isUnique(_ seed: UInt64) -> Bool {
        let kind = kinds[Int(seed % UInt64(kinds.count))]
        return [.article, .bookPage, .drawing, .report].contains(kind)
    }

    /// A desk with objects, including pages, but without the anchor.
    static func background(seed: UInt64) throws -> GrayImage {
        var options = SceneComposer.Options()
        options.hasPage = seed % 2 == 0
        let size = try PixelSize(width: 640, height: 480)
        return try SceneComposer(size: size, options: options).compose(seed: seed &+ 7_000_000).picture.luma
    }

    /// A pinhole camera's view of the anchor near the frame's center, entirely in front of the camera.
    private static func view(
        of size: PixelSize, in frame: PixelSize, tilt: Double, share: Double, _ random: inout SeededGenerator
    ) -> Homography {
        let (width, height) = (Double(size.width), Double(size.height))
        let focal = Double(frame.longSide) * Double.random(in: 0.8...1.3, using: &random)
        let angles = (
            tilt: tilt * .pi / 180, axis: Double.random(in: 0..<2 * Double.pi, using: &random),
            roll: Double.random(in: 0..<2 * Double.pi, using: &random)
        )
        // At the distance where the anchor's long side, seen from the front, takes its share of the frame's height.
        let depth = focal * max(width, height) / (share * Double(frame.height))
        let turned = Rotation3(aboutAxis: angles.axis, by: angles.tilt).composed(after: Rotation3(roll: angles.roll))
        let slack = 0.5 * max(0, 1 - share)
        let center = Point2D(
            x: Double(frame.width) * (0.5 + slack * Double.random(in: -0.5...0.5, using: &random)),
            y: Double(frame.height) * (0.5 + slack * Double.random(in: -0.5...0.5, using: &random)))
        let (across, down) = (turned.x, turned.y)
        let camera = Homography(focal, 0, center.x, 0, focal, center.y, 0, 0, 1)
        let pose = Homography(across.x, down.x, 0, across.y, down.y, 0, across.z, down.z, depth)
        let middle = Homography(1, 0, -width / 2, 0, 1, -height / 2, 0, 0, 1)
        let map = camera.composed(after: pose).composed(after: middle)
        let s = 1 / map.i
        return Homography(
            map.a * s, map.b * s, map.c * s, map.d * s, map.e * s, map.f * s, map.g * s, map.h * s, 1)
    }

    /// Mean distance of the corners from their true places.
    func error(of other: Homography) -> Double {
        let corners = Quad(anchor.size).corners
        return corners.reduce(0) { $0 + map.map($1).distance(to: other.map($1)) } / 4
    }
}

extension Rotation3 {
    /// Rotates about an axis in the picture plane.
    fileprivate init(aboutAxis axis: Double, by angle: Double) {
        let (x, y) = (cos(axis), sin(axis))
        let (c, s) = (cos(angle), sin(angle))
        let rest: Double = 1 - c
        self.init(
            x: SIMD3(c + x * x * rest, x * y * rest, -y * s), y: SIMD3(x * y * rest, c + y * y * rest, x * s),
            z: SIMD3(y * s, -x * s, c))
    }

    /// Rotates in the picture plane.
    fileprivate init(roll: Double) {
        let (c, s) = (cos(roll), sin(roll))
        self.init(x: SIMD3(c, s, 0), y: SIMD3(-s, c, 0), z: SIMD3(0, 0, 1))
    }
}

extension AnchorScene {
    /// Writes the scenes of a report as files for measuring other programs.
    ///
    /// Writes `SEED-anchor.png` and `SEED-picture.png` for each scene, and `truth.json`, which has for each seed the
    /// homography from the anchor's pixels to the picture's, in row order; pixel centers are at ½.
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

extension Homography {
    fileprivate func map(_ quad: Quad) -> Quad {
        Quad(
            topLeft: map(quad.topLeft), topRight: map(quad.topRight), bottomRight: map(quad.bottomRight),
            bottomLeft: map(quad.bottomLeft))
    }
}

extension RGBImage {
    /// Its luminance.
    var luma: GrayImage {
        var gray = GrayImage(size: size)
        withView { source in
            gray.withMutableView { target in
                lumaFromRGB(source.plane, into: target.plane)
            }
        }
        return gray
    }
}
