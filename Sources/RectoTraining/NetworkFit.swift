import Dispatch
import Foundation
import RectoPictures
import Synchronization

/// Weights of a network with one hidden layer of sixteen rectified linear units, for which the softmax over a list's
/// candidates comes closest to their target shares.
///
/// Cross entropy, minimized by Adam with decoupled weight decay (Loshchilov & Hutter, 2019) in batches of lists, with a
/// rate that rises and falls (Smith, "Super-convergence", 2018).
struct NetworkFit {
    typealias Units = SIMD16<Float>

    /// Candidates of which one should win.
    struct List: Sendable {
        /// Inputs of one candidate after the other.
        var inputs: [Float]
        /// Target share of each candidate.
        var targets: [Float]
    }

    private static let batch = 64
    private static let rate: Float = 3e-3
    private static let decay: Float = 1e-3

    /// Biases of the units, weights of the units for each input, weights of the output, for the original inputs.
    private(set) var weights: [Units]

    private let inputCount: Int
    private let means: [Float]
    private let deviations: [Float]

    /// - Parameters:
    ///   - spread: Candidates from which the inputs' means and deviations are computed, laid out like a list's inputs.
    ///   - rounds: Number of passes over the lists.
    ///   - seed: Seed for the initial weights and the order.
    init(_ lists: [List], inputCount: Int, spread: [Float], rounds: Int, seed: UInt64) {
        self.inputCount = inputCount
        (means, deviations) = Self.spread(of: spread, inputCount)
        var generator = SeededGenerator(seed: seed)
        weights = (0..<inputCount + 2).map { row in
            let fanIn = row == inputCount + 1 ? Float(Units.scalarCount) : Float(inputCount)
            let bound = 1 / fanIn.squareRoot()
            return Units((0..<Units.scalarCount).map { _ in Float.random(in: -bound...bound, using: &generator) })
        }
        var lists = lists.map(standardised)
        var (momentum, power) = (weights.map { _ in Units(repeating: 0) }, weights.map { _ in Units(repeating: 0) })
        let steps = rounds * (lists.count / Self.batch)
        for step in 0..<steps {
            let first = step % (lists.count / Self.batch) * Self.batch
            if first == 0 { lists.shuffle(using: &generator) }
            let gradient = gradient(of: lists[first..<first + Self.batch])
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

    /// The rate rises over the first three tenths of the steps and falls to zero over the rest.
    private static func rate(_ step: Int, of steps: Int) -> Float {
        let share = Float(step) / Float(steps)
        let height = share < 0.3 ? 0.5 - 0.48 * cos(.pi * share / 0.3) : 0.5 + 0.5 * cos(.pi * (share - 0.3) / 0.7)
        return rate * height
    }

    /// Mean and deviation of each input.
    private static func spread(of inputs: [Float], _ inputCount: Int) -> (means: [Float], deviations: [Float]) {
        var sums = [Double](repeating: 0, count: inputCount)
        var squares = sums
        for (index, value) in inputs.enumerated() {
            sums[index % inputCount] += Double(value)
            squares[index % inputCount] += Double(value) * Double(value)
        }
        let count = Double(inputs.count / inputCount)
        let means = sums.map { $0 / count }
        let deviations = zip(means, squares).map { max($1 / count - $0 * $0, 0).squareRoot() + 1e-5 }
        return (means.map { Float($0) }, deviations.map { Float($0) })
    }

    private func standardised(_ list: List) -> List {
        var list = list
        for index in list.inputs.indices {
            let input = index % inputCount
            list.inputs[index] = (list.inputs[index] - means[input]) / deviations[input]
        }
        return list
    }

    /// Converts weights for standardized inputs to weights for the original inputs.
    private mutating func unstandardise() {
        for index in 0..<inputCount {
            weights[index + 1] *= 1 / deviations[index]
            weights[0] -= weights[index + 1] * means[index]
        }
    }

    /// Mean gradient of a batch, computed on all cores.
    private func gradient(of lists: ArraySlice<List>) -> [Units] {
        let parts = 2
        let sums = Mutex([[Units]?](repeating: nil, count: parts))
        DispatchQueue.concurrentPerform(iterations: parts) { part in
            var sum = [Units](repeating: Units(repeating: 0), count: weights.count)
            for index in stride(from: lists.startIndex + part, to: lists.endIndex, by: parts) {
                add(gradientOf: lists[index], to: &sum)
            }
            sums.withLock { $0[part] = sum }
        }
        // Added in order, so that the result is reproducible.
        let total = sums.withLock { $0.compactMap(\.self) }
        let share = 1 / Float(lists.count)
        return weights.indices.map { row in total.reduce(Units(repeating: 0)) { $0 + $1[row] } * share }
    }

    private func add(gradientOf list: List, to sum: inout [Units]) {
        let zero = Units(repeating: 0)
        let output = weights[inputCount + 1]
        var hidden = [Units](repeating: weights[0], count: list.targets.count)
        list.inputs.withUnsafeBufferPointer { inputs in
            for candidate in hidden.indices {
                for index in 0..<inputCount {
                    hidden[candidate] += weights[index + 1] * inputs[candidate * inputCount + index]
                }
                hidden[candidate] = pointwiseMax(hidden[candidate], zero)
            }
            let scores = hidden.map { ($0 * output).sum() }
            let highest = scores.max() ?? 0
            let odds = scores.map { exp($0 - highest) }
            let total = odds.reduce(0, +)
            for candidate in hidden.indices {
                let error = odds[candidate] / total - list.targets[candidate]
                guard error != 0 else { continue }
                sum[inputCount + 1] += error * hidden[candidate]
                let back: Units = zero.replacing(with: output * error, where: hidden[candidate] .> zero)
                sum[0] += back
                for index in 0..<inputCount { sum[index + 1] += back * inputs[candidate * inputCount + index] }
            }
        }
    }
}
