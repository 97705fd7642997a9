import RectoCore
import TestSupport

extension SeededGenerator {
    /// An image of noise; unused bits at the end of a row stay 0.
    mutating func noise<Layout: PixelLayout>(_ size: PixelSize) -> Image<Layout> {
        var image = Image<Layout>(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.rowBytes { row[x] = UInt8.random(in: 0...255, using: &self) }
                let unused = view.rowBytes * 8 - view.width * Layout.bitsPerPixel
                row[view.rowBytes - 1] &= 0xFF << UInt8(unused)
            }
        }
        return image
    }

    /// An image with smooth gradients, which a lossy coder nearly preserves.
    mutating func slopes<Layout: PixelLayout>(_ size: PixelSize) -> Image<Layout> {
        var image = Image<Layout>(size: size)
        let channels = Layout.bitsPerPixel / 8
        let steps = (0..<channels).map { _ in (Int.random(in: 0...2, using: &self), Int.random(in: 0...2, using: &self))
        }
        image.withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width * channels {
                    let (across, down) = steps[x % channels]
                    row[x] = UInt8(clamping: 20 + x / channels * across + y * down)
                }
            }
        }
        return image
    }

    mutating func size(upTo limit: Int) throws -> PixelSize {
        try PixelSize(width: .random(in: 1...limit, using: &self), height: .random(in: 1...limit, using: &self))
    }
}
