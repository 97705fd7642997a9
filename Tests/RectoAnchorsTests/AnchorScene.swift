import RectoAnchors
import RectoCore
import RectoKernels
import TestSupport

/// A drawn anchor, and frames with it on a drawn desk: poses are exactly known, and every frame has new noise.
struct AnchorScene {
    static let frameSize = PixelSize(320, 240)

    let anchor: GrayImage
    private let desk: GrayImage
    private var random: SeededGenerator
    /// Deviation of the noise, in levels.
    var noise = 3.0

    init(seed: UInt64, size: PixelSize = PixelSize(240, 180)) {
        random = SeededGenerator(seed: seed)
        anchor = Self.print(size, &random)
        desk = Self.print(Self.frameSize, &random)
    }

    /// An upright view at the center of the frame, rotated, scaled, tilted and shifted as given.
    func view(turn: Double = 0, scale: Double = 0.8, tilt: Double = 0, shift: Point2D = Point2D(x: 0, y: 0))
        -> Homography
    {
        let (w, h) = (Double(anchor.width), Double(anchor.height))
        let about = Homography(1, 0, -w / 2, 0, 1, -h / 2, 0, 0, 1)
        // For small angles only.
        let placed = Homography(
            scale, -scale * turn, 160 + shift.x, scale * turn, scale * (1 - abs(tilt) / 3), 120 + shift.y, 0, 0, 1)
        let tilted = Homography(1, 0, 0, 0, 1, 0, 0, tilt / w, 1)
        return placed.composed(after: tilted).composed(after: about).normalised
    }

    /// - Parameters:
    ///   - view: View of the anchor; `nil` for the desk alone.
    ///   - hidden: Share of the anchor's width, from its left, that is covered.
    mutating func frame(_ view: Homography?, hidden: Double = 0) -> GrayImage {
        var frame = desk
        if let view, let back = view.inverse {
            var seen = GrayImage(size: Self.frameSize)
            anchor.withView { source in
                seen.withMutableView { target in
                    warpGray(
                        source.plane, map: (back.a, back.b, back.c, back.d, back.e, back.f, back.g, back.h, back.i),
                        into: target.plane)
                }
            }
            let (left, width, height) = (hidden * Double(anchor.width), Double(anchor.width), Double(anchor.height))
            seen.withView { seen in
                frame.withMutableView { target in
                    for y in 0..<target.height {
                        for x in 0..<target.width {
                            let place = back.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                            guard left..<width ~= place.x, 0..<height ~= place.y else { continue }
                            target.row(y)[x] = seen.row(y)[x]
                        }
                    }
                }
            }
        }
        addNoise(&frame)
        return frame
    }

    private mutating func addNoise(_ image: inout GrayImage) {
        let reach = Int((noise * 6).rounded())
        var generator = random
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    // The sum of two uniform numbers; its deviation is about a sixth of its range.
                    let bits = generator.next()
                    let sum = Int(bits & 0xffff) + Int(bits >> 16 & 0xffff)
                    let value = Int(view.row(y)[x]) + sum * reach / 131_072 - reach / 2
                    view.row(y)[x] = UInt8(min(max(value, 0), 255))
                }
            }
        }
        random = generator
    }

    /// Rectangles of all sizes, softened.
    private static func print(_ size: PixelSize, _ random: inout SeededGenerator) -> GrayImage {
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height { view.row(y).update(repeating: 128, count: view.width) }
            for i in 0..<260 {
                let side = i < 40 ? 60 : i < 120 ? 24 : 9
                let (w, h) = (Int.random(in: 3...side, using: &random), Int.random(in: 3...side, using: &random))
                let x = Int.random(in: 0...max(0, view.width - w), using: &random)
                let y = Int.random(in: 0...max(0, view.height - h), using: &random)
                let level = UInt8.random(in: 20...235, using: &random)
                for row in y..<min(y + h, view.height) {
                    (view.row(row) + x).update(repeating: level, count: min(w, view.width - x))
                }
            }
        }
        return softened(image)
    }

    private static func softened(_ image: GrayImage) -> GrayImage {
        var soft = image
        image.withView { from in
            soft.withMutableView { to in
                for y in 1..<from.height - 1 {
                    for x in 1..<from.width - 1 {
                        var sum = 0
                        for row in y - 1...y + 1 { for column in x - 1...x + 1 { sum += Int(from.row(row)[column]) } }
                        to.row(y)[x] = UInt8(sum / 9)
                    }
                }
            }
        }
        return soft
    }

    /// Mean distance of the anchor's corners between two poses.
    func error(_ a: Homography, _ b: Homography) -> Double {
        let (p, q) = (a.corners(of: anchor.size), b.corners(of: anchor.size))
        return (0..<4).reduce(0) { $0 + p[$1].distance(to: q[$1]) } / 4
    }
}

extension PixelSize {
    /// Size of a picture made by a test.
    init(_ width: Int, _ height: Int) {
        do { try self.init(width: width, height: height) } catch { preconditionFailure("\(error)") }
    }
}
