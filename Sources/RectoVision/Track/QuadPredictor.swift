package import RectoCore

/// Predicts where the corners will be: each moves at a constant velocity, corrected by every measurement.
///
/// An α-β filter whose gains depend on the elapsed time, so that frames may come at irregular intervals.
/// Source: Kalata, "The Tracking Index: A Generalized Parameter for α-β and α-β-γ Target Trackers", IEEE Transactions
/// on Aerospace and Electronic Systems AES-20(2), 1984.
package struct QuadPredictor: Sendable {
    /// Shares of the prediction error by which position and velocity are corrected, at one ``framePeriod``.
    private static let positionGain = 0.9
    private static let velocityGain = 0.45
    /// The time in seconds between two frames at 30 per second.
    private static let framePeriod = 1.0 / 30
    /// The longest time for which a velocity is trusted, in seconds.
    private static let longestExtrapolation = 0.15
    /// The shortest time between two measurements that yield a velocity, in seconds.
    private static let shortestPeriod = 1e-4
    /// Frames after which the prediction is worthless and the gains stop changing.
    private static let maximumFrames = 30.0
    /// The error of the speed grows at once and shrinks slowly: these are the shares of the old and the new error.
    private static let keptError = 0.8
    private static let takenError = 0.2

    private var position: Quad
    private var time: Double
    /// Velocities of the corners, in pixels per second.
    package private(set) var velocity = Quad(width: 0, height: 0)
    /// The error in velocity of the worst-predicted corner, in pixels per second.
    private var speedError = 0.0

    /// - Parameter time: When the quad was there, in seconds.
    package init(_ quad: Quad, at time: Double) {
        position = quad
        self.time = time
    }

    package func prediction(at time: Double) -> Quad {
        let ahead = min(max(time - self.time, 0), Self.longestExtrapolation)
        var quad = position
        for corner in 0..<4 { quad[corner] = quad[corner] + velocity[corner] * ahead }
        return quad
    }

    /// How far the prediction may be off, in pixels.
    package func uncertainty(at time: Double) -> Double { speedError * max(time - self.time, 0) }

    /// - Parameter time: When the quad was measured, in seconds, not before the last measurement.
    package mutating func correct(with measured: Quad, at time: Double) {
        let predicted = prediction(at: time)
        let passed = time - self.time
        self.time = time
        guard passed > Self.shortestPeriod else {
            position = measured
            return
        }
        let frames = min(passed / Self.framePeriod, Self.maximumFrames)
        let positionShare = 1 - power(1 - Self.positionGain, frames)
        let velocityShare = 1 - power(1 - Self.velocityGain, frames)
        var worst = 0.0
        for corner in 0..<4 {
            let error = measured[corner] - predicted[corner]
            position[corner] = predicted[corner] + error * positionShare
            velocity[corner] = velocity[corner] + error * (velocityShare / max(passed, Self.framePeriod / 4))
            worst = max(worst, error.length)
        }
        speedError = max(worst / passed, Self.keptError * speedError + Self.takenError * worst / passed)
    }
}
