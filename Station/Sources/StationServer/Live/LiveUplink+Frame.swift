import Recto
import RectoCodecs
package import RectoCore

extension LiveUplink {
    /// When the picture was taken, by the browser's clock.
    package var time: Duration { .milliseconds(Int64(milliseconds)) }

    /// Lends the picture as a frame, decoded where it is a JPEG file.
    /// - Returns: Nothing if it is damaged.
    package func withFrame<Result>(_ body: (FrameView) -> Result) -> Result? {
        guard let size else {
            guard let decoded = try? PictureReader(layout: .gray).read(bytes: Array(picture)) else { return nil }
            return decoded.withFrame(body)
        }
        return picture.withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress,
                let view = try? GrayView(base: base, byteCount: bytes.count, size: size, stride: size.width)
            else { return nil }
            return body(.gray(view))
        }
    }
}
