/// How light modules are separated from dark ones.
enum ModuleThreshold: CaseIterable {
    /// The plane through the levels midway between the finders' dark and light modules.
    case plane
    /// The mean of 9 × 9 modules.
    case mean9
    /// Midway between the extremes of 7 × 7 modules.
    case middle7
    /// A tenth of each neighbor taken out, then midway between the extremes of 5 × 5 modules.
    case softMiddle5
    /// The level that parts the modules best (Otsu 1979).
    case otsu
    /// 16 % of each neighbor taken out, then midway between the extremes of 9 × 9 modules.
    case softMiddle9

    /// What nearly all symbols are read by, in order.
    static let usual: [ModuleThreshold] = [.plane, .mean9, .middle7]
    /// Thresholds for symbols whose unsure modules count as erased.
    static let erasing: [ModuleThreshold] = [.middle7, .plane]
    /// What symbols of one finder are read by.
    static let small: [ModuleThreshold] = [.otsu, .middle7]
    /// What blurred ones need.
    static let late: [ModuleThreshold] = [.softMiddle5, .otsu, .softMiddle9]
}

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
