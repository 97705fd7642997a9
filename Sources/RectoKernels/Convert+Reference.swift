extension Reference {
    /// The plain reference of the kernel `lumaFromYUYV`.
    public static func lumaFromYUYV(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        for y in 0..<source.height {
            for x in 0..<source.width { target.row(y)[x] = source.row(y)[2 * x] }
        }
    }

    /// The plain reference of the kernel `planesFromYUYV`.
    public static func planesFromYUYV(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
        lumaFromYUYV(source, into: target.luma)
        for y in 0..<source.height {
            for x in 0..<(source.width + 1) / 2 {
                target.blue.row(y)[x] = source.row(y)[4 * x + 1]
                target.red.row(y)[x] = source.row(y)[4 * x + 3]
            }
        }
    }

    /// The plain reference of the kernel `planesFromNV12`.
    public static func planesFromNV12(
        _ chroma: PlaneView<UInt8>, blue: MutablePlaneView<UInt8>, red: MutablePlaneView<UInt8>
    ) {
        for y in 0..<chroma.height {
            for x in 0..<chroma.width {
                blue.row(y)[x] = chroma.row(y)[2 * x]
                red.row(y)[x] = chroma.row(y)[2 * x + 1]
            }
        }
    }

    /// The plain reference of the kernel `lumaFromRGB`.
    public static func lumaFromRGB(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        for y in 0..<source.height {
            for x in 0..<source.width { target.row(y)[x] = luma(source.row(y) + 3 * x) }
        }
    }

    /// The plain reference of the kernel `lumaFromRGBA`.
    public static func lumaFromRGBA(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        for y in 0..<source.height {
            for x in 0..<source.width { target.row(y)[x] = luma(source.row(y) + 4 * x) }
        }
    }

    /// The plain reference of the kernel `planesFromRGB`.
    public static func planesFromRGB(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
        planes(source, channels: 3, into: target)
    }

    /// The plain reference of the kernel `planesFromRGBA`.
    public static func planesFromRGBA(_ source: PlaneView<UInt8>, into target: YCbCrPlanes) {
        planes(source, channels: 4, into: target)
    }

    private static func planes(_ source: PlaneView<UInt8>, channels: Int, into target: YCbCrPlanes) {
        for y in 0..<source.height {
            for x in 0..<source.width {
                let pixel = source.row(y) + channels * x
                target.luma.row(y)[x] = luma(pixel)
                target.blue.row(y)[x] = chromaBlue(pixel)
                target.red.row(y)[x] = chromaRed(pixel)
            }
        }
    }

    /// The plain reference of the kernel `rgbFromRGBA`.
    public static func rgbFromRGBA(_ source: PlaneView<UInt8>, into target: MutablePlaneView<UInt8>) {
        for y in 0..<source.height {
            for x in 0..<source.width {
                for c in 0..<3 { target.row(y)[3 * x + c] = source.row(y)[4 * x + c] }
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
