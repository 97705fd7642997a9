import Dispatch
import Foundation
import RectoPictures
import RectoVision
import Synchronization

/// Weights of ``ContestNetwork`` under which the softmax over a scene's quads comes nearest to where the page is.
///
/// Cross entropy against targets that fall by e for each 1/80 of IoU below the scene's best quad, over scenes whose best
/// reaches 0.8, minimised by Adam with decoupled weight decay (Loshchilov & Hutter, 2019) in batches of scenes, at a rate
/// that rises and falls (Smith, "Super-convergence", 2018).
struct ContestFit {
    typealias Units = SIMD16<Float>

    private static let sharpness: Float = 80
    private static let batch = 64
    private static let rate: Float = 3e-3
    private static let decay: Float = 1e-3
    private static let inputCount = ContestNetwork.Input.count

    /// Biases of the units, weights of the units for each input, weights of the output: for inputs as they are.
    private(set) var weights: [Units]

    private let means: [Float]
    private let deviations: [Float]

    /// - Parameters:
    ///   - rounds: How often each scene is learnt from.
    ///   - seed: Of the weights at the start and of the order.
    init(_ scenes: [ContestExamples], rounds: Int, seed: UInt64) {
        (means, deviations) = Self.spread(of: scenes)
        let (means, deviations) = (means, deviations)
        var generator = SeededGenerator(seed: seed)
        weights = (0..<Self.inputCount + 2).map { row in
            let fanIn = row == Self.inputCount + 1 ? Float(ContestNetwork.units) : Float(Self.inputCount)
            let bound = 1 / fanIn.squareRoot()
            return Units((0..<ContestNetwork.units).map { _ in Float.random(in: -bound...bound, using: &generator) })
        }
        var lists = scenes.compactMap { List($0, means, deviations) }
        var (momentum, power) = (weights.map { _ in Units(repeating: 0) }, weights.map { _ in Units(repeating: 0) })
        let steps = rounds * (lists.count / Self.batch)
        for step in 0..<steps {
            let first = step % (lists.count / Self.batch) * Self.batch
            if first == 0 { lists.shuffle(using: &generator) }
            let gradient = Self.gradient(of: lists[first..<first + Self.batch], weights)
            let rate = Self.rate(step, of: steps)
            let corrections = (1 - pow(0.9, Float(step + 1)), 1 - pow(0.999, Float(step + 1)))
            for row in weights.indices {
                momentum[row] = 0.9 * momentum[row] + 0.1 * gradient[row]
                power[row] = 0.999 * power[row] + 0.001 * gradient[row] * gradient[row]
                let size: Units = (power[row] * (1 / corrections.1)).squareRoot() + 1e-8
                let move: Units = momentum[row] * (1 / corrections.0) / size + Self.decay * weights[row]
                weights[row] -= rate * move
            }
        }
        unstandardise()
    }

    /// Share of the scenes whose first quad has IoU ≥ 0.9.
    func rightShare(of scenes: [ContestExamples]) -> Double {
        let network = ContestNetwork(weights: weights)
        let right = scenes.count { scene in
            let best = scene.inputs.indices.max { network.score(scene.inputs[$0]) < network.score(scene.inputs[$1]) }
            return best.map { scene.overlaps[$0] >= 0.9 } ?? false
        }
        return Double(right) / Double(scenes.count)
    }

    /// The rate rises over the first three tenths of the steps and falls to nothing over the rest.
    private static func rate(_ step: Int, of steps: Int) -> Float {
        let share = Float(step) / Float(steps)
        let height = share < 0.3 ? 0.5 - 0.48 * cos(.pi * share / 0.3) : 0.5 + 0.5 * cos(.pi * (share - 0.3) / 0.7)
        return rate * height
    }

    /// Mean and deviation of each input.
    private static func spread(of scenes: [ContestExamples]) -> (means: [Float], deviations: [Float]) {
        var sums = [Double](repeating: 0, count: inputCount)
        var squares = sums
        var count = 0.0
        for input in scenes.lazy.flatMap(\.inputs) {
            count += 1
            for index in 0..<inputCount {
                let value = Double(input.values[index])
                sums[index] += value
                squares[index] += value * value
            }
        }
        let means = sums.map { $0 / count }
        let deviations = zip(means, squares).map { max($1 / count - $0 * $0, 0).squareRoot() + 1e-5 }
        return (means.map { Float($0) }, deviations.map { Float($0) })
    }

    /// Makes weights for standardised inputs those for inputs as they are.
    private mutating func unstandardise() {
        for index in 0..<Self.inputCount {
            weights[index + 1] *= 1 / deviations[index]
            weights[0] -= weights[index + 1] * means[index]
        }
    }

    /// A scene's standardised inputs, and the share of the odds that each of its quads should have.
    private struct List: Sendable {
        var inputs: [Float]
        var targets: [Float]

        init?(_ scene: ContestExamples, _ means: [Float], _ deviations: [Float]) {
            guard let best = scene.overlaps.max(), best > 0.8 else { return nil }
            let odds = scene.overlaps.map { $0 > 0.75 ? exp(sharpness * ($0 - best)) : 0 }
            let sum = odds.reduce(0, +)
            targets = odds.map { $0 / sum }
            inputs = scene.inputs.flatMap { input in
                (0..<inputCount).map { (input.values[$0] - means[$0]) / deviations[$0] }
            }
        }
    }

    /// Mean gradient of a batch, worked out on all cores.
    private static func gradient(of lists: ArraySlice<List>, _ weights: [Units]) -> [Units] {
        let parts = 2
        let sums = Mutex([[Units]?](repeating: nil, count: parts))
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            var sum = [Units](repeating: Units(repeating: 0), count: weights.count)
            for index in stride(from: lists.startIndex + part, to: lists.endIndex, by: parts) {
                add(gradientOf: lists[index], weights, to: &sum)
            }
            sums.withLock { $0[part] = sum }
        }
        // Added in their order, so that the outcome is always the same.
        let total = sums.withLock { $0.compactMap(\.self) }
        let share = 1 / Float(lists.count)
        return weights.indices.map { row in total.reduce(Units(repeating: 0)) { $0 + $1[row] } * share }
    }

    private static func add(gradientOf list: List, _ weights: [Units], to sum: inout [Units]) {
        let zero = Units(repeating: 0)
        let output = weights[inputCount + 1]
        var hidden = [Units](repeating: weights[0], count: list.targets.count)
        list.inputs.withUnsafeBufferPointer { inputs in
            for quad in hidden.indices {
                for index in 0..<inputCount { hidden[quad] += weights[index + 1] * inputs[quad * inputCount + index] }
                hidden[quad] = pointwiseMax(hidden[quad], zero)
            }
            let scores = hidden.map { ($0 * output).sum() }
            let highest = scores.max() ?? 0
            let odds = scores.map { exp($0 - highest) }
            let total = odds.reduce(0, +)
            for quad in hidden.indices {
                let error = odds[quad] / total - list.targets[quad]
                guard error != 0 else { continue }
                sum[inputCount + 1] += error * hidden[quad]
                let back: Units = zero.replacing(with: output * error, where: hidden[quad] .> zero)
                sum[0] += back
                for index in 0..<inputCount { sum[index + 1] += back * inputs[quad * inputCount + index] }
            }
        }
    }
}
