import RectoCore

/// Pictures with content everywhere, for targets that analyze pictures.
enum FuzzedPicture {
    static let shared = picture(.fuzzed)
    /// Large enough for an anchor.
    static let rich = picture(try? PixelSize(width: 320, height: 240))

    /// Overlapping rectangles with random places, sizes and levels, the same in every run.
    private static func picture(_ size: PixelSize?) -> GrayImage {
        guard let size else { preconditionFailure("a size within all limits") }
        var image = GrayImage(size: size)
        // Numerical Recipes' linear congruential generator, whose high bits are good.
        var state: UInt32 = 1
        func random(_ count: Int) -> Int {
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int(state >> 8) % count
        }
        image.withMutableView { view in
            for _ in 0..<200 {
                let (left, top, level) = (random(view.width), random(view.height), UInt8(random(256)))
                let (right, bottom) = (min(left + 5 + random(30), view.width), min(top + 5 + random(30), view.height))
                for y in top..<bottom {
                    for x in left..<right { view.row(y)[x] = level }
                }
            }
        }
        return image
    }
}
