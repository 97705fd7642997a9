import RectoCore

/// A page's luma, and where it has the color of skin.
struct SkinMap {
    let size: PixelSize
    /// One value for each pixel, row by row.
    let luma: [UInt8]
    private(set) var isSkin: [Bool]
    /// Pixels with the color of paper, in light or shadow.
    private(set) var isPaper: [Bool]
    /// The level of the page's paper.
    let paper: Int

    /// How much more red than green and than blue skin reflects, relative to paper; the ranges cover light and dark
    /// skin.
    private static let redOverGreen: ClosedRange<Float> = 1.1...2
    private static let redOverBlue: ClosedRange<Float> = 1.2...3
    /// Largest ratio between two color channels of paper.
    private static let paperTint: Float = 1.2
    /// Levels below which a camera records no color.
    private static let minimumLevel = 16
    /// Radius of the cleaning of specks and gaps, in pixels.
    private static let cleaning = 2

    /// - Returns: `nil` if the page shows no paper.
    init?(_ page: RGBView) {
        size = page.size
        var luma = [UInt8](repeating: 0, count: size.area)
        for y in 0..<size.height {
            let row = page.row(y)
            for x in 0..<size.width {
                let (red, green, blue) = (Int(row[3 * x]), Int(row[3 * x + 1]), Int(row[3 * x + 2]))
                luma[y * size.width + x] = UInt8((77 * red + 150 * green + 29 * blue) >> 8)
            }
        }
        guard let white = Self.paper(page, luma), white.min() >= Float(Self.minimumLevel) else { return nil }
        self.luma = luma
        paper = Int(0.3 * white.x + 0.59 * white.y + 0.11 * white.z)
        isSkin = [Bool](repeating: false, count: size.area)
        isPaper = isSkin
        for y in 0..<size.height {
            let row = page.row(y)
            for x in 0..<size.width where Int(luma[y * size.width + x]) > Self.minimumLevel {
                let color = SIMD3(Float(row[3 * x]), Float(row[3 * x + 1]), Float(row[3 * x + 2])) / white
                isSkin[y * size.width + x] = Self.isSkin(color)
                isPaper[y * size.width + x] = color.max() < Self.paperTint * color.min()
            }
        }
        clean()
    }

    /// - Parameter color: The channels as shares of the paper's.
    private static func isSkin(_ color: SIMD3<Float>) -> Bool {
        let luma = 0.3 * color.x + 0.59 * color.y + 0.11 * color.z
        return redOverGreen ~= color.x / color.y && redOverBlue ~= color.x / color.z && color.z < luma && luma < 1
    }

    /// The channels' medians over the brighter half of the page, without its margins.
    private static func paper(_ page: RGBView, _ luma: [UInt8]) -> SIMD3<Float>? {
        let (width, height) = (page.width, page.height)
        let (columns, rows) = (width / 8..<width - width / 8, height / 8..<height - height / 8)
        var levels = [Int](repeating: 0, count: 256)
        for y in rows {
            for x in columns { levels[Int(luma[y * width + x])] += 1 }
        }
        guard let level = median(levels) else { return nil }
        var channels = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 3)
        for y in rows {
            let row = page.row(y)
            for x in columns where Int(luma[y * width + x]) >= level {
                for channel in 0..<3 { channels[channel][Int(row[3 * x + channel])] += 1 }
            }
        }
        let medians = channels.compactMap { median($0) }.map { Float($0) }
        return SIMD3(medians[0], medians[1], medians[2])
    }

    private static func median(_ counts: [Int]) -> Int? {
        var left = counts.reduce(0, +) / 2
        return counts.indices.first { level in
            left -= counts[level]
            return left < 0
        }
    }

    /// Removes thin parts, then closes gaps.
    private mutating func clean() {
        for keeps in [false, true, true, false] { spread(keeps) }
    }

    /// Spreads `value` to all pixels in a square around each pixel that has it.
    private mutating func spread(_ value: Bool) {
        let (width, height) = (size.width, size.height)
        func spread(_ start: Int, _ step: Int, _ count: Int, _ line: inout [Bool]) {
            for index in 0..<count { line[index] = isSkin[start + index * step] }
            var last = -Self.cleaning - 1
            for index in 0..<count + Self.cleaning {
                if index < count, line[index] == value { last = index }
                let target = index - Self.cleaning
                if target >= 0, last >= target - Self.cleaning { isSkin[start + target * step] = value }
            }
        }
        var line = [Bool](repeating: false, count: max(width, height))
        for y in 0..<height { spread(y * width, 1, width, &line) }
        for x in 0..<width { spread(x, width, height, &line) }
    }
}
