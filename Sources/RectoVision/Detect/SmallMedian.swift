/// The median of a few numbers, which are kept sorted.
struct SmallMedian {
    static let capacity = 24
    private var values = InlineArray<24, Float>(repeating: 0)
    private(set) var count = 0

    /// - Parameter value: The number to add; at most ``capacity`` numbers fit.
    mutating func add(_ value: Float) {
        var place = count
        while place > 0, values[place - 1] > value {
            values[place] = values[place - 1]
            place -= 1
        }
        values[place] = value
        count += 1
    }

    /// The median; 0 if there are no numbers.
    var value: Float { count == 0 ? 0 : (values[(count - 1) / 2] + values[count / 2]) / 2 }

    /// The number that a quarter of the others are below; 0 if there are no numbers.
    var lowerQuartile: Float { count == 0 ? 0 : values[(count - 1) / 4] }

    /// The median distance from the median.
    var spread: Float {
        let middle = value
        var distances = SmallMedian()
        for index in 0..<count { distances.add(abs(values[index] - middle)) }
        return distances.value
    }
}
