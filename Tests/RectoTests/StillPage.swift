import RectoCore
import TestSupport

/// A still page before a camera: drawn frames that differ only in noise.
struct StillPage {
    /// Pixels per millimeter of A4; 6 are 152 dots per inch.
    var scale = 6
    /// Largest deviation of a pixel in gray levels.
    var noise = 1
    /// Whether a lamp is reflected in the margin: too little to prevent a capture.
    var hasLamp = false

    /// Width of the border around the page, in millimeters.
    private static let border = 20
    private static let (width, height) = (210, 297)

    /// - Returns: `count` frames.
    func frames(_ count: Int) throws -> [GrayImage] {
        let clean = try drawn()
        var generator = SeededGenerator(seed: 7)
        return (0..<count).map { _ in
            var frame = clean
            frame.withMutableView { view in
                for y in 0..<view.height {
                    let row = view.row(y)
                    for x in 0..<view.width {
                        let level = Int(row[x]) + Int.random(in: -noise...noise, using: &generator)
                        row[x] = UInt8(min(max(level, 0), 255))
                    }
                }
            }
            return frame
        }
    }

    private func drawn() throws -> GrayImage {
        let size = try PixelSize(
            width: (Self.width + 2 * Self.border) * scale, height: (Self.height + 2 * Self.border) * scale)
        var image = GrayImage(size: size)
        image.withMutableView { view in
            func fill(_ left: Int, _ top: Int, _ width: Int, _ height: Int, _ level: UInt8) {
                for y in top * scale..<(top + height) * scale {
                    let row = view.row(y)
                    for x in left * scale..<(left + width) * scale { row[x] = level }
                }
            }
            fill(0, 0, Self.width + 2 * Self.border, Self.height + 2 * Self.border, 60)
            fill(Self.border, Self.border, Self.width, Self.height, 205)
            // Words of lines.
            var generator = SeededGenerator(seed: 3)
            for line in 0..<26 {
                var column = Self.border + 20
                while column < Self.border + Self.width - 40 {
                    let length = Int.random(in: 4...18, using: &generator)
                    fill(column, Self.border + 22 + 10 * line, length, 3, 40)
                    column += length + 3
                }
            }
            if hasLamp { fill(Self.border + 3, Self.border + 140, 16, 30, 255) }
        }
        return image
    }
}
