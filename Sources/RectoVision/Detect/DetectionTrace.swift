package import RectoCore
import RectoKernels

/// All intermediate results of a detection, for pictures of the steps.
package struct DetectionTrace: Sendable {
    /// One of the two scales at which lines are searched for.
    package struct Scale: Sendable {
        package let width: Int
        package let height: Int
        /// Gradient magnitude, `width × height`, in gray levels per pixel.
        package let magnitude: [Float]
        /// Direction of the gradient, in whole degrees, 0…179.
        package let direction: [UInt8]
        /// Edge strength relative to the surround, 0…1.
        package let strength: [Float]
        /// Number of offsets of the Hough space.
        package let offsets: Int
        /// The smoothed votes: 180 rows, one for each degree of a line's normal, of ``offsets`` votes.
        package let votes: [Float]
        /// The lines that were taken from the votes: direction in degrees, and offset as a fractional column.
        package let peaks: [(angle: Double, offset: Double)]
    }

    /// A line from which quads were formed.
    package struct TracedLine: Sendable {
        package enum Origin: Sendable { case fine, coarse, border }

        /// Two points of the line on or outside the picture's border, in pixels of the picture.
        package let start: Point2D
        package let end: Point2D
        /// The votes for the line; 0 for the border.
        package let votes: Float
        package let origin: Origin
    }

    /// The pyramid level that was searched, and the one of half its size; empty if the picture is too small.
    package internal(set) var scales: [Scale] = []
    /// The lines of both scales, best first, then the border.
    package internal(set) var lines: [TracedLine] = []
    /// The quads that competed to be the page.
    package internal(set) var candidates: [PageDetector.Candidate] = []
    /// The detected pages.
    package internal(set) var found: [PageCandidate] = []
}

extension DetectionTrace.TracedLine {
    init(_ line: Line, votes: Float, _ origin: Origin, _ geometry: LevelGeometry) {
        let ends = geometry.inPicture(line)
        self.init(start: ends.start, end: ends.end, votes: votes, origin: origin)
    }
}

extension DetectionTrace.Scale {
    /// - Parameter lines: The lines that the transform found in the field.
    init(_ field: GradientField, _ hough: LineHough, _ lines: [LineHough.Candidate]) {
        let count = field.width * field.height
        let space = hough.space
        self.init(
            width: field.width, height: field.height, magnitude: field.magnitude.elements(count),
            direction: field.direction.elements(count), strength: field.edges.elements(count).map { $0.strength },
            offsets: space.width, votes: space.elements(space.width * space.height),
            peaks: lines.map { candidate in
                let line = candidate.line
                // A refined line may have turned past 0 or 180 degrees, so the row in which it was found is used.
                return (Double(candidate.angleBin), line.offset + Double(space.width / 2))
            })
    }
}

extension Plane {
    /// A copy of the first elements.
    fileprivate func elements(_ count: Int) -> [Element] { Array(UnsafeBufferPointer(start: base, count: count)) }
}
