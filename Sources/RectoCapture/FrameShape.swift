package import RectoCore

/// Size and layout of a frame in a buffer.
package struct FrameShape: Hashable, Sendable {
    package var encoding: FrameEncoding
    package var size: PixelSize
    package var range: YUVRange
    /// Bytes per row; 0 for JPEG.
    package var stride: Int
    /// Bytes per row of a second plane.
    package var chromaStride: Int

    package init(
        _ encoding: FrameEncoding, _ size: PixelSize, range: YUVRange = .limited, stride: Int, chromaStride: Int = 0
    ) {
        self.encoding = encoding
        self.size = size
        self.range = range
        self.stride = stride
        self.chromaStride = chromaStride
    }

    /// Creates a shape without padding between rows.
    package init(packed encoding: FrameEncoding, _ size: PixelSize, range: YUVRange = .limited) {
        let pairBytes = (size.width + 1) / 2 * 2
        let stride =
            switch encoding {
            case .gray, .nv12: size.width
            case .rgb: 3 * size.width
            case .yuyv, .uyvy: 2 * pairBytes
            case .jpeg: 0
            }
        self.init(encoding, size, range: range, stride: stride, chromaStride: encoding == .nv12 ? pairBytes : 0)
    }

    /// Bytes of the Y plane, or of the only plane.
    package var lumaByteCount: Int { stride * size.height }
    package var chromaByteCount: Int { chromaStride * ((size.height + 1) / 2) }
    package var byteCount: Int { lumaByteCount + chromaByteCount }
}
