/// The median of a few numbers, which are kept in order.
struct SmallMedian {
    static let capacity = 24
    private var values = InlineArray<24, Float>(repeating: 0)
    private(set) var count = 0

    /// - Parameter value: At most ``capacity`` are added.
    mutating func add(_ value: Float) {
        var place = count
        while place > 0, values[place - 1] > value {
            values[place] = values[place - 1]
            place -= 1
        }
        values[place] = value
        count += 1
    }

    /// 0 of no numbers.
    var value: Float { count == 0 ? 0 : (values[(count - 1) / 2] + values[count / 2]) / 2 }

    /// The median distance from the median.
    var spread: Float {
        let middle = value
        var distances = SmallMedian()
        for index in 0..<count { distances.add(abs(values[index] - middle)) }
        return distances.value
    }
}
