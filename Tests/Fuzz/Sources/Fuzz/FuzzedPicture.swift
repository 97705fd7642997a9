import RectoCore

/// Pictures with something on them everywhere, for what looks at pictures.
enum FuzzedPicture {
    static let shared = picture(.fuzzed)
    /// Large enough for an anchor.
    static let rich = picture(try? PixelSize(width: 160, height: 120))

    /// Blocks of random levels, the same in every run.
    private static func picture(_ size: PixelSize?) -> GrayImage {
        guard let size else { preconditionFailure("a size within all limits") }
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    // Knuth's multiplicative hash of the block.
                    let block = UInt32(x / 6 + 64 * (y / 6))
                    view.row(y)[x] = UInt8(truncatingIfNeeded: (block &* 2_654_435_761) >> 22)
                }
            }
        }
        return image
    }
}
