import RectoCapture
public import RectoCore
import RectoVision

/// A frame of a page from another source than a ``Scanner``, such as a browser's camera.
public struct BurstPicture: Sendable {
    /// The JPEG file.
    public var jpegBytes: [UInt8]
    /// The approximate corners of the page, in pixels. They are refined on the page's sides.
    public var quad: Quad

    public init(jpegBytes: [UInt8], quad: Quad) { (self.jpegBytes, self.quad) = (jpegBytes, quad) }
}

extension PageBurst {
    /// Creates a burst from files.
    /// - Parameters:
    ///   - captured: The captured page, in a picture of the same size as the files.
    ///   - pictures: The frames in the order in which they were taken; they may include the captured one.
    /// - Throws: `ParameterError` if a file is not JPEG or differs in size, if corners do not form a page, if there
    ///   are fewer than three pictures, or if the page has no corners.
    public static func of(_ captured: Page, _ pictures: [BurstPicture]) throws(ParameterError) -> PageBurst {
        let required = "a JPEG picture of \(captured.originalSize)"
        var entries: [BurstBuffer.Entry] = []
        for picture in pictures {
            let (frame, time) = (StoredFrame(), Duration.milliseconds(100) * entries.count)
            guard frame.store(jpegBytes: picture.jpegBytes, at: time, sequence: entries.count) else {
                throw ParameterError("pictures", found: "not a JPEG picture", required: required)
            }
            guard let size = frame.size, size == captured.originalSize else {
                throw ParameterError("pictures", found: frame.size.map { "\($0)" } ?? "none", required: required)
            }
            guard picture.quad.isFinite, picture.quad.isConvexClockwise else {
                throw ParameterError("quad", found: "\(picture.quad)", required: "a convex quad, clockwise")
            }
            let page = TrackedQuad(
                quad: picture.quad, confidence: 1, occludedSides: [],
                velocity: picture.quad.map { $0 * 0 }, identity: 0)
            entries.append(BurstBuffer.Entry(frame: frame, page: page, time: time, glareShare: 0))
        }
        let scanned = ScannedPage(
            page: captured, jpegBytes: nil, time: .zero, sequence: 0, quality: nil, isLowQuality: false)
        guard let burst = PageBurst(of: scanned, entries) else {
            throw ParameterError(
                "pictures", found: "\(pictures.count)", required: "at least 3, and a page with corners")
        }
        return burst
    }
}

extension PageBurst {
    /// Whether its frames differ. A source that repeats the same frame provides only one. Frames that are not JPEG
    /// files count as different.
    public var hasDifferentFrames: Bool {
        let files = entries.map(\.frame.jpegBytes)
        return files.contains { $0 == nil } || Set(files).count > 1
    }
}

extension FusedPage {
    /// Creates a page whose picture was fused elsewhere.
    /// - Parameters:
    ///   - page: The page with the fused picture, its corners in that picture, and `Page.fusion`.
    ///   - scale: The scale of the picture relative to a frame.
    ///   - captured: The page as captured, from one frame.
    public init(page: Page, scale: Int, captured: Page) {
        self.init(
            page: page, scale: scale, captured: captured, time: .zero, sequence: 0, duration: .zero)
    }
}
