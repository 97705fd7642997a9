import RectoCapture
public import RectoCore
import RectoVision

/// A frame of a page that came otherwise than through a ``Scanner``, such as from the camera of a browser.
public struct BurstPicture: Sendable {
    /// A JPEG file.
    public var jpegBytes: [UInt8]
    /// About where the page's corners are, in pixels: they are refined on its sides.
    public var quad: Quad

    public init(jpegBytes: [UInt8], quad: Quad) { (self.jpegBytes, self.quad) = (jpegBytes, quad) }
}

extension PageBurst {
    /// A burst of files.
    /// - Parameters:
    ///   - captured: The page as it was captured, in a picture of the files' size.
    ///   - pictures: In the order in which they were taken. The captured one may be among them.
    /// - Throws: `ParameterError` if one is no JPEG file or of another size, if corners are none of a page, if there are fewer than
    ///   three, or if the page has no corners.
    public static func of(_ captured: Page, _ pictures: [BurstPicture]) throws(ParameterError) -> PageBurst {
        let required = "a JPEG picture of \(captured.originalSize)"
        var entries: [BurstBuffer.Entry] = []
        for picture in pictures {
            let (frame, time) = (StoredFrame(), Duration.milliseconds(100) * entries.count)
            guard frame.store(jpegBytes: picture.jpegBytes, at: time, sequence: entries.count) else {
                throw ParameterError("pictures", found: "no JPEG picture", required: required)
            }
            guard let size = frame.size, size == captured.originalSize else {
                throw ParameterError("pictures", found: frame.size.map { "\($0)" } ?? "none", required: required)
            }
            guard picture.quad.isFinite, picture.quad.isConvexClockwise else {
                throw ParameterError("quad", found: "\(picture.quad)", required: "corners of a page, clockwise")
            }
            let page = TrackedQuad(
                quad: picture.quad, confidence: 1, occludedSides: [],
                velocity: picture.quad.map { $0 * 0 }, identity: 0)
            entries.append(BurstBuffer.Entry(frame: frame, page: page, time: time, glareShare: 0))
        }
        let scanned = ScannedPage(
            page: captured, jpegBytes: nil, time: .zero, sequence: 0, quality: nil, isLowQuality: false)
        guard let burst = PageBurst(of: scanned, entries) else {
            throw ParameterError("pictures", found: "\(pictures.count)", required: "3 or more, of a page with corners")
        }
        return burst
    }
}

extension PageBurst {
    /// Whether some of its frames show something else than others: of a source that shows the same one again and again they are one
    /// frame. Frames that are no JPEG files count as different.
    public var hasDifferentFrames: Bool {
        let files = entries.map(\.frame.jpegBytes)
        return files.contains { $0 == nil } || Set(files).count > 1
    }
}

extension FusedPage {
    /// A page whose picture was made of several otherwise.
    /// - Parameters:
    ///   - page: With that picture, the corners in it, and what is known of its making: `Page.fusion`.
    ///   - scale: How many times as large as a frame it is.
    ///   - captured: The page as it was captured, from one frame.
    public init(page: Page, scale: Int, captured: Page) {
        self.init(
            page: page, scale: scale, captured: captured, time: .zero, sequence: 0, duration: .zero)
    }
}
