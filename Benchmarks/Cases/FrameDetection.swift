public import RectoCore
import RectoPictures
import RectoVision

/// A scene as a camera frame, and a detector that searches for its page.
public final class FrameDetection {
    /// The layout passed to the detector.
    public enum Layout: String, CaseIterable, Sendable {
        /// The Y plane only.
        case gray = "Y"
        case nv12 = "NV12"
        case yuyv = "YUYV"
        case rgb = "RGB"
    }

    private let layout: Layout
    private let size: PixelSize
    private let rgb: RGBImage
    private let luma: Buffer<UInt8>
    private let chroma: Buffer<UInt8>
    private var detector: PageDetector

    /// - Parameter luma: The Y plane at full range; by default the picture's.
    public init(_ picture: RGBImage, as layout: Layout, luma: [UInt8]? = nil) throws {
        self.layout = layout
        size = picture.size
        rgb = picture
        detector = try PageDetector(.live)
        switch layout {
        case .gray: (self.luma, chroma) = (Buffer(luma ?? picture.luma.packedBytes), Buffer(count: 0))
        case .nv12:
            let planes = CameraFrame(picture).nv12
            (self.luma, chroma) = (Buffer(planes.luma), Buffer(planes.chroma))
        case .yuyv: (self.luma, chroma) = (Buffer(CameraFrame(picture).yuyv), Buffer(count: 0))
        case .rgb: (self.luma, chroma) = (Buffer(count: 0), Buffer(count: 0))
        }
    }

    /// Searches for the page as in a first frame, without earlier knowledge.
    /// - Returns: Its corners.
    public func detect() throws -> Quad? {
        let detection: PageDetection?
        switch layout {
        case .gray:
            detection = detector.detect(
                .gray(try GrayView(base: luma.base, byteCount: luma.count, size: size, stride: size.width)))
        case .nv12:
            detection = detector.detect(
                .nv12(
                    try NV12View(
                        luma: luma.base, lumaByteCount: luma.count, lumaStride: size.width, chroma: chroma.base,
                        chromaByteCount: chroma.count, chromaStride: (size.width + 1) / 2 * 2, size: size)))
        case .yuyv:
            detection = detector.detect(
                .yuyv(
                    try YUYVView(
                        base: luma.base, byteCount: luma.count, size: size, stride: (size.width + 1) / 2 * 4)))
        case .rgb:
            detection = rgb.withView { detector.detect(.rgb($0)) }
        }
        return detection?.quad
    }
}
