import RectoCore

import Glibc

/// The proportions of a rectangle seen in perspective, from its four corners in one picture.
///
/// For a known focal length the ratio of the sides has a closed form, and so has the angle between them, which must be
/// a right one. The focal length is therefore weighed on a grid: how well it squares the corner, given how precisely
/// the corners are known, times how likely cameras have it. The estimate is the weighted mean of the log ratio. Where
/// the view says nothing about the focal length (a frontal one), its ratio does not depend on it either.
///
/// Source: Zhang & He, "Whiteboard Scanning and Image Enhancement", 2007, §3 (the closed forms). Differs from it: the
/// focal length is weighed with a prior in place of being solved for, which is undefined or wild near frontal views.
struct AspectRatioEstimator {
    /// Standard deviation of a corner's coordinates, in pixels.
    var cornerNoisePixels: Double
    /// The usual focal length, in long sides of the picture.
    var usualFocalLength: Double
    /// Standard deviation of the natural logarithm of the focal length around the usual one.
    var focalSpread: Double

    /// - Parameters:
    ///   - quad: Convex and clockwise.
    ///   - picture: The principal point is its centre.
    ///   - focalLength: In pixels, where it is known.
    func estimate(_ quad: Quad, in picture: PixelSize, focalLength: Double?) -> AspectRatio {
        let centre = Point2D(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        let sides = SideVectors(quad.map { $0 - centre })
        let moved = Self.perturbations(of: quad, by: cornerNoisePixels).map { pair in
            (SideVectors(pair.plus.map { $0 - centre }), SideVectors(pair.minus.map { $0 - centre }))
        }
        let focalLengths = focalLength.map { [(logarithmOverUsual: 0.0, pixels: $0)] } ?? focalGrid(for: picture)
        var total = 0.0
        var (meanLog, meanSquare, noise, meanFocal) = (0.0, 0.0, 0.0, 0.0)
        for focal in focalLengths {
            let view = sides.seen(inverseFocalSquared: 1 / (focal.pixels * focal.pixels))
            var (cosineVariance, ratioVariance) = (1e-12, 0.0)
            for (plus, minus) in moved {
                let a = plus.seen(inverseFocalSquared: 1 / (focal.pixels * focal.pixels))
                let b = minus.seen(inverseFocalSquared: 1 / (focal.pixels * focal.pixels))
                cosineVariance += square((a.cosine - b.cosine) / 2)
                ratioVariance += square((a.logRatio - b.logRatio) / 2)
            }
            let weight = exp(
                -square(view.cosine) / (2 * cosineVariance) - square(focal.logarithmOverUsual / focalSpread) / 2)
            guard weight.isFinite, view.logRatio.isFinite, ratioVariance.isFinite else { continue }
            total += weight
            meanLog += weight * view.logRatio
            meanSquare += weight * square(view.logRatio)
            noise += weight * ratioVariance
            meanFocal += weight * log(focal.pixels)
        }
        // No focal length squares the corner (the quad is no rectangle's picture): the mean sides must do.
        guard total > 1e-30 else { return Self.fromSideLengths(quad) }
        meanLog /= total
        let spread = max(meanSquare / total - square(meanLog), 0)
        return AspectRatio(
            value: exp(meanLog), relativeUncertainty: (spread + noise / total).squareRoot(),
            focalLengthPixels: exp(meanFocal / total))
    }

    /// Focal lengths three standard deviations to both sides of the usual one, evenly spaced in their logarithm.
    private func focalGrid(for picture: PixelSize) -> [(logarithmOverUsual: Double, pixels: Double)] {
        let usual = usualFocalLength * Double(picture.longSide)
        return (-24...24).map { step in
            let logarithm = 3 * focalSpread * Double(step) / 24
            return (logarithm, usual * exp(logarithm))
        }
    }

    private static func perturbations(of quad: Quad, by distance: Double) -> [(plus: Quad, minus: Quad)] {
        (0..<8).map { index in
            let shift = index < 4 ? Point2D(x: distance, y: 0) : Point2D(x: 0, y: distance)
            var (plus, minus) = (quad, quad)
            plus[index & 3] = plus[index & 3] + shift
            minus[index & 3] = minus[index & 3] - shift
            return (plus, minus)
        }
    }

    private static func fromSideLengths(_ quad: Quad) -> AspectRatio {
        let sides = quad.sideLengths
        return AspectRatio(
            value: (sides[0] + sides[2]) / (sides[1] + sides[3]), relativeUncertainty: 0.2, focalLengthPixels: nil)
    }
}

/// The proportions of a page and how well they are known.
public struct AspectRatio: Hashable, Sendable {
    /// Width over height.
    public let value: Double
    /// Standard deviation of the value over the value.
    public let relativeUncertainty: Double
    /// The focal length that fits best, in pixels of the picture; nothing if none fits.
    public let focalLengthPixels: Double?
}

/// Directions of a rectangle's top and left side in the camera's frame up to scale: n2 and n3 of Zhang & He.
private struct SideVectors {
    private let across: (x: Double, y: Double, z: Double)
    private let down: (x: Double, y: Double, z: Double)

    /// - Parameter quad: Corners relative to the principal point.
    init(_ quad: Quad) {
        let (m1, m2, m3, m4) = (quad.topLeft, quad.topRight, quad.bottomLeft, quad.bottomRight)
        // (a × b) · c of the points as (x, y, 1) is twice the signed area of their triangle.
        func triangle(_ a: Point2D, _ b: Point2D, _ c: Point2D) -> Double { (b - a).cross(c - a) }
        let k2 = triangle(m1, m4, m3) / triangle(m2, m4, m3)
        let k3 = triangle(m1, m4, m2) / triangle(m3, m4, m2)
        across = (k2 * m2.x - m1.x, k2 * m2.y - m1.y, k2 - 1)
        down = (k3 * m3.x - m1.x, k3 * m3.y - m1.y, k3 - 1)
    }

    /// Cosine of the angle between the sides, and the logarithm of width over height, for one focal length.
    func seen(inverseFocalSquared u: Double) -> (cosine: Double, logRatio: Double) {
        let acrossSquared = (square(across.x) + square(across.y)) * u + square(across.z)
        let downSquared = (square(down.x) + square(down.y)) * u + square(down.z)
        let product = (across.x * down.x + across.y * down.y) * u + across.z * down.z
        return (product / (acrossSquared * downSquared).squareRoot(), log(acrossSquared / downSquared) / 2)
    }
}

private func square(_ x: Double) -> Double { x * x }
