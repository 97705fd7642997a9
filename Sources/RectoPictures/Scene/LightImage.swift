import RectoCore

/// A picture in linear light during composition.
struct LightImage {
    let size: PixelSize
    var pixels: [LinearRGB]

    init(size: PixelSize, color: LinearRGB = .black) {
        self.size = size
        pixels = [LinearRGB](repeating: color, count: size.area)
    }

    /// Paints a shape with one color.
    mutating func fill(_ path: Path, _ color: LinearRGB, opacity: Float = 1) {
        guard let mask = CoverageMask(path, within: size) else { return }
        fill(mask) { _, _ in (color, opacity) }
    }

    /// Paints a shape with a color and opacity for each pixel.
    mutating func fill(_ mask: CoverageMask, _ shade: (_ x: Int, _ y: Int) -> (LinearRGB, Float)) {
        let width = size.width
        mask.values.withUnsafeBufferPointer { coverage in
            pixels.withUnsafeMutableBufferPointer { pixels in
                for row in 0..<mask.height {
                    let y = mask.y + row
                    for column in 0..<mask.width {
                        let share = coverage[row * mask.width + column]
                        guard share > 0 else { continue }
                        let x = mask.x + column
                        let (color, opacity) = shade(x, y)
                        pixels[y * width + x] = pixels[y * width + x].mixed(with: color, share * opacity)
                    }
                }
            }
        }
    }
}
