import RectoCore

/// Reads numbers from the bytes of a file. Reading beyond the end throws a format error.
struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let format: PictureFormat
    /// The offset of the next byte.
    private(set) var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ format: PictureFormat) {
        (self.bytes, self.format) = (bytes, format)
    }

    var isAtEnd: Bool { place >= bytes.count }
    var left: Int { bytes.count - place }
    /// The next byte, which is not consumed.
    var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    mutating func byte() throws(PictureError) -> UInt8 {
        guard place < bytes.count else { throw .truncated(format) }
        defer { place += 1 }
        return bytes[place]
    }

    /// Reads two bytes, little-endian.
    mutating func short() throws(PictureError) -> Int { Int(try byte()) | Int(try byte()) << 8 }

    /// Reads four bytes, little-endian.
    mutating func long() throws(PictureError) -> Int { try short() | (try short()) << 16 }

    /// Reads four bytes in two's complement.
    mutating func signedLong() throws(PictureError) -> Int { Int(Int32(truncatingIfNeeded: try long())) }

    mutating func skip(_ count: Int) throws(PictureError) {
        guard count >= 0, count <= left else { throw .truncated(format) }
        place += count
    }

    mutating func move(to place: Int) throws(PictureError) {
        guard place >= 0, place <= bytes.count else { throw .truncated(format) }
        self.place = place
    }

    /// Returns the next bytes.
    mutating func take(_ count: Int) throws(PictureError) -> UnsafeBufferPointer<UInt8> {
        guard count >= 0, count <= left else { throw .truncated(format) }
        defer { place += count }
        return UnsafeBufferPointer(rebasing: bytes[place..<place + count])
    }
}

/// An RGB image that a decoder sets pixel by pixel, stored in packed rows.
struct PixelCanvas {
    let size: PixelSize
    private var bytes: [UInt8]

    /// - Parameter level: The value of all pixels that are not set.
    init(_ size: PixelSize, level: UInt8) {
        self.size = size
        bytes = [UInt8](repeating: level, count: 3 * size.area)
    }

    /// Sets a pixel; ignored outside the image.
    mutating func set(_ x: Int, _ y: Int, _ color: SIMD3<UInt8>) {
        guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
        let place = 3 * (y * size.width + x)
        (bytes[place], bytes[place + 1], bytes[place + 2]) = (color.x, color.y, color.z)
    }

    /// The pixels, in gray if none has a color.
    var pixels: Picture.Pixels {
        let isGray = Swift.stride(from: 0, to: bytes.count, by: 3).allSatisfy { (place: Int) -> Bool in
            bytes[place] == bytes[place + 1] && bytes[place] == bytes[place + 2]
        }
        if isGray {
            let levels = Swift.stride(from: 0, to: bytes.count, by: 3).map { bytes[$0] }
            if let image = try? GrayImage(size: size, packed: levels) { return .gray(image) }
        }
        guard let image = try? RGBImage(size: size, packed: bytes) else {
            preconditionFailure("the canvas has as many bytes as its size needs")
        }
        return .rgb(image)
    }
}
