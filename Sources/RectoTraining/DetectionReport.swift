import RectoCore
import RectoPictures
import RectoVision

/// Figures of the detector on generated scenes.
struct DetectionReport {
    /// The detector's answer to one scene.
    struct Answer: Sendable {
        var background: BackgroundKind
        var isPartial: Bool
        /// IoU of the answered quad with the page, both within the picture; 0 if either is missing.
        var overlap: Double
        var confidence: Double

        init(_ scene: TrainingScene) throws {
            var detector = try PageDetector()
            let found = scene.picture.withView { detector.detect($0) }
            background = scene.background
            isPartial = scene.isPartial
            overlap = found.map { scene.visibleOverlap($0.quad.clockwise) } ?? 0
            confidence = found?.confidence ?? 0
        }

        var isRight: Bool { overlap >= 0.9 }
    }

    /// Answers to scenes with a page.
    var pages: [Answer]
    /// Answers to scenes whose page is cut by one to three sides of the picture.
    var cut: [Answer]
    /// Answers to scenes without a page.
    var empty: [Answer]

    var lines: [String] {
        let whole = pages.filter { !$0.isPartial }
        var lines = ["| ground | scenes | IoU ≥ 0.9 | ≥ 0.95 | shown and ≥ 0.9 |", "|---|---|---|---|---|"]
        for background in BackgroundKind.allCases {
            lines.append(Self.row(background.rawValue, whole.filter { $0.background == background }))
        }
        lines.append(Self.row("all whole pages", whole))
        lines.append(Self.row("partly outside", pages.filter(\.isPartial)))
        lines.append(Self.row("cut by the picture", cut))
        let shown = cut.filter { $0.confidence >= PageDetection.Level.show.minimumConfidence }
        lines.append("")
        lines.append(
            "Of \(cut.count) cut pages \(shown.count(where: \.isRight)) are shown right, \(shown.count { !$0.isRight }) wrong."
        )
        let levels = PageDetection.Level.allCases.map { level in
            "\(level) \(empty.count { $0.confidence >= level.minimumConfidence })"
        }
        lines.append("")
        lines.append("Of \(empty.count) scenes without a page: \(levels.joined(separator: ", ")).")
        lines.append(
            "Expected calibration error \(Self.rounded(calibrationError)), AUROC \(Self.rounded(areaUnderROC)).")
        return lines
    }

    private static func row(_ name: String, _ answers: [Answer]) -> String {
        func share(_ isMet: (Answer) -> Bool) -> String {
            guard !answers.isEmpty else { return "–" }
            return "\(Int((100 * Double(answers.count(where: isMet)) / Double(answers.count)).rounded())) %"
        }
        let shown = share { $0.isRight && $0.confidence >= PageDetection.Level.show.minimumConfidence }
        return "| \(name) | \(answers.count) | \(share(\.isRight)) | \(share { $0.overlap >= 0.95 }) | \(shown) |"
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

    /// Scenes for judging the confidence: a partly visible page is neither right nor wrong by its IoU.
    private var judged: [Answer] { pages.filter { !$0.isPartial } + empty }

    /// Mean difference between confidence and share of right answers in fifteen bins of the confidence.
    private var calibrationError: Double {
        let bins = Dictionary(grouping: judged) { min(Int($0.confidence * 15), 14) }
        let sum = bins.values.reduce(0) { sum, bin in
            sum + abs(bin.reduce(0) { $0 + $1.confidence } - Double(bin.count(where: \.isRight)))
        }
        return sum / Double(judged.count)
    }

    /// How often a right answer has a higher confidence than a wrong one.
    private var areaUnderROC: Double {
        let (right, wrong) = (judged.filter(\.isRight), judged.filter { !$0.isRight })
        let wins = right.reduce(0.0) { sum, answer in
            let less = wrong.count { $0.confidence < answer.confidence }
            let equal = wrong.count { $0.confidence == answer.confidence }
            return sum + Double(less) + 0.5 * Double(equal)
        }
        return wins / Double(max(right.count * wrong.count, 1))
    }
}
