import Glibc
internal import RectoCore
internal import RectoKernels

/// An anchor as a distant camera would see it, tilted in a direction.
struct TiltedView {
    /// A tilt, seen from directions spread over half a turn. Points carry their orientation, so the other half gives
    /// the same descriptors.
    struct Tilt: Hashable, Sendable {
        /// Angle between the line of sight and the anchor's normal, in degrees; below 90.
        var degrees: Double
        var directions: Int
    }

    /// The views that a database keeps in addition to the frontal one.
    static let tilts = [Tilt(degrees: 45, directions: 6), Tilt(degrees: 60, directions: 6)]
    /// Smallest distance of a view's point from the anchor's outline, in pixels of the view.
    private static let margin = 8.0
    /// Standard deviation of the low-pass filter before shrinking by c, divided by √(1/c² − 1). It prevents aliasing.
    private static let blur = 0.8

    let picture: GrayImage
    /// The affine map from the anchor to the view.
    let map: Homography
    private let anchorSize: PixelSize

    /// The untilted anchor, then all tilted views.
    static func all(of anchor: GrayView) -> [TiltedView] {
        var views = [TiltedView(frontal: anchor)]
        for tilt in tilts {
            for index in 0..<tilt.directions {
                let angle = Double(index) * .pi / Double(tilt.directions)
                if let view = TiltedView(of: anchor, degrees: tilt.degrees, direction: angle) { views.append(view) }
            }
        }
        return views
    }

    private init(frontal anchor: GrayView) {
        picture = GrayImage(copying: anchor)
        map = .identity
        anchorSize = anchor.size
    }

    /// - Parameter direction: Direction of the axis along which the view shrinks, in radians.
    /// - Returns: `nil` if the anchor is so thin that the view would have no pixel.
    init?(of anchor: GrayView, degrees: Double, direction: Double) {
        let shrinking = Glibc.cos(degrees * .pi / 180)
        let (c, s) = (Glibc.cos(direction), Glibc.sin(direction))
        let turn = Homography(c, s, 0, -s, c, 0, 0, 0, 1)
        let box = Quad(anchor.size).map(turn.map).corners
        let (left, top) = (box.map(\.x).min() ?? 0, box.map(\.y).min() ?? 0)
        let (right, bottom) = (box.map(\.x).max() ?? 0, box.map(\.y).max() ?? 0)
        let width = Int((right - left).rounded(.up))
        let height = Int((bottom - top).rounded(.up))
        let narrow = Int((Double(width) * shrinking).rounded(.up))
        guard let turnedSize = try? PixelSize(width: width, height: height),
            let size = try? PixelSize(width: narrow, height: height)
        else { return nil }
        let placed = Homography(c, s, -left, -s, c, -top, 0, 0, 1)
        let shrink = Homography(Double(narrow) / Double(width), 0, 0, 0, 1, 0, 0, 0, 1)
        guard let turned = anchor.seen(through: placed, size: turnedSize) else { return nil }
        let smooth = turned.blurredAlongRows(Self.blur * (1 / (shrinking * shrinking) - 1).squareRoot())
        guard let view = smooth.withView({ $0.seen(through: shrink, size: size) }) else { return nil }
        picture = view
        map = shrink.composed(after: placed)
        anchorSize = anchor.size
    }

    /// The place on the anchor of a place of the view.
    /// - Returns: `nil` for a place outside the anchor or close to its edge.
    func place(onAnchor point: Point2D) -> Point2D? {
        guard let back = map.inverse else { return nil }
        if map != .identity {
            for dx in [-Self.margin, Self.margin] {
                for dy in [-Self.margin, Self.margin] {
                    guard anchorSize.contains(back.map(point + Point2D(x: dx, y: dy))) else { return nil }
                }
            }
        }
        let place = back.map(point)
        return anchorSize.contains(place) ? place : nil
    }
}

extension PixelSize {
    fileprivate func contains(_ point: Point2D) -> Bool {
        0...Double(width) ~= point.x && 0...Double(height) ~= point.y
    }
}

extension ImageView<Gray8> {
    /// The picture under a map, with border pixels repeated outside it.
    fileprivate func seen(through map: Homography, size: PixelSize) -> GrayImage? {
        guard let back = map.inverse else { return nil }
        var image = GrayImage(size: size)
        image.withMutableView { target in
            warpGray(
                plane, map: (back.a, back.b, back.c, back.d, back.e, back.f, back.g, back.h, back.i), into: target.plane
            )
        }
        return image
    }
}

extension Image<Gray8> {
    /// The picture blurred by a Gaussian along the rows only.
    fileprivate func blurredAlongRows(_ sigma: Double) -> GrayImage {
        let radius = Int((3 * sigma).rounded(.up))
        var weights: [Float] = (-radius...radius).map { Glibc.expf(Float(-Double($0 * $0) / (2 * sigma * sigma))) }
        let sum = weights.reduce(0, +)
        for i in weights.indices { weights[i] /= sum }
        var result = GrayImage(size: size)
        withView { source in
            result.withMutableView { target in
                for y in 0..<height {
                    let (from, to) = (source.row(y), target.row(y))
                    for x in 0..<width {
                        var level: Float = 0.5
                        for (k, weight) in weights.enumerated() {
                            level += weight * Float(from[Swift.min(Swift.max(x + k - radius, 0), width - 1)])
                        }
                        to[x] = UInt8(Swift.min(level, 255))
                    }
                }
            }
        }
        return result
    }
}
