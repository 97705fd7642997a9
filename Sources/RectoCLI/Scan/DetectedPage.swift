import RectoCodecs
import RectoCore
import RectoVision

/// The output of `recto detect` for a picture.
struct DetectedPage: Encodable {
    var file: String
    var width: Int
    var height: Int
    /// The best candidate, whether it passes as a page or not.
    var detection: PageDetection?
    /// With `--all`, every candidate; they do not overlap.
    var candidates: [PageCandidate]?
    var milliseconds: Double

    /// `nil` if the confidence is below the lowest level.
    private var quad: Quad? { detection.flatMap { $0.level == nil ? nil : $0.quad } }

    private enum CodingKeys: String, CodingKey {
        case file, width, height, presence, quad, cutSides, sagittas, confidence, level, candidates, milliseconds
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(file, forKey: .file)
        try line.encode(width, forKey: .width)
        try line.encode(height, forKey: .height)
        try line.encode(detection.presence, forKey: .presence)
        // Without a page null, not left out.
        try line.encode(quad?.jsonCorners, forKey: .quad)
        if let detection, quad != nil, !detection.cutSides.isEmpty {
            try line.encode(detection.cutSides.names, forKey: .cutSides)
        }
        if quad != nil { try line.encodeIfPresent(detection?.sagittas.json, forKey: .sagittas) }
        try line.encode((detection?.confidence ?? 0).rounded(decimals: 4), forKey: .confidence)
        try line.encode(detection?.level, forKey: .level)
        try line.encodeIfPresent(candidates?.map(JSONCandidate.init), forKey: .candidates)
        try line.encode(milliseconds.rounded(decimals: 3), forKey: .milliseconds)
    }

    /// The picture with the outlines of the pages that pass.
    func drawn(over picture: Picture) -> Raster {
        var canvas = picture.rgb
        let quads = candidates?.map(\.detection).filter { $0.level != nil }.map(\.quad) ?? quad.map { [$0] } ?? []
        for quad in quads { canvas.draw(quad) }
        return .rgb(canvas)
    }

    /// The output without `--json`.
    var lines: [String] {
        [headline] + (candidates ?? []).enumerated().flatMap { lines(of: $1, number: $0 + 1) }
    }

    private var headline: String {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        guard let detection, quad != nil else { return "\(file): \(detection.absence) (\(time))" }
        return "\(file): \(detection.quad.plainCorners) (\((detection.qualities + [time]).joined(separator: ", ")))"
    }

    private func lines(of candidate: PageCandidate, number: Int) -> [String] {
        let detection = candidate.detection
        let level = detection.level?.rawValue ?? "below show"
        let reasons = candidate.strongestReasons(count: 4)
        func list(_ title: String, _ reasons: [PageCandidate.Reason]) -> [String] {
            guard !reasons.isEmpty else { return [] }
            let texts = reasons.map { "\($0.contribution.signed) \($0.text)" }
            return ["     \(title): \(texts.joined(separator: "; "))"]
        }
        return [
            "  \(number). score \(candidate.score.signed), confidence \(detection.confidence.rounded(decimals: 2)), "
                + "\(level): \(detection.quad.plainCorners)"
        ] + list("for", reasons.for) + list("against", reasons.against)
    }
}

/// An element of `candidates`.
private struct JSONCandidate: Encodable {
    struct Reason: Encodable {
        var feature: String
        var contribution: Double
        var text: String
    }

    var quad: [[Double]]
    var sagittas: [Double?]?
    var score: Double
    var confidence: Double
    var level: PageDetection.Level?
    var reasons: [Reason]

    private enum CodingKeys: String, CodingKey { case quad, sagittas, score, confidence, level, reasons }

    init(_ candidate: PageCandidate) {
        quad = candidate.detection.quad.jsonCorners
        sagittas = candidate.detection.sagittas.json
        score = candidate.score.rounded(decimals: 4)
        confidence = candidate.detection.confidence.rounded(decimals: 4)
        level = candidate.detection.level
        reasons = candidate.reasons.map {
            Reason(feature: $0.feature, contribution: $0.contribution.rounded(decimals: 4), text: $0.text)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(quad, forKey: .quad)
        try object.encodeIfPresent(sagittas, forKey: .sagittas)
        try object.encode(score, forKey: .score)
        try object.encode(confidence, forKey: .confidence)
        // Below the lowest level the value is null, not omitted.
        try object.encode(level, forKey: .level)
        try object.encode(reasons, forKey: .reasons)
    }
}

extension Quad {
    fileprivate var plainCorners: String {
        corners.map { "\($0.x.rounded(decimals: 1)),\($0.y.rounded(decimals: 1))" }.joined(separator: " ")
    }
}

extension Double {
    /// The number with its sign and one decimal.
    fileprivate var signed: String {
        // Adding 0 takes the sign from a zero.
        let value = rounded(decimals: 1) + 0
        return value < 0 ? "−\(-value)" : "+\(value)"
    }
}
