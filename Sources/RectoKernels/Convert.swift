/// The luma of a packed 4:2:2 picture (Y0 Cb Y1 Cr): every second byte.
///
/// - Parameters:
///   - source: Rows of 2 × `width` bytes; for an odd width the last byte of a row is not needed.
///   - target: Gray, `width` × `height`.
public func lumaFromYUYV(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.lumaFromYUYV(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}

/// The three planes of a packed 4:2:2 picture (Y0 Cb Y1 Cr).
///
/// - Parameters:
///   - source: Rows of whole pairs of pixels: 4 × ⌈`width` / 2⌉ bytes.
///   - luma: `width` × `height`.
///   - blue: Cb, ⌈`width` / 2⌉ × `height`.
///   - red: Cr, of the size of `blue`.
public func planesFromYUYV(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, lumaStride: Int,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, chromaStride: Int
) {
    Reference.planesFromYUYV(
        source, stride: stride, width: width, height: height, luma: luma, lumaStride: lumaStride,
        blue: blue, red: red, chromaStride: chromaStride)
}

/// The chroma planes of an NV12 picture, whose second plane interleaves Cb and Cr at half the size both ways.
///
/// The first plane is the luma already and needs no kernel.
/// - Parameters:
///   - chroma: Rows of 2 × `chromaWidth` bytes.
///   - chromaWidth: ⌈W / 2⌉ for a picture W wide; likewise `chromaHeight`.
///   - blue: Cb, `chromaWidth` × `chromaHeight`.
///   - red: Cr, of the size of `blue`.
public func planesFromNV12(
    _ chroma: UnsafePointer<UInt8>, stride: Int, chromaWidth: Int, chromaHeight: Int,
    blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.planesFromNV12(
        chroma, stride: stride, chromaWidth: chromaWidth, chromaHeight: chromaHeight,
        blue: blue, red: red, targetStride: targetStride)
}

/// The luma of an RGB picture: (77 R + 150 G + 29 B + 128) >> 8, the full-range weights of BT.601.
public func lumaFromRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.lumaFromRGB(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}

/// The luma of an RGBA picture, as of its RGB; alpha is ignored.
public func lumaFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.lumaFromRGBA(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}

/// The planes Y, Cb and Cr of an RGB picture, each of full size: JPEG's full-range weights in 8-bit fixed point.
///
/// Y as of ``lumaFromRGB(_:stride:width:height:into:targetStride:)``,
/// Cb = (−43 R − 85 G + 128 B + 128) >> 8 + 128, Cr = (128 R − 107 G − 21 B + 128) >> 8 + 128, both at most 255.
public func planesFromRGB(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
    targetStride: Int
) {
    Reference.planesFromRGB(
        source, stride: stride, width: width, height: height, luma: luma, blue: blue, red: red,
        targetStride: targetStride)
}

/// The planes Y, Cb and Cr of an RGBA picture, as of its RGB; alpha is ignored.
public func planesFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
    targetStride: Int
) {
    Reference.planesFromRGBA(
        source, stride: stride, width: width, height: height, luma: luma, blue: blue, red: red,
        targetStride: targetStride)
}

/// An RGBA picture without its alpha.
public func rgbFromRGBA(
    _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<UInt8>, targetStride: Int
) {
    Reference.rgbFromRGBA(
        source, stride: stride, width: width, height: height, into: target, targetStride: targetStride)
}
