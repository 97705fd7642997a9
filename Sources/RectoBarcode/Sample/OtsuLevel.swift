/// The level of a histogram that parts it best in two (Otsu 1979).
enum OtsuLevel {
    /// - Parameter counts: Of 256 levels.
    /// - Returns: The highest level of the darker part, 0…255.
    static func of(_ counts: UnsafeMutableBufferPointer<UInt32>) -> Int {
        var (total, sum) = (0.0, 0.0)
        for level in 0..<256 {
            total += Double(counts[level])
            sum += Double(level) * Double(counts[level])
        }
        var (below, sumBelow) = (0.0, 0.0)
        var best = (variance: -1.0, level: 0)
        for level in 0..<255 {
            below += Double(counts[level])
            sumBelow += Double(level) * Double(counts[level])
            guard below > 0, below < total else { continue }
            let difference = sumBelow / below - (sum - sumBelow) / (total - below)
            let variance = below * (total - below) * difference * difference
            if variance > best.variance { best = (variance, level) }
        }
        return best.level
    }
}
