public import RectoCore

import Glibc

/// A camera's focal length, learned from pages: each tilted one adds some evidence.
///
/// Keep one filter for each camera, add the corners of each frame as tracked, and pass the result to
/// `PageRectifier.plan(for:in:paper:dotsPerInch:focalLength:)`. The likelihood of every focal length is accumulated on
/// a grid of its logarithm, from two cues: sides must meet at right angles (Zhang & He), and the views of one sheet
/// must agree on its proportions. The prior is that of ``PageRectifier/Parameters``.
///
/// Adjacent frames repeat each other's errors, so only frames that moved by some pixels count.
public struct FocalLengthFilter: Sendable {
    /// Number of frames that counted.
    public private(set) var frameCount = 0

    private let parameters: PageRectifier.Parameters
    /// Natural logarithms of focal lengths in long sides of the picture.
    private let grid: [Double]
    private var logLikelihood: [Double]
    /// Evidence about the current sheet for each focal length of the grid: precision, and the weighted sums of the log
    /// ratio and of its square.
    private var precision: [Double]
    private var weightedRatio: [Double]
    private var weightedSquare: [Double]
    private var last: Quad?
    /// Views of the current frame for each focal length of the grid; kept to reuse memory.
    private var views: [(deviations: Double, logRatio: Double, variance: Double)]

    /// Smallest mean movement of the corners for a frame to count, in standard deviations of their noise.
    private static let minimumMove = 4.0
    /// Largest deviation that counts against a focal length in one frame, so that a wrong quad does not decide.
    private static let maximumDeviations = 3.0
    /// Range of focal lengths in standard deviations to each side of the usual one, and the number of steps.
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

    /// Begins a new sheet; the knowledge of the camera stays.
    public mutating func beginPage() {
        for i in grid.indices { logLikelihood[i] += consistency(i) }
        precision = grid.map { _ in 0 }
        weightedRatio = precision
        weightedSquare = precision
        last = nil
    }

    /// Adds the corners of a frame.
    /// - Parameter quad: All four corners as seen, none estimated.
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

    /// Agreement of the current sheet's views: −½ χ² around their mean.
    private func consistency(_ i: Int) -> Double {
        guard precision[i] > 0 else { return 0 }
        return -max(0, weightedSquare[i] - weightedRatio[i] * weightedRatio[i] / precision[i]) / 2
    }
}
