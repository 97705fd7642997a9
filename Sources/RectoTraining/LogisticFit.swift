import Foundation

/// Logistic regression with a quadratic penalty on standardized inputs, by Newton's method with step halving.
struct LogisticFit {
    /// Weights for the original inputs, not the standardized ones.
    let weights: [Double]
    let bias: Double

    init(_ examples: [(inputs: [Double], isRight: Bool)], penalty: Double = 0.005, rounds: Int = 30) {
        let count = examples[0].inputs.count
        let size = Double(examples.count)
        let means = (0..<count).map { index in examples.reduce(0) { $0 + $1.inputs[index] } / size }
        let deviations = (0..<count).map { index in
            (examples.reduce(0) { $0 + pow($1.inputs[index] - means[index], 2) } / size).squareRoot() + 1e-6
        }
        let rows = examples.map { example in
            (0..<count).map { (example.inputs[$0] - means[$0]) / deviations[$0] } + [1]
        }
        var solution = [Double](repeating: 0, count: count + 1)
        for _ in 0..<rounds {
            var gradient = solution.map { penalty * size * $0 }
            gradient[count] = 0
            var hessian = (0...count).map { row in (0...count).map { $0 == row ? penalty * size : 0 } }
            for (row, example) in zip(rows, examples) {
                let score = zip(row, solution).reduce(0) { $0 + $1.0 * $1.1 }
                let probability = 1 / (1 + exp(-score))
                let error = probability - (example.isRight ? 1 : 0)
                for i in 0...count {
                    gradient[i] += error * row[i]
                    for j in 0...count { hessian[i][j] += probability * (1 - probability) * row[i] * row[j] }
                }
            }
            var step = Self.solve(hessian, gradient)
            let rights = examples.map(\.isRight)
            let present = Self.loss(solution, rows, rights, penalty)
            // Far from the minimum a full step may lead away from it.
            while true {
                let next = zip(solution, step).map { $0 - $1 }
                if Self.loss(next, rows, rights, penalty) <= present {
                    solution = next
                    break
                }
                guard step.contains(where: { abs($0) > 1e-9 }) else { break }
                step = step.map { $0 / 2 }
            }
        }
        weights = (0..<count).map { solution[$0] / deviations[$0] }
        let scaled = zip(weights, means).reduce(0) { $0 + $1.0 * $1.1 }
        bias = solution[count] - scaled
    }

    private static func loss(
        _ solution: [Double], _ rows: [[Double]], _ rights: [Bool], _ penalty: Double
    ) -> Double {
        let penalties = solution.dropLast().reduce(0) { $0 + $1 * $1 } * penalty * Double(rows.count) / 2
        return zip(rows, rights).reduce(penalties) { sum, example in
            let score = zip(example.0, solution).reduce(0) { $0 + $1.0 * $1.1 }
            // log(1 + exp(-score)) for a right one, without overflow.
            let margin = example.1 ? score : -score
            return sum + max(-margin, 0) + log1p(exp(-abs(margin)))
        }
    }

    /// Gaussian elimination with pivoting; the penalty keeps the matrix regular.
    private static func solve(_ matrix: [[Double]], _ right: [Double]) -> [Double] {
        var rows = zip(matrix, right).map { $0 + [$1] }
        let count = rows.count
        for column in 0..<count {
            let pivot = (column..<count).max { abs(rows[$0][column]) < abs(rows[$1][column]) } ?? column
            rows.swapAt(column, pivot)
            for row in 0..<count where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column...count { rows[row][index] -= factor * rows[column][index] }
            }
        }
        return (0..<count).map { rows[$0][count] / rows[$0][$0] }
    }
}
