import RectoCore

/// Numbers derived from bytes: small ones, so that they are close to each other, and occasionally arbitrary bits.
struct FuzzedNumbers {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    mutating func number() -> Double {
        guard place < bytes.count else { return 0 }
        let kind = bytes[place]
        place += 1
        let width = kind < 240 ? 2 : 8
        defer { place += width }
        guard place + width <= bytes.count else { return Double(kind) }
        if width == 2 { return Double(bytes.loadUnaligned(fromByteOffset: place, as: Int16.self)) / 64 }
        return Double(bitPattern: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    mutating func point() -> Point2D { Point2D(x: number(), y: number()) }

    mutating func quad() -> Quad {
        Quad(topLeft: point(), topRight: point(), bottomRight: point(), bottomLeft: point())
    }
}

extension PixelSize {
    /// A small picture size.
    static var fuzzed: PixelSize {
        guard let size = try? PixelSize(width: 64, height: 48) else { preconditionFailure("a size within all limits") }
        return size
    }
}
