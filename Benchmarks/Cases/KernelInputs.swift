public import RectoCore

/// One picture in every layout that kernels take, rows without padding.
public struct KernelInputs {
    public let size: PixelSize
    public let yuyv: Buffer<UInt8>
    public let rgb: Buffer<UInt8>
    public let gray: Buffer<UInt8>
    let rgba: Buffer<UInt8>
    /// Luma and chroma as floats.
    let planes: [Buffer<Float>]
    /// A page's corners in the picture, for warps.
    public let quad: Quad

    /// Creates inputs whose layouts come from elsewhere.
    /// - Precondition: The buffers hold 2, 3 and 1 bytes per pixel.
    public init(size: PixelSize, yuyv: Buffer<UInt8>, rgb: Buffer<UInt8>, gray: Buffer<UInt8>, quad: Quad) {
        precondition(yuyv.count == 2 * size.area && rgb.count == 3 * size.area && gray.count == size.area)
        self.size = size
        self.yuyv = yuyv
        self.rgb = rgb
        self.gray = gray
        self.quad = quad
        let rgba = Buffer<UInt8>(count: 4 * size.area)
        let planes = (0..<3).map { _ in Buffer<Float>(count: size.area) }
        for i in 0..<size.area {
            for c in 0..<3 {
                rgba.base[4 * i + c] = rgb.base[3 * i + c]
                planes[c].base[i] = Float(rgb.base[3 * i + c])
            }
            rgba.base[4 * i + 3] = 255
        }
        self.rgba = rgba
        self.planes = planes
    }

    /// Creates noise: the time of kernels does not depend on the content.
    public init(noiseOf size: PixelSize) {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func noise(_ count: Int) -> Buffer<UInt8> {
            let buffer = Buffer<UInt8>(count: count)
            for i in 0..<count {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                buffer.base[i] = UInt8(truncatingIfNeeded: state >> 56)
            }
            return buffer
        }
        let (w, h) = (Double(size.width), Double(size.height))
        let quad = Quad(
            topLeft: Point2D(x: 0.32 * w, y: 0.06 * h), topRight: Point2D(x: 0.69 * w, y: 0.08 * h),
            bottomRight: Point2D(x: 0.73 * w, y: 0.95 * h), bottomLeft: Point2D(x: 0.28 * w, y: 0.92 * h))
        self.init(
            size: size, yuyv: noise(2 * size.area), rgb: noise(3 * size.area), gray: noise(size.area), quad: quad)
    }
}
