import RectoCore

/// The noise of a camera, which drawn scenes need to be taken for photos: pixels that are all equal are print.
public struct CameraNoise {
    private var random: SplitMix64
    /// The largest deviation, in gray levels.
    private let amplitude: Int

    public init(seed: UInt64, amplitude: Int = 3) {
        random = SplitMix64(seed: seed)
        self.amplitude = amplitude
    }

    /// Adds noise to the gray levels of rows of pixels.
    /// - Parameter cell: Width and height of the squares that get the same deviation, which remain if the picture is
    ///   reduced by that factor.
    public mutating func add(to pixels: inout [UInt8], width: Int, cell: Int = 1) {
        let columns = (width + cell - 1) / cell
        var deviations = [Int](repeating: 0, count: columns)
        for (row, start) in stride(from: 0, to: pixels.count, by: width).enumerated() {
            if row % cell == 0 {
                for column in 0..<columns {
                    deviations[column] = Int(random.next() % UInt64(2 * amplitude + 1)) - amplitude
                }
            }
            for column in 0..<width {
                pixels[start + column] = UInt8(clamping: Int(pixels[start + column]) + deviations[column / cell])
            }
        }
    }
}
