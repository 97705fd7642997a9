public import RectoCore

import Glibc

/// A camera's focal length, learned from the pages that it sees: each tilted one tells a little.
///
/// Keep one for each camera, give it the corners in frame after frame as a tracker follows them, and hand what it has
/// found to `PageRectifier.plan(for:in:paper:dotsPerInch:focalLength:)`. The likelihood of every focal length is added
/// up on a grid of its logarithm, from two cues: sides must meet at right angles (Zhang & He), and the views of one
/// sheet must agree on its proportions. The prior is that of ``PageRectifier/Parameters``.
///
/// Neighbouring frames repeat each other's errors: only what moves by some pixels counts.
public struct FocalLengthFilter: Sendable {
    /// Frames that have counted.
    public private(set) var frameCount = 0

    private let parameters: PageRectifier.Parameters
    /// Natural logarithms of the focal length in long sides of the picture.
    private let grid: [Double]
    private var logLikelihood: [Double]
    /// What was seen of the sheet at hand if the focal length is that of the grid: precision, and the weighted sums of
    /// the log ratio and of its square.
    private var precision: [Double]
    private var weightedRatio: [Double]
    private var weightedSquare: [Double]
    private var last: Quad?
    /// Of the frame at hand, for each focal length of the grid; kept for its memory.
    private var views: [(deviations: Double, logRatio: Double, variance: Double)]

    /// How far, on average, corners must have moved to count anew: in standard deviations of their noise.
    private static let minimumMove = 4.0
    /// At most so many standard deviations count against a focal length in one frame: a wrong quad must not decide.
    private static let maximumDeviations = 3.0
    /// Focal lengths are looked at so many standard deviations to each side of the usual one, in so many steps.
    private static let reach = 4.0
    private static let steps = 160

    public init(_ parameters: PageRectifier.Parameters = PageRectifier.Parameters()) {
        self.parameters = parameters
        let (usual, spread) = (log(parameters.usualFocalLength), parameters.focalSpread)
        let steps = Self.steps
        grid = (-steps...steps).map { usual + Self.reach * spread * Double($0) / Double(steps) }
        logLikelihood = grid.map { -($0 - usual) * ($0 - usual) / (2 * spread * spread) }
        precision = grid.map { _ in 0 }
        weightedRatio = precision
        weightedSquare = precision
        views = grid.map { _ in (0, 0, 0) }
    }

    /// Another sheet is seen from now on; what is known of the camera stays.
    public mutating func beginPage() {
        for i in grid.indices { logLikelihood[i] += consistency(i) }
        precision = grid.map { _ in 0 }
        weightedRatio = precision
        weightedSquare = precision
        last = nil
    }

    /// Takes the corners of a frame into account.
    /// - Parameter quad: All four corners as they are seen, none guessed.
    public mutating func add(_ quad: Quad, in picture: PixelSize) {
        guard quad.isFinite, quad.isConvexClockwise, quad.area >= parameters.smallestQuadArea else { return }
        if let last {
            let moves = (0..<4).reduce(0.0) { $0 + quad[$1].distance(to: last[$1]) }
            guard moves / 4 >= Self.minimumMove * parameters.cornerNoisePixels else { return }
        }
        let estimator = AspectRatioEstimator(
            cornerNoisePixels: parameters.cornerNoisePixels, usualFocalLength: parameters.usualFocalLength,
            focalSpread: parameters.focalSpread)
        let sight = estimator.sight(of: quad, in: picture)
        let size = log(Double(picture.longSide))
        for (i, logFocalLength) in grid.enumerated() { views[i] = sight.seen(logFocalLength: logFocalLength + size) }
        guard views.allSatisfy({ $0.deviations.isFinite && $0.logRatio.isFinite && $0.variance > 0 }) else { return }
        for (i, view) in views.enumerated() {
            let deviations = min(abs(view.deviations), Self.maximumDeviations)
            logLikelihood[i] -= deviations * deviations / 2
            precision[i] += 1 / view.variance
            weightedRatio[i] += view.logRatio / view.variance
            weightedSquare[i] += view.logRatio * view.logRatio / view.variance
        }
        last = quad
        frameCount += 1
    }

    /// The focal length in pixels of a picture of this size; `nil` before a frame has counted.
    public func focalLength(in picture: PixelSize) -> FocalLength? {
        guard frameCount > 0 else { return nil }
        let logs = grid.indices.map { logLikelihood[$0] + consistency($0) }
        let maximum = logs.max() ?? 0
        let weights = logs.map { exp($0 - maximum) }
        let total = weights.reduce(0, +)
        let mean = zip(grid, weights).reduce(0) { $0 + $1.0 * $1.1 } / total
        let variance = zip(grid, weights).reduce(0) { $0 + ($1.0 - mean) * ($1.0 - mean) * $1.1 } / total
        return FocalLength(
            pixels: exp(mean) * Double(picture.longSide), relativeUncertainty: min(1, variance.squareRoot()))
    }

    /// How well the views of the sheet at hand agree: minus half of χ² around their mean.
    private func consistency(_ i: Int) -> Double {
        guard precision[i] > 0 else { return 0 }
        return -max(0, weightedSquare[i] - weightedRatio[i] * weightedRatio[i] / precision[i]) / 2
    }
}
