import RectoCore

extension Picture {
    /// The same picture with square pixels: the axis with the lower resolution is stretched to that of the other.
    ///
    /// Faxes have 204 x 98 or 204 x 196 dots per inch. The picture is returned unchanged if it states no resolution,
    /// if its pixels are square within 1 %, if the resolutions differ by more than a factor of 4.5, which no device
    /// has, or if the result would have too many pixels.
    public var withSquarePixels: Picture {
        guard let resolution else { return self }
        let stretch = resolution.horizontal / resolution.vertical
        let factor = max(stretch, 1 / stretch)
        guard Self.stretchable ~= factor else { return self }
        let stretchesHeight = stretch > 1
        let width = stretchesHeight ? size.width : Int((Double(size.width) * factor).rounded())
        let height = stretchesHeight ? Int((Double(size.height) * factor).rounded()) : size.height
        guard let square = try? PixelSize(width: width, height: height) else { return self }
        let stretched: Pixels =
            switch pixels {
            case .gray(let image): .gray(image.stretched(to: square))
            case .rgb(let image): .rgb(image.stretched(to: square))
            }
        var picture = Picture(
            pixels: stretched, format: format, fullSize: square,
            resolution: Resolution(dotsPerInch: max(resolution.horizontal, resolution.vertical)), fullFocalLength: nil)
        picture.timeAndPlace = timeAndPlace
        return picture
    }

    /// The range of aspect ratios of pixels, in either direction, that are corrected.
    private static let stretchable = 1.01...4.5
}

extension Image {
    /// Returns the image enlarged along one axis by linear interpolation between pixel centers.
    /// - Parameter size: A size that is larger along one axis, and not smaller along the other.
    fileprivate func stretched(to size: PixelSize) -> Image {
        var target = Image(size: size)
        let bytes = Layout.bitsPerPixel / 8
        withView { source in
            target.withMutableView { target in
                if size.width == source.width {
                    for y in 0..<target.height {
                        let place = Interpolation(y, of: target.height, in: source.height)
                        let (above, below) = (source.row(place.first), source.row(place.second))
                        let row = target.row(y)
                        // SAFETY: all rows hold `width` pixels of `bytes` bytes.
                        for index in 0..<target.width * bytes { row[index] = place.mix(above[index], below[index]) }
                    }
                } else {
                    let places = (0..<target.width).map { Interpolation($0, of: target.width, in: source.width) }
                    for y in 0..<target.height {
                        let (from, row) = (source.row(y), target.row(y))
                        // SAFETY: the positions are pixels of the source's row, with one for each of the target's.
                        for (x, place) in places.enumerated() {
                            for byte in 0..<bytes {
                                row[x * bytes + byte] = place.mix(
                                    from[place.first * bytes + byte], from[place.second * bytes + byte])
                            }
                        }
                    }
                }
            }
        }
        return target
    }
}

/// Two neighbors along an axis, and the weight of the second in 1/256.
private struct Interpolation {
    let first: Int
    let second: Int
    private let share: UInt32

    /// - Parameters:
    ///   - place: The index of a pixel among `count`.
    ///   - source: The number of pixels to interpolate.
    init(_ place: Int, of count: Int, in source: Int) {
        let center = (Double(place) + 0.5) * Double(source) / Double(count) - 0.5
        let limited = min(max(center, 0), Double(source - 1))
        first = Int(limited)
        second = min(first + 1, source - 1)
        share = UInt32(((limited - Double(first)) * 256).rounded())
    }

    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (UInt32(a) * (256 - share) + UInt32(b) * share + 128) >> 8)
    }
}
