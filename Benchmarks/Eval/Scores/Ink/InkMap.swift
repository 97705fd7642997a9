import RectoCodecs
package import RectoCore

/// The ink pixels of a page, row by row.
package struct InkMap {
    package let width: Int
    package let height: Int
    package var isInk: [Bool]

    package init(width: Int, height: Int, isInk: [Bool]) {
        (self.width, self.height, self.isInk) = (width, height, isInk)
    }

    /// Pixels darker than the middle of the scale are ink.
    package init(_ image: GrayImage) {
        self.init(width: image.width, height: image.height, isInk: image.packedBytes.map { $0 < 128 })
    }

    package init(_ image: BilevelImage) {
        self.init(
            width: image.width, height: image.height,
            isInk: image.withView { view in
                (0..<image.height).flatMap { y in
                    (0..<image.width).map { x in view.base[y * view.stride + x >> 3] & 0x80 >> UInt8(x & 7) != 0 }
                }
            })
    }

    /// Whether a pixel is ink; false outside the page.
    package subscript(x: Int, y: Int) -> Bool {
        0..<width ~= x && 0..<height ~= y && isInk[y * width + x]
    }
}
