import Foundation
import RectoVision

/// Weights of ``RerankerNetwork`` by ``NetworkFit``.
///
/// Targets fall by e for each 1/80 of IoU below the scene's best quad, over scenes whose best reaches 0.8.
struct RerankerFit {
    private static let sharpness: Float = 80

    let weights: [NetworkFit.Units]

    /// - Parameters:
    ///   - rounds: Number of passes over the scenes.
    ///   - seed: Seed for the initial weights and the order.
    init(_ scenes: [RerankerExamples], rounds: Int, seed: UInt64) {
        weights =
            NetworkFit(
                scenes.compactMap(Self.list), inputCount: RerankerNetwork.Input.count,
                spread: scenes.flatMap(\.inputs).flatMap(Self.values), rounds: rounds, seed: seed
            ).weights
    }

    /// Share of the scenes whose first quad has IoU ≥ 0.9.
    func rightShare(of scenes: [RerankerExamples]) -> Double {
        let network = RerankerNetwork(weights: weights)
        let right = scenes.count { scene in
            let best = scene.inputs.indices.max { network.score(scene.inputs[$0]) < network.score(scene.inputs[$1]) }
            return best.map { scene.overlaps[$0] >= 0.9 } ?? false
        }
        return Double(right) / Double(scenes.count)
    }

    private static func list(_ scene: RerankerExamples) -> NetworkFit.List? {
        guard let best = scene.overlaps.max(), best > 0.8 else { return nil }
        let odds = scene.overlaps.map { $0 > 0.75 ? exp(sharpness * ($0 - best)) : 0 }
        let sum = odds.reduce(0, +)
        return NetworkFit.List(inputs: scene.inputs.flatMap(values), targets: odds.map { $0 / sum })
    }

    private static func values(_ input: RerankerNetwork.Input) -> [Float] {
        (0..<RerankerNetwork.Input.count).map { input.values[$0] }
    }
}
