import RectoCore
import TestSupport

/// Pictures of anchors made of discs and boxes, and photos of them.
enum DrawnAnchor {
    /// A picture that differs from that of any other seed.
    static func image(seed: UInt64, width: Int = 220, height: Int = 160, shapes: Int = 110) throws -> GrayImage {
        var random = SeededGenerator(seed: seed)
        var image = GrayImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height { view.row(y).update(repeating: 128, count: width) }
            for _ in 0..<shapes {
                let (cx, cy) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
                let radius = Int.random(in: 3...16, using: &random)
                let level = UInt8.random(in: 0...255, using: &random)
                let isRound = Bool.random(using: &random)
                for y in max(0, cy - radius)..<min(height, cy + radius) {
                    for x in max(0, cx - radius)..<min(width, cx + radius) {
                        let (dx, dy) = (x - cx, y - cy)
                        if !isRound || dx * dx + dy * dy < radius * radius { view.row(y)[x] = level }
                    }
                }
            }
        }
        return image
    }

    /// A frame of noise and shapes with an anchor drawn over it.
    /// - Parameter map: From the anchor to the frame.
    static func photo(of anchor: GrayImage, _ map: Homography, width: Int = 360, height: Int = 270, seed: UInt64) throws
        -> GrayImage
    {
        var frame = try image(seed: seed &+ 90_000, width: width, height: height, shapes: 120)
        var random = SeededGenerator(seed: seed)
        guard let back = map.inverse else { return frame }
        anchor.withView { anchor in
            frame.withMutableView { view in
                for y in 0..<height {
                    for x in 0..<width {
                        if let level = level(of: anchor, back, x, y) { view.row(y)[x] = level }
                        let noisy = Int(view.row(y)[x]) + Int.random(in: -4...4, using: &random)
                        view.row(y)[x] = UInt8(max(0, min(255, noisy)))
                    }
                }
            }
        }
        return frame
    }

    /// The mean of four samples within a pixel; `nil` outside the anchor.
    private static func level(of anchor: GrayView, _ back: Homography, _ x: Int, _ y: Int) -> UInt8? {
        var sum = 0
        for i in 0..<4 {
            let place = back.map(
                Point2D(x: Double(x) + (i % 2 == 0 ? 0.25 : 0.75), y: Double(y) + (i < 2 ? 0.25 : 0.75)))
            guard place.x >= 0, place.y >= 0, place.x < Double(anchor.width), place.y < Double(anchor.height) else {
                return nil
            }
            sum += Int(anchor.row(Int(place.y))[Int(place.x)])
        }
        return UInt8(sum / 4)
    }
}
