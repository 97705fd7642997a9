import Glibc

/// Removes the jitter of a pose at rest and leaves a moving one unchanged: a low-pass filter whose cutoff rises with
/// speed.
///
/// Source: Casiez, Roussel & Vogel, "1 € Filter", CHI 2012. The rotation is filtered in the tangent space at its
/// current value. Speeds are relative, so the unit of length does not matter: translation is in percent of the distance
/// per second.
public struct PoseSmoother: Sendable {
    /// A cutoff as a function of speed.
    private struct Cutoff {
        /// Cutoff at rest, in hertz.
        let rest: Double
        /// Hertz gained per unit of speed.
        let gain: Double

        func at(_ speed: Double) -> Double { rest + gain * speed }
    }

    /// Speeds are in percent of the distance per second for translation, and in degrees per second for rotation.
    private static let translationCutoff = Cutoff(rest: 1, gain: 0.3)
    private static let rotationCutoff = Cutoff(rest: 1.5, gain: 0.5)
    /// Cutoff for the speeds, in hertz.
    private static let speedCutoff = 1.0
    /// Seconds without a pose after which the next one is not smoothed.
    private static let longestPause = 0.5
    /// Time between poses, in seconds, below which they do not update the speed.
    private static let shortestPause = 1e-4
    /// Smallest distance that translation speeds are relative to, in the pose's unit.
    private static let minimumDistance = 1e-9

    private var time = -Double.infinity
    private var measured: AnchorPose?
    private var smooth: AnchorPose?
    /// Speeds, smoothed as vectors so that jitter cancels out.
    private struct Velocity {
        /// In distances per second.
        var translation = SIMD3<Double>()
        /// In radians per second.
        var rotation = SIMD3<Double>()
    }
    private var velocity = Velocity()

    public init() {}

    /// - Parameter time: Time in seconds. A pose that is not later than the last leaves the filter unchanged.
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

    /// Share of the new value after some seconds.
    private static func share(cutoff: Double, _ seconds: Double) -> Double {
        1 - Glibc.exp(-2 * .pi * cutoff * seconds)
    }
}
