import RectoCore

extension RGBImage {
    /// A picture whose pixels come from a function of their place.
    /// - Throws: If it would be too large.
    static func drawn(
        width: Int, height: Int, _ ink: (_ x: Int, _ y: Int) -> Ink
    ) throws(ParameterError) -> RGBImage {
        var image = RGBImage(size: try PixelSize(width: width, height: height))
        image.withMutableView { view in
            for y in 0..<height {
                let row = view.row(y)
                for x in 0..<width { view.set(row, x, ink(x, y)) }
            }
        }
        return image
    }

    /// The picture with a long side of about `longSide` pixels. Where it shrinks, pixels are averaged.
    func scaled(toLongSide longSide: Int) throws(ParameterError) -> RGBImage {
        let scale = Double(longSide) / Double(size.longSide)
        let columns = max(1, Int((Double(width) * scale).rounded()))
        let rows = max(1, Int((Double(height) * scale).rounded()))
        return try withView { view throws(ParameterError) in
            try .drawn(width: columns, height: rows) { x, y in
                let (left, top) = (x * width / columns, y * height / rows)
                let right = max(left + 1, (x + 1) * width / columns)
                let bottom = max(top + 1, (y + 1) * height / rows)
                var sum = SIMD3<Int>(repeating: 0)
                for row in top..<bottom {
                    let pixels = view.row(row)
                    // SAFETY: right is at most the width.
                    for column in left..<right {
                        sum &+= SIMD3(
                            Int(pixels[3 * column]), Int(pixels[3 * column + 1]), Int(pixels[3 * column + 2]))
                    }
                }
                let count = (right - left) * (bottom - top)
                return Ink(red: UInt8(sum[0] / count), green: UInt8(sum[1] / count), blue: UInt8(sum[2] / count))
            }
        }
    }

    /// Darkens the picture, as a background for drawings.
    mutating func dim(to share: Double) {
        withMutableView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                // SAFETY: a row holds `rowBytes` bytes.
                for index in 0..<view.rowBytes { row[index] = UInt8(Double(row[index]) * share) }
            }
        }
    }

    /// Two pictures with a gap between them: side by side if they are high, else one above the other.
    func beside(_ other: RGBImage) throws(ParameterError) -> RGBImage {
        let gap = 8
        let (left, top) = height > width ? (width + gap, 0) : (0, height + gap)
        return try .drawn(width: max(width, left + other.width), height: max(height, top + other.height)) { x, y in
            if x < width, y < height { return self[x, y] }
            if x >= left, y >= top, x - left < other.width, y - top < other.height { return other[x - left, y - top] }
            return Ink(red: 96, green: 96, blue: 96)
        }
    }

    private subscript(x: Int, y: Int) -> Ink {
        withView { view in
            precondition(x >= 0 && x < view.width, "column outside the picture")
            // SAFETY: the column is in the row.
            let pixel = view.row(y) + 3 * x
            return Ink(red: pixel[0], green: pixel[1], blue: pixel[2])
        }
    }
}
