import Foundation

/// Weights for which the softmax over a scene's quads comes closest to the page.
///
/// Cross entropy against targets that fall by e for each 1/30 of IoU below the scene's best quad, over scenes whose
/// best reaches 0.8, minimized by Adam (Kingma & Ba, 2015) with a small quadratic penalty.
struct ListwiseFit {
    /// A quad of a scene.
    struct Quad: Sendable {
        var inputs: [Double]
        /// IoU with the page; 0 without a page.
        var overlap: Double
    }

    private static let sharpness = 30.0
    private static let rate = 0.05
    private static let penalty = 1e-3

    private(set) var means: [Double]
    private(set) var deviations: [Double]
    private(set) var weights: [Double]

    init(_ scenes: [[Quad]], rounds: Int = 800) {
        let count = scenes.lazy.flatMap(\.self).first?.inputs.count ?? 0
        let all = scenes.flatMap { scene in scene.map(\.inputs) }
        means = (0..<count).map { index in all.reduce(0) { $0 + $1[index] } / Double(all.count) }
        let centers = means
        deviations = (0..<count).map { index in
            let squares = all.reduce(0) { $0 + pow($1[index] - centers[index], 2) }
            return (squares / Double(all.count)).squareRoot() + 1e-6
        }
        weights = [Double](repeating: 0, count: count)
        let lists = scenes.compactMap { list($0) }
        var (momentum, power) = (weights, weights)
        for round in 1...rounds {
            var gradient = weights.map { Self.penalty * $0 }
            for list in lists { add(gradientOf: list, to: &gradient, share: 1 / Double(lists.count)) }
            for index in 0..<count {
                momentum[index] = 0.9 * momentum[index] + 0.1 * gradient[index]
                power[index] = 0.999 * power[index] + 0.001 * gradient[index] * gradient[index]
                let mean = momentum[index] / (1 - pow(0.9, Double(round)))
                let spread = (power[index] / (1 - pow(0.999, Double(round)))).squareRoot() + 1e-8
                weights[index] -= Self.rate * mean / spread
            }
        }
    }

    /// Share of the scenes whose first quad with these weights has IoU ≥ 0.9.
    func rightShare(of scenes: [[Quad]]) -> Double {
        let right = scenes.count { scene in
            let best = scene.max { score(standardised($0)) < score(standardised($1)) }
            return (best?.overlap ?? 0) >= 0.9
        }
        return Double(right) / Double(scenes.count)
    }

    /// The weights for inputs that are not standardized.
    var plainWeights: [Double] { zip(weights, deviations).map { $0 / $1 } }

    private struct List {
        var inputs: [[Double]]
        var targets: [Double]
    }

    private func standardised(_ quad: Quad) -> [Double] {
        quad.inputs.indices.map { (quad.inputs[$0] - means[$0]) / deviations[$0] }
    }

    private func score(_ input: [Double]) -> Double { zip(weights, input).reduce(0) { $0 + $1.0 * $1.1 } }

    private func list(_ scene: [Quad]) -> List? {
        let best = scene.map(\.overlap).max() ?? 0
        guard best > 0.8 else { return nil }
        let targets = scene.map { $0.overlap > 0.75 ? exp(Self.sharpness * ($0.overlap - best)) : 0 }
        let sum = targets.reduce(0, +)
        return List(inputs: scene.map { standardised($0) }, targets: targets.map { $0 / sum })
    }

    private func add(gradientOf list: List, to gradient: inout [Double], share: Double) {
        let scores = list.inputs.map { score($0) }
        let highest = scores.max() ?? 0
        let odds = scores.map { exp($0 - highest) }
        let sum = odds.reduce(0, +)
        for (index, input) in list.inputs.enumerated() {
            let error = (odds[index] / sum - list.targets[index]) * share
            for feature in gradient.indices { gradient[feature] += error * input[feature] }
        }
    }
}
