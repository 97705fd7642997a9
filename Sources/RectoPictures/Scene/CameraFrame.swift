public import RectoCore

/// A picture as sent by a camera: YUV of BT.601, where each chroma sample is the mean of its pixels.
public struct CameraFrame: Sendable {
    public let size: PixelSize
    public let range: YUVRange
    /// Y of each pixel.
    public let luma: [UInt8]
    /// Cb and Cr of each pixel, before subsampling.
    private let blue: [Double]
    private let red: [Double]

    public init(_ picture: RGBImage, range: YUVRange = .limited) {
        size = picture.size
        self.range = range
        let (lumaScale, chromaScale, black) = range == .full ? (1, 1, 0) : (219.0 / 255, 224.0 / 255, 16.0)
        var luma: [UInt8] = []
        var (blue, red): ([Double], [Double]) = ([], [])
        picture.withView { view in
            for y in 0..<view.height {
                let row = view.row(y)
                for x in 0..<view.width {
                    let (r, g, b) = (Double(row[3 * x]), Double(row[3 * x + 1]), Double(row[3 * x + 2]))
                    let gray = 0.299 * r + 0.587 * g + 0.114 * b
                    luma.append(UInt8((black + lumaScale * gray).rounded()))
                    blue.append(128 + chromaScale * (b - gray) / 1.772)
                    red.append(128 + chromaScale * (r - gray) / 1.402)
                }
            }
        }
        (self.luma, self.blue, self.red) = (luma, blue, red)
    }

    /// The Y plane, then the Cb Cr pairs, in rows without padding except for the last pair of an odd width.
    public var nv12: (luma: [UInt8], chroma: [UInt8]) {
        var pairs: [UInt8] = []
        for y in stride(from: 0, to: size.height, by: 2) {
            for x in stride(from: 0, to: size.width, by: 2) {
                pairs += [mean(blue, x, y, rows: 2), mean(red, x, y, rows: 2)]
            }
        }
        return (luma, pairs)
    }

    /// Packed as Y0 Cb Y1 Cr; the second Y of an odd row's last pair is 0.
    public var yuyv: [UInt8] {
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            for x in stride(from: 0, to: size.width, by: 2) {
                let second = x + 1 < size.width ? luma[y * size.width + x + 1] : 0
                bytes += [
                    luma[y * size.width + x], mean(blue, x, y, rows: 1), second, mean(red, x, y, rows: 1),
                ]
            }
        }
        return bytes
    }

    private func mean(_ plane: [Double], _ x: Int, _ y: Int, rows: Int) -> UInt8 {
        var (sum, count) = (0.0, 0.0)
        for row in y..<min(y + rows, size.height) {
            for column in x..<min(x + 2, size.width) {
                sum += plane[row * size.width + column]
                count += 1
            }
        }
        return UInt8(min(max((sum / count).rounded(), 0), 255))
    }
}
