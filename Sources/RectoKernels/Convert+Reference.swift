extension Reference {
    /// The plain reference of the kernel `lumaFromYUYV`.
    public static func lumaFromYUYV(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width { target[y * targetStride + x] = source[y * stride + 2 * x] }
        }
    }

    /// The plain reference of the kernel `planesFromYUYV`.
    public static func planesFromYUYV(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        luma: UnsafeMutablePointer<UInt8>, lumaStride: Int,
        blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, chromaStride: Int
    ) {
        lumaFromYUYV(source, stride: stride, width: width, height: height, into: luma, targetStride: lumaStride)
        for y in 0..<height {
            for x in 0..<(width + 1) / 2 {
                blue[y * chromaStride + x] = source[y * stride + 4 * x + 1]
                red[y * chromaStride + x] = source[y * stride + 4 * x + 3]
            }
        }
    }

    /// The plain reference of the kernel `planesFromNV12`.
    public static func planesFromNV12(
        _ chroma: UnsafePointer<UInt8>, stride: Int, chromaWidth: Int, chromaHeight: Int,
        blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<chromaHeight {
            for x in 0..<chromaWidth {
                blue[y * targetStride + x] = chroma[y * stride + 2 * x]
                red[y * targetStride + x] = chroma[y * stride + 2 * x + 1]
            }
        }
    }

    /// The plain reference of the kernel `lumaFromRGB`.
    public static func lumaFromRGB(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width { target[y * targetStride + x] = luma(source + y * stride + 3 * x) }
        }
    }

    /// The plain reference of the kernel `lumaFromRGBA`.
    public static func lumaFromRGBA(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width { target[y * targetStride + x] = luma(source + y * stride + 4 * x) }
        }
    }

    /// The plain reference of the kernel `planesFromRGB`.
    public static func planesFromRGB(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
        targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                let pixel = source + y * stride + 3 * x
                luma[y * targetStride + x] = self.luma(pixel)
                blue[y * targetStride + x] = chromaBlue(pixel)
                red[y * targetStride + x] = chromaRed(pixel)
            }
        }
    }

    /// The plain reference of the kernel `planesFromRGBA`.
    public static func planesFromRGBA(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        luma: UnsafeMutablePointer<UInt8>, blue: UnsafeMutablePointer<UInt8>, red: UnsafeMutablePointer<UInt8>,
        targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                let pixel = source + y * stride + 4 * x
                luma[y * targetStride + x] = self.luma(pixel)
                blue[y * targetStride + x] = chromaBlue(pixel)
                red[y * targetStride + x] = chromaRed(pixel)
            }
        }
    }

    /// The plain reference of the kernel `rgbFromRGBA`.
    public static func rgbFromRGBA(
        _ source: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int,
        into target: UnsafeMutablePointer<UInt8>, targetStride: Int
    ) {
        for y in 0..<height {
            for x in 0..<width {
                for c in 0..<3 { target[y * targetStride + 3 * x + c] = source[y * stride + 4 * x + c] }
            }
        }
    }

    private static func luma(_ p: UnsafePointer<UInt8>) -> UInt8 {
        UInt8((weighted(p, 77, 150, 29) + 128) >> 8)
    }

    private static func chromaBlue(_ p: UnsafePointer<UInt8>) -> UInt8 {
        UInt8(min(255, (weighted(p, -43, -85, 128) + 128) >> 8 + 128))
    }

    private static func chromaRed(_ p: UnsafePointer<UInt8>) -> UInt8 {
        UInt8(min(255, (weighted(p, 128, -107, -21) + 128) >> 8 + 128))
    }

    private static func weighted(_ p: UnsafePointer<UInt8>, _ red: Int, _ green: Int, _ blue: Int) -> Int {
        let (r, g, b) = (Int(p[0]), Int(p[1]), Int(p[2]))
        return red * r + green * g + blue * b
    }
}
