package import RectoCore

/// Removes the jitter of still corners and leaves moving corners alone: a low-pass filter whose cutoff rises with
/// speed.
///
/// Source: Casiez, Roussel & Vogel, "1 € Filter: A Simple Speed-based Low-pass Filter for Noisy Input in Interactive
/// Systems", CHI 2012. All corners share the cutoff for their mean speed, so that the quad keeps its shape.
package struct QuadSmoother: Sendable {
    /// Cutoff of still corners, in hertz.
    private let restCutoff: Double
    /// Hertz added for each percent of the frame's diagonal per second. The lag of a steady motion is then at most
    /// 1 / (2π · this) percent.
    private let cutoffGain: Double
    /// Cutoff for the smoothing of the speed, in hertz.
    private static let speedCutoff = 3.0

    private var time: Double
    private var measured: Quad
    package private(set) var quad: Quad
    /// Velocities of the corners in pixels per second, smoothed.
    package private(set) var velocity = Quad(width: 0, height: 0)

    package init(_ quad: Quad, at time: Double, restCutoff: Double, cutoffGain: Double) {
        self.restCutoff = restCutoff
        self.cutoffGain = cutoffGain
        self.quad = quad
        self.time = time
        measured = quad
    }

    /// Mean speed of the corners, in pixels per second.
    package var speed: Double { (0..<4).reduce(0) { $0 + velocity[$1].length } / 4 }

    /// - Parameters:
    ///   - time: In seconds; a measurement that is not later than the last one is ignored.
    ///   - diagonal: The frame's, in pixels.
    package mutating func add(_ measured: Quad, at time: Double, diagonal: Double) {
        let passed = time - self.time
        guard passed > 1e-4 else { return }
        let speedShare = Self.share(cutoff: Self.speedCutoff, passed)
        for corner in 0..<4 {
            let now = (measured[corner] - self.measured[corner]) * (1 / passed)
            velocity[corner] = velocity[corner] + (now - velocity[corner]) * speedShare
        }
        let percent = 100 * speed / diagonal
        let share = Self.share(cutoff: restCutoff + cutoffGain * percent, passed)
        for corner in 0..<4 { quad[corner] = quad[corner] + (measured[corner] - quad[corner]) * share }
        self.measured = measured
        self.time = time
    }

    /// The share of the distance to a new value that is covered after some seconds.
    private static func share(cutoff: Double, _ seconds: Double) -> Double {
        1 - exp(-2 * .pi * cutoff * seconds)
    }
}
