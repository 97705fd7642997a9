import RectoCore

import Glibc

/// The proportions of a rectangle seen in perspective, from its four corners in one picture.
///
/// For a known focal length the ratio of the sides has a closed form, and so has the angle between them, which must be
/// a right angle. The focal length is therefore weighted on a grid, by how well it squares the corner, given the
/// corners' accuracy, times its prior probability. The estimate is the weighted mean of the log ratio. A frontal view
/// says nothing about the focal length, but its ratio does not depend on it either.
///
/// Source: Zhang & He, "Whiteboard Scanning and Image Enhancement", 2007, §3 (the closed forms). Difference: the focal
/// length is weighted with a prior, because solving for it is undefined or unstable near frontal views.
struct AspectRatioEstimator {
    /// Standard deviation of a corner's coordinates, in pixels.
    var cornerNoisePixels: Double
    /// The usual focal length, in long sides of the picture.
    var usualFocalLength: Double
    /// Standard deviation of the natural logarithm of the focal length around the usual one.
    var focalSpread: Double

    /// A rectangle's proportions at one assumed focal length.
    struct View {
        /// Likelihood of the focal length, up to a factor common to all views of a quad.
        let weight: Double
        /// Natural logarithm of width over height, and its variance due to the corners' noise.
        let logRatio: Double
        let variance: Double
        let logFocalLength: Double
    }

    /// - Parameters:
    ///   - quad: Convex and clockwise.
    ///   - picture: Its center is the principal point.
    ///   - focalLength: Knowledge of it beyond the prior.
    /// - Returns: `nil` if no focal length squares the corners: the quad is not a picture of a rectangle.
    func views(_ quad: Quad, in picture: PixelSize, focalLength: FocalLength?) -> [View]? {
        let sight = sight(of: quad, in: picture)
        let views = focalGrid(for: picture, focalLength).compactMap { focal -> View? in
            let seen = sight.seen(logFocalLength: focal.logarithm)
            let weight = focal.prior * exp(-square(seen.deviations) / 2)
            guard weight.isFinite, seen.logRatio.isFinite, seen.variance.isFinite else { return nil }
            return View(
                weight: weight, logRatio: seen.logRatio, variance: seen.variance, logFocalLength: focal.logarithm)
        }
        return views.reduce(0) { $0 + $1.weight } > 1e-30 ? views : nil
    }

    func sight(of quad: Quad, in picture: PixelSize) -> RectangleSight {
        RectangleSight(quad, in: picture, cornerNoise: cornerNoisePixels)
    }

    /// Focal lengths up to three standard deviations on both sides of the known or usual one, evenly spaced in natural
    /// logarithm, with their prior weights.
    private func focalGrid(
        for picture: PixelSize, _ known: FocalLength?
    ) -> [(logarithm: Double, prior: Double)] {
        let middle = log(known?.pixels ?? usualFocalLength * Double(picture.longSide))
        let spread = known?.relativeUncertainty ?? focalSpread
        guard spread > 0 else { return [(middle, 1)] }
        let reach = known == nil ? 24 : 8
        return (-reach...reach).map { step in
            let deviations = 3 * Double(step) / Double(reach)
            return (middle + spread * deviations, exp(-square(deviations) / 2))
        }
    }
}

/// The proportions of a page and their accuracy.
public struct AspectRatio: Hashable, Sendable {
    /// Width over height.
    public let value: Double
    /// Standard deviation of the value over the value.
    public let relativeUncertainty: Double
    /// The focal length that fits best, in pixels of the picture; `nil` if none fits.
    public let focalLengthPixels: Double?
}

extension AspectRatio {
    /// The weighted mean of views.
    init(_ views: [AspectRatioEstimator.View]) {
        let total = views.reduce(0) { $0 + $1.weight }
        func mean(_ value: (AspectRatioEstimator.View) -> Double) -> Double {
            views.reduce(0) { $0 + $1.weight * value($1) } / total
        }
        let logRatio = mean { $0.logRatio }
        let variance = mean { square($0.logRatio - logRatio) + $0.variance }
        self.init(
            value: exp(logRatio), relativeUncertainty: variance.squareRoot(),
            focalLengthPixels: exp(mean { $0.logFocalLength }))
    }

    /// For a quad that is not a picture of a rectangle, from the mean side lengths.
    init(sideLengthsOf quad: Quad) {
        let sides = quad.sideLengths
        self.init(
            value: (sides[0] + sides[2]) / (sides[1] + sides[3]), relativeUncertainty: 0.2, focalLengthPixels: nil)
    }

    /// The ratio as a single view.
    var views: [AspectRatioEstimator.View] {
        [.init(weight: 1, logRatio: log(value), variance: square(relativeUncertainty), logFocalLength: 0)]
    }
}

/// A quad as the picture of a rectangle, and its perturbations within the corners' noise.
struct RectangleSight {
    private let sides: SideVectors
    private let moved: InlineArray<8, (plus: SideVectors, minus: SideVectors)>

    init(_ quad: Quad, in picture: PixelSize, cornerNoise: Double) {
        let center = Point2D(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        func vectors(_ quad: Quad) -> SideVectors { SideVectors(quad.map { $0 - center }) }
        sides = vectors(quad)
        moved = InlineArray { index in
            let shift = index < 4 ? Point2D(x: cornerNoise, y: 0) : Point2D(x: 0, y: cornerNoise)
            var (plus, minus) = (quad, quad)
            plus[index & 3] = plus[index & 3] + shift
            minus[index & 3] = minus[index & 3] - shift
            return (vectors(plus), vectors(minus))
        }
    }

    /// For one focal length in pixels: deviation of the corner from a right angle, in standard deviations caused by the
    /// noise; the logarithm of width over height; and its variance caused by the noise.
    func seen(logFocalLength: Double) -> (deviations: Double, logRatio: Double, variance: Double) {
        let inverseSquared = exp(-2 * logFocalLength)
        let view = sides.seen(inverseFocalSquared: inverseSquared)
        var (cosineVariance, ratioVariance) = (1e-12, 0.0)
        for index in moved.indices {
            let a = moved[index].plus.seen(inverseFocalSquared: inverseSquared)
            let b = moved[index].minus.seen(inverseFocalSquared: inverseSquared)
            cosineVariance += square((a.cosine - b.cosine) / 2)
            ratioVariance += square((a.logRatio - b.logRatio) / 2)
        }
        return (view.cosine / cosineVariance.squareRoot(), view.logRatio, ratioVariance)
    }
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
