public import RectoCodecs
public import RectoCore

extension Picture.Pixels {
    /// Copies a frame's pixels: gray frames become gray pictures, all others color.
    ///
    /// Y, Cb and Cr are converted to red, green and blue by BT.601, as in JPEG and nearly all cameras. Subsampled
    /// chroma is repeated.
    public init(copying frame: FrameView) { self.init(copying: frame, left: 0, top: 0, size: frame.size) }

    /// Copies a part of a frame.
    /// - Precondition: The part lies within the frame.
    init(copying frame: FrameView, left: Int, top: Int, size: PixelSize) {
        switch frame {
        case .gray(let view):
            self = .gray(GrayImage(copying: view.part(left: left, top: top, size: size)))
        case .rgb(let view):
            self = .rgb(RGBImage(copying: view.part(left: left, top: top, size: size)))
        case .yuyv(let view):
            let offsets = view.offsets
            self = .rgb(
                RGBImage(left, top, size, ColorTables(view.range)) { y in
                    // SAFETY: each row holds whole pairs of pixels.
                    let row = view.base + y * view.stride
                    return ChromaRow(
                        luma: row + offsets.luma, lumaStep: 2, blue: row + offsets.blue, red: row + offsets.red,
                        pairStep: 4)
                })
        case .nv12(let view):
            self = .rgb(
                RGBImage(left, top, size, ColorTables(view.range)) { y in
                    // SAFETY: there is a chroma row for every two rows, and a pair for every two pixels.
                    let pairs = view.chroma + y / 2 * view.chromaStride
                    return ChromaRow(
                        luma: view.luma + y * view.lumaStride, lumaStep: 1, blue: pairs, red: pairs + 1, pairStep: 2)
                })
        }
    }
}

/// Where the components of a row's pixels are.
private struct ChromaRow {
    var luma: UnsafePointer<UInt8>
    /// The number of bytes from one Y to the next.
    var lumaStep: Int
    var blue: UnsafePointer<UInt8>
    var red: UnsafePointer<UInt8>
    /// The number of bytes from one Cb or Cr to the next.
    var pairStep: Int
}

/// The contributions of each value of Y, Cb and Cr to red, green and blue, in units of 1/65,536.
private struct ColorTables {
    let luma: [Int32]
    let redOfRed: [Int32]
    let greenOfRed: [Int32]
    let greenOfBlue: [Int32]
    let blueOfBlue: [Int32]

    init(_ range: YUVRange) {
        let (black, lumaGain, chromaGain) = range == .full ? (0.0, 1.0, 1.0) : (16, 255.0 / 219, 255.0 / 224)
        func table(_ zero: Double, _ gain: Double) -> [Int32] {
            (0..<256).map { Int32(((Double($0) - zero) * gain * 65_536).rounded()) }
        }
        luma = table(black, lumaGain)
        redOfRed = table(128, 1.402 * chromaGain)
        greenOfRed = table(128, -0.714_136 * chromaGain)
        greenOfBlue = table(128, -0.344_136 * chromaGain)
        blueOfBlue = table(128, 1.772 * chromaGain)
    }
}

extension RGBImage {
    fileprivate init(
        _ left: Int, _ top: Int, _ size: PixelSize, _ tables: ColorTables, row: (Int) -> ChromaRow
    ) {
        self.init(size: size)
        withMutableView { target in
            for y in 0..<size.height {
                let source = row(top + y)
                let target = target.row(y) - 3 * left
                for x in left..<left + size.width {
                    let blue = Int(source.blue[x / 2 * source.pairStep])
                    let red = Int(source.red[x / 2 * source.pairStep])
                    let luma = tables.luma[Int(source.luma[x * source.lumaStep])] + 32_768
                    target[3 * x] = byte(luma + tables.redOfRed[red])
                    target[3 * x + 1] = byte(luma + tables.greenOfRed[red] + tables.greenOfBlue[blue])
                    target[3 * x + 2] = byte(luma + tables.blueOfBlue[blue])
                }
            }
        }
    }
}

private func byte(_ value: Int32) -> UInt8 { UInt8(clamping: value >> 16) }
