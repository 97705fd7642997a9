/// How light modules are separated from dark ones.
enum ModuleThreshold: CaseIterable {
    /// The plane through the middle levels of the finders.
    case plane
    /// The mean of 9 × 9 modules.
    case mean9
    /// The midpoint of the extremes of 7 × 7 modules.
    case middle7
    /// The midpoint of the extremes of 5 × 5 modules, after subtracting 10% of each neighbor.
    case softMiddle5
    /// The global threshold by Otsu (1979).
    case otsu
    /// The midpoint of the extremes of 9 × 9 modules, after subtracting 16% of each neighbor.
    case softMiddle9
    /// What dark modules have in glare, extrapolated from those around it.
    case glare

    /// The thresholds for nearly all symbols, in order.
    static let usual: [ModuleThreshold] = [.plane, .mean9, .middle7]
    /// The thresholds for symbols whose uncertain modules count as erasures.
    static let erasing: [ModuleThreshold] = [.middle7, .plane]
    /// The thresholds for symbols with one finder.
    static let small: [ModuleThreshold] = [.otsu, .middle7]
    /// The thresholds for blurred symbols.
    static let late: [ModuleThreshold] = [.softMiddle5, .otsu, .softMiddle9]
}

/// The best threshold of a histogram (Otsu 1979).
enum OtsuLevel {
    /// - Parameter counts: The counts of 256 levels.
    /// - Returns: The highest level of the darker class, 0…255.
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
