/// The pixel formats that the engine takes or makes.
public enum PixelFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// One byte a pixel, 0 is black.
    case gray8
    /// Red, green, blue, a byte each.
    case rgb8
    /// Red, green, blue, alpha, a byte each.
    case rgba8
    /// One bit a pixel, highest bit first, 1 is ink.
    case bilevel1
    /// Two pixels in four bytes: Y0 Cb Y1 Cr (4:2:2), as USB cameras send it.
    case yuyv
    /// The same with the chroma first: Cb Y0 Cr Y1.
    case uyvy
    /// A plane of Y, then a half-size plane of Cb Cr pairs (4:2:0).
    case nv12
}
