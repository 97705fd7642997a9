import RectoCore

/// A shape with a soft border for shadows: coverage blurred by three box filters (nearly Gaussian).
///
/// Wide blurs are computed at a reduced size and sampled by bilinear interpolation.
struct SoftMask {
    private let reduction: Double
    private let originX: Int
    private let originY: Int
    private let width: Int
    private let height: Int
    private var values: [Float]

    /// - Parameters:
    ///   - radius: About twice the standard deviation of the blur, in pixels.
    init(_ path: Path, within size: PixelSize, radius: Double) {
        let reduction = max(1, (radius / 4).rounded(.down))
        let box = max(0, Int((radius / reduction * 0.6).rounded()))
        let padding = 3 * box + 1
        self.reduction = reduction
        // The shape is clipped at the frame plus the reach of the blur, not at the frame.
        let fullWidth = Int((Double(size.width) / reduction).rounded(.up)) + 2 * padding
        let fullHeight = Int((Double(size.height) / reduction).rounded(.up)) + 2 * padding
        let shift = Point2D(x: Double(padding), y: Double(padding))
        guard let canvas = try? PixelSize(width: fullWidth, height: fullHeight),
            let mask = CoverageMask(path.map { $0 * (1 / reduction) + shift }, within: canvas)
        else {
            (originX, originY, width, height, values) = (0, 0, 0, 0, [])
            return
        }
        originX = mask.x - 2 * padding
        originY = mask.y - 2 * padding
        width = mask.width + 2 * padding
        height = mask.height + 2 * padding
        values = [Float](repeating: 0, count: width * height)
        for row in 0..<mask.height {
            for column in 0..<mask.width {
                values[(row + padding) * width + column + padding] = mask.values[row * mask.width + column]
            }
        }
        guard box > 0 else { return }
        var other = values
        for _ in 0..<3 {
            Self.blur(from: values, into: &other, lines: height, length: width, lineStep: width, step: 1, radius: box)
            Self.blur(from: other, into: &values, lines: width, length: height, lineStep: 1, step: width, radius: box)
        }
    }

    /// Running box mean along the lines of a matrix; values beyond the ends count as 0.
    private static func blur(
        from source: [Float], into target: inout [Float], lines: Int, length: Int, lineStep: Int, step: Int,
        radius: Int
    ) {
        let scale = 1 / Float(2 * radius + 1)
        source.withUnsafeBufferPointer { source in
            target.withUnsafeMutableBufferPointer { target in
                for line in 0..<lines {
                    let start = line * lineStep
                    var sum: Float = 0
                    for index in 0..<min(radius, length) { sum += source[start + index * step] }
                    for index in 0..<length {
                        if index + radius < length { sum += source[start + (index + radius) * step] }
                        target[start + index * step] = sum * scale
                        if index >= radius { sum -= source[start + (index - radius) * step] }
                    }
                }
            }
        }
    }

    /// Calls `body` with each pixel of the picture that the mask covers, and its value 0...1.
    func forEach(in size: PixelSize, _ body: (_ x: Int, _ y: Int, _ value: Float) -> Void) {
        guard width > 1, height > 1 else { return }
        let left = max(0, Int(Double(originX) * reduction))
        let top = max(0, Int(Double(originY) * reduction))
        let right = min(size.width, Int(Double(originX + width) * reduction))
        let bottom = min(size.height, Int(Double(originY + height) * reduction))
        guard left < right, top < bottom else { return }
        let scale = Float(1 / reduction)
        values.withUnsafeBufferPointer { values in
            for y in top..<bottom {
                let fy = max(0, min(Float(height) - 1.001, (Float(y) + 0.5) * scale - 0.5 - Float(originY)))
                let rowStart = Int(fy) * width
                let ty = fy - Float(Int(fy))
                for x in left..<right {
                    let fx = max(0, min(Float(width) - 1.001, (Float(x) + 0.5) * scale - 0.5 - Float(originX)))
                    let index = rowStart + Int(fx)
                    let tx = fx - Float(Int(fx))
                    let upper = values[index] * (1 - tx) + values[index + 1] * tx
                    let lower = values[index + width] * (1 - tx) + values[index + width + 1] * tx
                    let value = upper * (1 - ty) + lower * ty
                    if value > 0.001 { body(x, y, value) }
                }
            }
        }
    }
}
