import Foundation
import RectoVision

/// Weights of the ranking and of the confidence of pages that the picture cuts.
struct CutPageFit {
    /// Weights for the file of weights.
    struct Table {
        var name: String
        var meaning: String
        var values: [Double]

        /// The table as Swift text, with lines of eight values.
        var text: String {
            let lines = stride(from: 0, to: values.count, by: 8).map { start in
                values[start..<min(start + 8, values.count)].map { String(format: "%.5g,", $0) }.joined(separator: " ")
            }
            let rows = lines.map { "        \($0)\n" }.joined()
            return "    /// \(meaning)\n    static let \(name): [Float] = [\n\(rows)    ]"
        }
    }

    let tables: [Table]
    let bias: Double

    /// The penalty keeps the many weights of the products small.
    private static let penalty = 0.3
    private static let rounds = 300
    /// The maximum number of quads of a scene that are ranked besides those near the page.
    private static let sampleCount = 120
    private static let nearOverlap = 0.7

    /// - Parameters:
    ///   - cut: Scenes whose page is cut.
    ///   - others: Scenes with a whole page or without one.
    init(cut: [CutPageExamples], others: [CutPageExamples]) {
        let ranking = ListwiseFit(cut.map { Self.sample($0.quads) }, rounds: Self.rounds).plainWeights
        // The confidence is only asked for where the ordinary search shows no page.
        let rows = (cut + others).filter { $0.confidence < PageDetection.Level.show.minimumConfidence }
            .compactMap { Self.best(of: $0.quads, ranking) }
        let count = rows.first?.inputs.count ?? 0
        let means = (0..<count).map { index in rows.reduce(0) { $0 + $1.inputs[index] } / Double(rows.count) }
        let deviations = (0..<count).map { index in
            (rows.reduce(0) { $0 + pow($1.inputs[index] - means[index], 2) } / Double(rows.count)).squareRoot() + 1e-6
        }
        let fit = LogisticFit(
            rows.map { row in
                let inputs = row.inputs.indices.map { (row.inputs[$0] - means[$0]) / deviations[$0] }
                return (Self.withProducts(inputs), row.overlap >= 0.9)
            }, penalty: Self.penalty, rounds: 12)
        tables = [
            Table(name: "ranking", meaning: "Weights of the ranking, in the order of the features.", values: ranking),
            Table(
                name: "means", meaning: "Means of the inputs of the confidence: the features, the lead and the share.",
                values: means),
            Table(name: "deviations", meaning: "Their standard deviations.", values: deviations),
            Table(
                name: "linear", meaning: "Weights of the standardized inputs.", values: Array(fit.weights.prefix(count))
            ),
            Table(
                name: "quadratic", meaning: "Weights of their products, each with itself and those after it.",
                values: Array(fit.weights.dropFirst(count))),
        ]
        bias = fit.bias
    }

    private static func sample(_ quads: [ListwiseFit.Quad]) -> [ListwiseFit.Quad] {
        let far = quads.filter { $0.overlap <= nearOverlap }
        let step = max(1, far.count / sampleCount)
        return quads.filter { $0.overlap > nearOverlap } + stride(from: 0, to: far.count, by: step).map { far[$0] }
    }

    /// The best quad by a ranking, with its lead over the mean score and its share of the odds.
    private static func best(of quads: [ListwiseFit.Quad], _ ranking: [Double]) -> ListwiseFit.Quad? {
        let scores = quads.map { quad in zip(quad.inputs, ranking).reduce(0) { $0 + $1.0 * $1.1 } }
        guard let place = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        var best = quads[place]
        best.inputs.append(scores[place] - scores.reduce(0, +) / Double(scores.count))
        best.inputs.append(1 / scores.reduce(0) { $0 + exp($1 - scores[place]) })
        return best
    }

    private static func withProducts(_ inputs: [Double]) -> [Double] {
        inputs + inputs.indices.flatMap { first in (first..<inputs.count).map { inputs[first] * inputs[$0] } }
    }
}
