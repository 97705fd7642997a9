import Glibc

/// Takes the trembling out of a pose at rest and leaves one in motion alone: a low-pass filter that opens with speed.
///
/// Source: Casiez, Roussel & Vogel, "1 € Filter", CHI 2012; the rotation is filtered in the tangent space of where it is.
/// Speeds are relative, so that the unit of length does not matter: the translation's in percent of the distance a second.
public struct PoseSmoother: Sendable {
    /// How a cutoff follows from a speed.
    private struct Cutoff {
        /// At rest, in hertz.
        let rest: Double
        /// Hertz gained for each unit of the speed.
        let gain: Double

        func at(_ speed: Double) -> Double { rest + gain * speed }
    }

    /// Speeds of the first in percent of the distance a second, of the second in degrees a second.
    private static let translationCutoff = Cutoff(rest: 1, gain: 0.3)
    private static let rotationCutoff = Cutoff(rest: 1.5, gain: 0.5)
    /// Cutoff for the speeds, in hertz.
    private static let speedCutoff = 1.0
    /// After so many seconds without a pose the next one is taken as it is.
    private static let longestPause = 0.5
    /// Poses nearer to each other than this, in seconds, say nothing of speed.
    private static let shortestPause = 1e-4
    /// Speeds are shares of the distance, but never of less than this, in its unit.
    private static let minimumDistance = 1e-9

    private var time = -Double.infinity
    private var measured: AnchorPose?
    private var smooth: AnchorPose?
    /// Speeds, smoothed as vectors, in which trembling cancels itself.
    private struct Velocity {
        /// In distances a second.
        var translation = SIMD3<Double>()
        /// In radians a second.
        var rotation = SIMD3<Double>()
    }
    private var velocity = Velocity()

    public init() {}

    /// - Parameter time: In seconds; a pose that is not later than the last leaves the filter as it is.
    public mutating func add(_ pose: AnchorPose, at time: Double) -> AnchorPose {
        let passed = time - self.time
        guard let before = measured, var result = smooth, passed < Self.longestPause else {
            return start(pose, at: time)
        }
        guard passed > Self.shortestPause else { return result }
        let distance = max(dot(pose.translation, pose.translation).squareRoot(), Self.minimumDistance)
        let moved = (pose.translation - before.translation) * (1 / (distance * passed))
        let turned = pose.rotation.composed(after: before.rotation.inverse).rotationVector * (1 / passed)
        let share = Self.share(cutoff: Self.speedCutoff, passed)
        velocity.translation += (moved - velocity.translation) * share
        velocity.rotation += (turned - velocity.rotation) * share
        let percents = 100 * dot(velocity.translation, velocity.translation).squareRoot()
        let degrees = 180 / .pi * dot(velocity.rotation, velocity.rotation).squareRoot()
        let slide = Self.share(cutoff: Self.translationCutoff.at(percents), passed)
        let turn = Self.share(cutoff: Self.rotationCutoff.at(degrees), passed)
        result.translation += (pose.translation - result.translation) * slide
        let rest = pose.rotation.composed(after: result.rotation.inverse).rotationVector
        result.rotation = Rotation3(rotationVector: rest * turn).composed(after: result.rotation)
        (self.time, measured, smooth) = (time, pose, result)
        return result
    }

    private mutating func start(_ pose: AnchorPose, at time: Double) -> AnchorPose {
        (self.time, measured, smooth) = (time, pose, pose)
        velocity = Velocity()
        return pose
    }

    /// Share of the way to a new value after some seconds.
    private static func share(cutoff: Double, _ seconds: Double) -> Double {
        1 - Glibc.exp(-2 * .pi * cutoff * seconds)
    }
}
