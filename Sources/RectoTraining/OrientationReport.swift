import RectoPictures
import RectoVision

/// Figures of the orientation classifier on generated pages.
struct OrientationReport {
    private let answers: [(page: OrientationExample, suggestion: OrientationSuggestion)]

    init(_ pages: [OrientationExample], _ network: OrientationNetwork = OrientationNetwork()) {
        answers = pages.map { ($0, network.decide($0.inputs)) }
    }

    var lines: [String] {
        let text = answers.filter { $0.page.upright != nil }
        var lines = ["| pages | number | right | upside down | by a quarter | taken for no text | wrong above 0.9 |"]
        lines.append("|---|---|---|---|---|---|---|")
        for kind in PageKind.allCases { lines += Self.row(kind.rawValue, text.filter { $0.page.kind == kind }) }
        for language in PageLanguage.allCases {
            lines += Self.row(language.rawValue, text.filter { $0.page.language == language })
        }
        lines += Self.row("all with text", text)
        let blank = answers.filter { $0.page.upright == nil }
        let seen = blank.filter { $0.suggestion.rotation != nil }
        let sure = seen.count { $0.suggestion.confidence > 0.9 }
        lines.append("")
        lines.append("Of \(blank.count) without text \(seen.count) are given a turn, \(sure) of them above 0.9.")
        lines.append("Expected calibration error \(calibrationError).")
        return lines
    }

    private static func row(
        _ name: String, _ answers: [(page: OrientationExample, suggestion: OrientationSuggestion)]
    ) -> [String] {
        guard !answers.isEmpty else { return [] }
        func share(_ isMet: (Int?, Double) -> Bool) -> String {
            let count = answers.count { answer in
                let turns = answer.suggestion.rotation.flatMap { found in
                    answer.page.upright.map { (found.quarterTurns - $0.quarterTurns + 4) % 4 }
                }
                return isMet(turns, answer.suggestion.confidence)
            }
            return "\((1000 * Double(count) / Double(answers.count)).rounded() / 10) %"
        }
        return [
            "| \(name) | \(answers.count) | \(share { turns, _ in turns == 0 }) | \(share { turns, _ in turns == 2 }) "
                + "| \(share { turns, _ in turns == 1 || turns == 3 }) | \(share { turns, _ in turns == nil }) "
                + "| \(share { turns, confidence in turns.map { $0 > 0 } == true && confidence > 0.9 }) |"
        ]
    }

    /// Mean difference between confidence and share of right answers in ten bins of the confidence.
    private var calibrationError: Double {
        let bins = Dictionary(grouping: answers) { min(Int($0.suggestion.confidence * 10), 9) }
        let sum = bins.values.reduce(0) { sum, bin in
            let right = bin.count { $0.page.upright == $0.suggestion.rotation }
            return sum + abs(bin.reduce(0) { $0 + $1.suggestion.confidence } - Double(right))
        }
        return (1000 * sum / Double(max(answers.count, 1))).rounded() / 1000
    }
}
