import Glibc
public import RectoCore
import RectoKernels

/// Measures how far the lines of a page that fills its picture are from level.
///
/// The centers of letters are projected along each direction of a half circle; along lines of print their profile has the
/// sharpest peaks. Columns of a fixed-width font and rows of tables have peaks too. So the direction in which letters have
/// their nearest neighbor has to agree, and no other direction may be nearly as good. The angle is then refined on the ink
/// itself.
public struct SkewEstimator: Sendable {
    private var finder = Scratch(SkewFinder())

    public init() {}

    /// - Parameter page: A picture that is the page.
    /// - Returns: `nil` where the direction of lines is not sure.
    public mutating func estimate(_ page: GrayView) -> Skew? { finder.own().find(page) }
}

/// The scratch and the steps of a ``SkewEstimator``.
private final class SkewFinder: @unchecked Sendable {
    // Sendable: only the estimator that owns it alone uses it.
    private let ink = TextInkFinder(.full)
    private var letters: [Letter] = []
    private var profile: [Float] = []

    /// A connected part of letter size, in pixels of the searched picture.
    private struct Letter {
        var x, y: Float
        var size: Float
    }

    /// Sizes of letters, in heights of a small letter.
    private static let sizes: ClosedRange<Float> = 0.5...4.5
    /// Fewer, as on business cards, do not show the angle to a third of a degree.
    private static let minimumLetters = 100
    /// Directions that are tried, in degrees, and the width of a profile's bin, in letter heights.
    private static let coarseStep = 0.5
    private static let coarseBin: Float = 0.6
    /// Distance of a neighbor, in letter heights, and the ratio of sizes.
    private static let neighborDistances: ClosedRange<Float> = 0.4...3
    private static let neighborRatio: Float = 2
    /// How far the direction to a neighbor may be from that of the line, in degrees, and the share of letters that need
    /// such a neighbor. Photographs have 0.4 at most.
    private static let neighborTolerance: Float = 12
    private static let minimumAgreement = 0.5
    /// The largest score of another direction, beyond this many degrees, as a share of the best one's.
    private static let otherDirection = 4.0
    private static let maximumOther = 0.68
    /// The width of a bin on refinement, in letter heights, and how much sharper the best profile is than the median.
    private static let fineBin: Float = 0.125
    private static let minimumSharpness = 1.25
    /// What differs more than this from the paper, in levels, is content.
    private static let contentContrast = 24

    func find(_ page: GrayView) -> Skew? {
        guard ink.findParts(page, in: UprightPart(of: nil, in: page.size), invertsLightType: true) else { return nil }
        findLetters()
        guard letters.count >= Self.minimumLetters, let direction = coarseDirection(),
            let fine = refined(direction)
        else { return nil }
        // The nearest quarter turn is left to the orientation.
        let degrees = fine - 90 * (fine / 90).rounded()
        return Skew(degrees: degrees, picture: page.size, content: content(degrees))
    }

    private func findLetters() {
        letters.removeAll(keepingCapacity: true)
        for (index, part) in ink.pieces.parts.enumerated() where part.parent == index && isLetter(part) {
            letters.append(
                Letter(
                    x: Float(part.left + part.right) / 2, y: Float(part.top + part.bottom) / 2,
                    size: Float(max(part.width, part.height))))
        }
    }

    private func isLetter(_ part: InkParts.Part) -> Bool {
        Self.sizes ~= Float(max(part.width, part.height)) / Float(ink.letter) && ink.isPrint(part)
    }

    // MARK: - Direction

    /// The direction of lines, -90..<90 degrees; `nil` if it is not sure.
    private func coarseDirection() -> Double? {
        let neighbors = neighborDirections()
        guard 2 * neighbors.count >= Self.minimumLetters else { return nil }
        let angles = (0..<Int(180 / Self.coarseStep)).map { Self.coarseStep * Double($0) - 90 }
        let energies = angles.map { angle in
            project(letters.lazy.map { ($0.x, $0.y) }, angle, bin: Self.coarseBin * Float(ink.letter))
            return profile.reduce(0.0) { $0 + Double($1 * $1) }
        }
        let scores = zip(angles, energies).map { $1 * Self.agreement(neighbors, $0) }
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        let others = scores.indices.filter { Self.distance(angles[$0], angles[best]) > Self.otherDirection }
        let other = others.map { scores[$0] }.max() ?? 0
        let agreement = Self.agreement(neighbors, angles[best])
        guard agreement >= Self.minimumAgreement, other <= Self.maximumOther * scores[best] else { return nil }
        return angles[best]
    }

    /// The angle between two directions, up to quarter turns.
    private static func distance(_ a: Double, _ b: Double) -> Double {
        let difference = a - b
        return abs(difference - 90 * (difference / 90).rounded())
    }

    /// The directions from letters to their nearest neighbors, in degrees.
    private func neighborDirections() -> [Float] {
        letters.sort { ($0.y, $0.x) < ($1.y, $1.x) }
        let letter = Float(ink.letter)
        let reach = Self.neighborDistances.upperBound * letter
        let minimum = Self.neighborDistances.lowerBound * letter
        var directions: [Float] = []
        var first = 0
        for here in letters {
            while letters[first].y < here.y - reach { first += 1 }
            var (nearest, offset) = (reach * reach, SIMD2<Float>?.none)
            var index = first
            while index < letters.count, letters[index].y <= here.y + reach {
                let other = letters[index]
                index += 1
                let step = SIMD2(other.x - here.x, other.y - here.y)
                let distance = (step * step).sum()
                guard distance <= nearest, distance > minimum * minimum,
                    max(here.size, other.size) < Self.neighborRatio * min(here.size, other.size)
                else { continue }
                (nearest, offset) = (distance, step)
            }
            if let offset { directions.append(atan2(offset.y, offset.x) * 180 / .pi) }
        }
        return directions
    }

    /// The share of directions that are close to a line's.
    private static func agreement(_ directions: [Float], _ angle: Double) -> Double {
        let near = directions.count { direction in
            let difference = direction - Float(angle)
            return abs(difference - 180 * (difference / 180).rounded()) < neighborTolerance
        }
        return Double(near) / Double(directions.count)
    }

    // MARK: - Refinement

    /// The direction to a fiftieth of a degree; `nil` if lines are not straight.
    private func refined(_ direction: Double) -> Double? {
        let pieces = ink.pieces
        let isLetter = pieces.parts.map { self.isLetter($0) }
        var pixels: [(Float, Float)] = []
        for run in pieces.runs where isLetter[Int(pieces.root(run.part))] {
            for x in run.start..<run.end { pixels.append((Float(x), Float(run.y))) }
        }
        let bin = max(Self.fineBin * Float(ink.letter), 0.75)
        func sharpest(_ center: Double, step: Double, count: Int) -> (angle: Double, sharpness: Double) {
            let angles = (-count...count).map { center + step * Double($0) }
            let changes = angles.map { angle in
                project(pixels, angle, bin: bin)
                return zip(profile, profile.dropFirst()).reduce(0.0) { $0 + Double(($1.1 - $1.0) * ($1.1 - $1.0)) }
            }
            let best = changes.indices.max { changes[$0] < changes[$1] } ?? count
            return (angles[best], changes[best] / max(changes.sorted()[count], 1))
        }
        let (angle, sharpness) = sharpest(direction, step: 0.1, count: 10)
        guard sharpness >= Self.minimumSharpness else { return nil }
        return sharpest(angle, step: 0.02, count: 5).angle
    }

    /// Sets ``profile`` to how many points lie along each line in a direction, shared between the two nearest bins.
    private func project(_ points: some Sequence<(Float, Float)>, _ degrees: Double, bin: Float) {
        let (cosine, sine) = (Float(cos(degrees * .pi / 180)) / bin, Float(sin(degrees * .pi / 180)) / bin)
        let (width, height) = (Float(ink.small.width), Float(ink.small.height))
        let least = min(0, -sine * width) + min(0, cosine * height)
        let most = max(0, -sine * width) + max(0, cosine * height)
        let count = Int(most - least) + 3
        profile.removeAll(keepingCapacity: true)
        profile.append(contentsOf: repeatElement(0, count: count))
        profile.withUnsafeMutableBufferPointer { profile in
            for (x, y) in points {
                let place = max(y * cosine - x * sine - least, 0)
                let index = Int(place)
                let share = place - Float(index)
                profile[index] += 1 - share
                profile[index + 1] += share
            }
        }
    }

    // MARK: - Content

    /// The box around all that differs from the paper.
    private func content(_ degrees: Double) -> Skew.Box {
        let small = ink.small
        let tones = ByteHistogram(
            small.base, stride: small.width, rowBytes: small.width, height: small.height, aboutSamples: .max)
        let paper = Int(tones.quantile(0.5) ?? 255)
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        let (centerX, centerY) = (Double(small.width) / 2, Double(small.height) / 2)
        var box = Skew.Box()
        func add(_ x: Int, _ y: Int) {
            let (x, y) = ((Double(x) - centerX) * ink.pixel, (Double(y) - centerY) * ink.pixel)
            box.add(x: cosine * x + sine * y, y: cosine * y - sine * x)
        }
        for y in 0..<small.height {
            let row = small.base + y * small.width
            func isContent(_ x: Int) -> Bool { abs(Int(row[x]) - paper) > Self.contentContrast }
            guard let first = (0..<small.width).first(where: isContent),
                let last = (0..<small.width).last(where: isContent)
            else { continue }
            for x in [first, last + 1] {
                add(x, y)
                add(x, y + 1)
            }
        }
        return box
    }
}
