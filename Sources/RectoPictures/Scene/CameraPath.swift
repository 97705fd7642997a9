import RectoCore

/// A camera's movement during a video: like a hand's, a sum of slow swings.
struct CameraPath: Sendable {
    /// One swing of one of the pose's six numbers.
    private struct Swing {
        let frequency: Double
        let phase: Double
        let amplitude: Double

        /// The value at a time, 0 at time 0.
        func value(at time: Double) -> Double {
            let angle = 2 * .pi * frequency
            return amplitude * (PortableMath.sin(angle * time + phase) - PortableMath.sin(phase))
        }
    }

    /// The frequencies of a hand's tremor, in hertz.
    private static let tremors = [3.5, 7]

    private let start: CameraPose
    /// The swings of each number of the pose, in this order: shift to the right, shift down, distance, tilt, azimuth,
    /// roll.
    private let swings: [[Swing]]
    /// The time in seconds from which on the camera moves away from the page, and its shift per second in long sides of
    /// the frame; `nil` if it stays.
    private let departure: (time: Double, shift: Point2D)?
    /// The length of desk along the frame's long side, in millimeters.
    private let reach: Double

    /// - Parameters:
    ///   - start: The pose at time 0.
    ///   - tremor: The greatest amplitude of a tremor, as a share of the frame's long side.
    ///   - departure: The time in seconds from which on the camera moves away from the page; `nil` if it stays.
    init(
        _ generator: inout SeededGenerator, start: CameraPose, size: PixelSize, motion: SceneStream.Options.Motion,
        tremor: Double, departure: Double?
    ) {
        self.start = start
        reach = start.distance * Double(size.longSide) / start.focal
        let strength =
            switch motion {
            case .still: 0.0
            case .held: 0.006
            case .moved: 0.05
            }
        // Shifts and distance in shares of the reach, angles in radians; hands turn less than they shift.
        let shares = [1, 1, 1, 0.8, 0.8, 0.8]
        var swings = shares.map { share in
            [0.3, 0.8, 1.7, 4].map { frequency in
                // Slow swings are wide: the speed is about the same for all of them.
                Swing(
                    frequency: frequency * generator.uniform(0.8, 1.25), phase: generator.uniform(0, 2 * .pi),
                    amplitude: strength * share * generator.uniform(0.3, 1) * min(1, 0.5 / frequency))
            }
        }
        if tremor > 0 {
            for number in 0..<2 {
                swings[number] += Self.tremors.map { frequency in
                    Swing(
                        frequency: frequency * generator.uniform(0.8, 1.25), phase: generator.uniform(0, 2 * .pi),
                        amplitude: tremor * generator.uniform(0.3, 1))
                }
            }
        }
        self.swings = swings
        let direction = Point2D.direction(generator.uniform(0, 2 * .pi))
        self.departure = departure.map { ($0, direction * 0.8) }
    }

    /// The pose at a time in seconds.
    func pose(at time: Double) -> CameraPose {
        let values = swings.map { $0.reduce(0) { $0 + $1.value(at: time) } }
        var shift = Point2D(x: values[0], y: values[1])
        if let departure, time > departure.time { shift = shift + departure.shift * (time - departure.time) }
        var pose = start
        pose.target = pose.target + shift * reach
        pose.distance *= 1 + values[2]
        pose.tilt += values[3]
        pose.azimuth += values[4]
        pose.roll += values[5]
        return pose
    }
}
