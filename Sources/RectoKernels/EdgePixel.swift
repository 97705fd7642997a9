/// Strength and direction of an edge at a pixel, in one word so that one load brings both.
public struct EdgePixel: BitwiseCopyable, Equatable, Sendable {
    /// The strength as a float whose lowest 8 bits make room for the direction.
    public let word: UInt32

    /// - Parameters:
    ///   - strength: 0…1.
    ///   - direction: Of the gradient, in whole degrees, 0…179.
    @inlinable
    public init(strength: Float, direction: UInt8) {
        word = strength.bitPattern & ~0xFF | UInt32(direction)
    }

    /// 0…1, in steps of at most 2⁻¹⁶.
    @inlinable public var strength: Float { Float(bitPattern: word & ~0xFF) }
    /// In whole degrees, 0…179.
    @inlinable public var direction: UInt8 { UInt8(truncatingIfNeeded: word) }
}
