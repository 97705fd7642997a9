/// Pixel formats of libzbar, as its four characters.
enum ZBarFormat {
    /// `Y800`: one byte a pixel.
    static let gray = UInt(UInt32(0x3030_3859))
}
