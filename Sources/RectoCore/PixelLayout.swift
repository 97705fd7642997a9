/// Pixel formats that the engine reads or writes.
public enum PixelFormat: String, Hashable, Codable, Sendable, CaseIterable {
    /// One byte per pixel, 0 is black.
    case gray8
    /// Red, green, blue, a byte each.
    case rgb8
    /// Red, green, blue, alpha, a byte each.
    case rgba8
    /// One bit per pixel, highest bit first, 1 is ink.
    case bilevel1
    /// Two pixels in four bytes: Y0 Cb Y1 Cr (4:2:2), as USB cameras send it.
    case yuyv
    /// The same with the chroma first: Cb Y0 Cr Y1.
    case uyvy
    /// A plane of Y, then a half-size plane of Cb Cr pairs (4:2:0).
    case nv12
}

/// The layout of pixels in a row of bytes of an image or view.
public protocol PixelLayout: Sendable {
    /// 1, 8, 24 or 32.
    static var bitsPerPixel: Int { get }
    static var format: PixelFormat { get }
}

extension PixelLayout {
    /// Bytes that `width` pixels take.
    @inlinable
    public static func rowBytes(width: Int) -> Int { (width * bitsPerPixel + 7) / 8 }
}

/// One byte per pixel, 0 is black.
public enum Gray8: PixelLayout {
    @inlinable public static var bitsPerPixel: Int { 8 }
    public static var format: PixelFormat { .gray8 }
}

/// Three bytes per pixel: red, green, blue (sRGB).
public enum RGB8: PixelLayout {
    @inlinable public static var bitsPerPixel: Int { 24 }
    public static var format: PixelFormat { .rgb8 }
}

/// Four bytes per pixel: red, green, blue, alpha (not premultiplied).
public enum RGBA8: PixelLayout {
    @inlinable public static var bitsPerPixel: Int { 32 }
    public static var format: PixelFormat { .rgba8 }
}

/// One bit per pixel, the leftmost pixel in the highest bit, 1 is ink; unused bits at a row's end are 0.
public enum Bilevel1: PixelLayout {
    @inlinable public static var bitsPerPixel: Int { 1 }
    public static var format: PixelFormat { .bilevel1 }
}
