import RectoCodecs
import RectoCore
import RectoVision

/// Draws the detector's intermediate results.
struct DetectionSteps: Sendable {
    /// The steps in their order; the last two are drawn over the photo.
    static let steps: [OverlayFolder.Step] = [.gradient, .edges, .hough, .lines, .quads, .found]

    private let trace: DetectionTrace
    private let picture: Picture
    private let found: DetectedPage
    /// The approximate long side of the pictures, in pixels.
    private static let longSide = 1280

    init(_ trace: DetectionTrace, of picture: Picture, found: DetectedPage) {
        self.trace = trace
        self.picture = picture
        self.found = found
    }

    /// Returns the picture of a step; `nil` if the detector did not reach it.
    func image(of step: OverlayFolder.Step) throws(ParameterError) -> Raster? {
        switch step {
        case .gradient: try bothScales { scale throws(ParameterError) in try gradient(scale) }
        case .edges: try bothScales { scale throws(ParameterError) in try edges(scale) }
        case .hough: try bothScales { scale throws(ParameterError) in try houghSpace(scale) }
        case .lines: .rgb(try lines())
        case .quads: .rgb(try quads())
        case .found: found.drawn(over: picture)
        case .straightened, .finished, .textLines, .sheet, .field: nil
        }
    }

    private func bothScales(
        _ draw: (DetectionTrace.Scale) throws(ParameterError) -> RGBImage
    ) throws(ParameterError) -> Raster? {
        guard let fine = trace.scales.first, let coarse = trace.scales.last else { return nil }
        return .rgb(try draw(fine).beside(draw(coarse)))
    }

    /// Returns the number of drawn pixels per pixel of the scale. Both scales are drawn at the same size.
    private func enlargement(_ scale: DetectionTrace.Scale) -> Int {
        let base = trace.scales.first.map { max($0.width, $0.height) } ?? 1
        let factor = max(1, 960 / base)
        return scale.width < trace.scales[0].width ? 2 * factor : factor
    }

    /// Brightness is the gradient's magnitude. The color is its direction, the same for opposite directions: red
    /// across vertical edges.
    private func gradient(_ scale: DetectionTrace.Scale) throws(ParameterError) -> RGBImage {
        let factor = enlargement(scale)
        let full = max(Double(Self.quantile(0.995, of: scale.magnitude)), 1)
        return try .drawn(width: scale.width * factor, height: scale.height * factor) { x, y in
            let index = (y / factor) * scale.width + x / factor
            let brightness = min(max(Double(scale.magnitude[index]), 0) / full, 1)
            return Ink(hue: Double(scale.direction[index]) / 180, brightness: brightness.squareRoot())
        }
    }

    private func edges(_ scale: DetectionTrace.Scale) throws(ParameterError) -> RGBImage {
        let factor = enlargement(scale)
        return try .drawn(width: scale.width * factor, height: scale.height * factor) { x, y in
            Ink(gray: Double(scale.strength[(y / factor) * scale.width + x / factor]))
        }
    }

    /// Rows are directions, one degree each; columns are offsets, with the frame's center in the middle. Lines are
    /// circled.
    private func houghSpace(_ scale: DetectionTrace.Scale) throws(ParameterError) -> RGBImage {
        let (across, down) = (max(1, Self.longSide / scale.offsets), 4)
        let maximum = max(Double(scale.votes.max() ?? 0), 1)
        var image = try RGBImage.drawn(width: scale.offsets * across, height: 180 * down) { x, y in
            let votes = max(Double(scale.votes[(y / down) * scale.offsets + x / across]), 0)
            return Ink(heat: (votes / maximum).squareRoot())
        }
        for peak in scale.peaks {
            let center = Point2D(x: (peak.offset + 0.5) * Double(across), y: (peak.angle + 0.5) * Double(down))
            image.drawRing(center, radius: 10, halfWidth: 1, Ink(red: 0, green: 230, blue: 230))
        }
        return image
    }

    /// Lines from blue to red by votes, wide for the fine scale; border lines in magenta.
    private func lines() throws(ParameterError) -> RGBImage {
        var canvas = try canvas()
        let maximum = max(trace.lines.map(\.votes).max() ?? 1, 1)
        for line in trace.lines.reversed() {
            let ink =
                line.origin == .border
                ? Ink(red: 255, green: 0, blue: 255) : Ink(rank: Double(line.votes / maximum).squareRoot())
            canvas.drawStroke(
                inCanvas(line.start, canvas), inCanvas(line.end, canvas), halfWidth: line.origin == .fine ? 1.6 : 0.8,
                ink)
        }
        return canvas
    }

    /// Thin lines show the quads whose features were all computed, from blue to red by rank. Wide lines show the best quad
    /// of each place, with rank and score at the first corner.
    private func quads() throws(ParameterError) -> RGBImage {
        var canvas = try canvas()
        let ranked = trace.candidates.sorted { $0.score > $1.score }.prefix(60)
        for (rank, candidate) in ranked.enumerated().reversed() {
            let quad = candidate.quad.map { inCanvas($0, canvas) }
            canvas.draw(quad, halfWidth: 0.6, Ink(rank: 1 - Double(rank) / 60))
        }
        let places = trace.found.prefix(9)
        for (rank, place) in places.enumerated().reversed() {
            let quad = place.detection.quad.map { inCanvas($0, canvas) }
            canvas.draw(quad, halfWidth: rank == 0 ? 4 : 2, Self.ink(ofPlace: rank))
        }
        for (rank, place) in places.enumerated().reversed() {
            let corner = inCanvas(place.detection.quad.topLeft, canvas)
            guard corner.isFinite, abs(corner.x) < 1e6, abs(corner.y) < 1e6 else { continue }
            canvas.drawNumber(
                "\(rank + 1): \(place.score.rounded(decimals: 1))", x: Int(corner.x) + 6, y: Int(corner.y) + 6, dot: 3,
                Self.ink(ofPlace: rank))
        }
        return canvas
    }

    /// Red for the best, then from yellow on through the rainbow.
    private static func ink(ofPlace rank: Int) -> Ink {
        rank == 0 ? Ink(red: 255, green: 50, blue: 40) : Ink(hue: 0.13 + 0.08 * Double(rank), brightness: 1)
    }

    /// The photo as a background.
    private func canvas() throws(ParameterError) -> RGBImage {
        var canvas = try picture.rgb.scaled(toLongSide: Self.longSide)
        canvas.dim(to: 0.55)
        return canvas
    }

    private func inCanvas(_ point: Point2D, _ canvas: RGBImage) -> Point2D {
        Point2D(
            x: point.x * Double(canvas.width) / Double(picture.size.width),
            y: point.y * Double(canvas.height) / Double(picture.size.height))
    }

    private static func quantile(_ share: Double, of values: [Float]) -> Float {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[Int(share * Double(sorted.count - 1))]
    }
}
