import FoundationEssentials
import Recto
import RectoCodecs
package import RectoCore
import Synchronization

/// A binary message from a browser: a picture of its camera, or its engine's analysis of one.
///
/// A header of sixteen bytes, little-endian, precedes the picture: kind (1 byte: 1 luminance, 2 JPEG, 3 full-size
/// JPEG, 4 file, 5 observation), three unused bytes, width and height (2 bytes each; 0 for all but luminance),
/// sequence number (4), milliseconds of the camera's clock (4). A full-size picture is preceded by its ``StillNote``:
/// a length (2 bytes) and JSON. In the same way, a ``LiveObservation`` precedes the page's signature, if any.
package struct LiveUplink {
    package enum Kind: UInt8 {
        /// `width × height` bytes; 0 is black.
        case luminance = 1
        case preview = 2
        /// Requested by ``ScannerAnswer/still``.
        case still = 3
        /// A picture chosen by the person.
        case photo = 4
        /// The browser's analysis of a picture that is not sent.
        case observation = 5
    }

    package enum Failure: Error, Hashable {
        case malformed
    }

    package let kind: Kind
    package let size: PixelSize?
    package let sequence: UInt32
    package let milliseconds: UInt32
    /// The note of a still.
    package let note: StillNote?
    package let observation: LiveObservation?
    /// The picture, or the page's signature of an observation.
    package let picture: ArraySlice<UInt8>

    static let headerCount = 16
    /// The valid side lengths of a preview. Stills may be as large as any picture.
    static let previewSides = 32...4096
    /// The maximum number of pixels in a JPEG preview, whose header does not have them: those of a large screen.
    package static let previewPixels = 2_100_000

    package init(_ bytes: [UInt8]) throws(Failure) {
        guard bytes.count > Self.headerCount, let kind = Kind(rawValue: bytes[0]) else { throw .malformed }
        func number(_ range: Range<Int>) -> UInt32 {
            range.reversed().reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
        }
        let (width, height) = (Int(number(4..<6)), Int(number(6..<8)))
        var content = bytes[Self.headerCount...]
        note = kind == .still ? try Self.take(StillNote.self, from: &content) : nil
        observation = kind == .observation ? try Self.take(LiveObservation.self, from: &content) : nil
        guard note?.isSound != false, kind == .observation || !content.isEmpty else { throw .malformed }
        picture = content
        if kind == .luminance {
            guard Self.previewSides.contains(width), Self.previewSides.contains(height),
                picture.count == width * height, let size = try? PixelSize(width: width, height: height)
            else { throw .malformed }
            self.size = size
        } else {
            size = nil
        }
        self.kind = kind
        sequence = number(8..<12)
        milliseconds = number(12..<16)
    }

    /// Removes a value from the front: a length and JSON.
    private static func take<Value: Decodable>(
        _ type: Value.Type, from content: inout ArraySlice<UInt8>
    ) throws(Failure) -> Value {
        guard let low = content.popFirst(), let high = content.popFirst() else { throw .malformed }
        let length = Int(low) | Int(high) << 8
        guard content.count >= length,
            let value = try? JSONDecoder().decode(type, from: Data(content.prefix(length)))
        else { throw .malformed }
        content = content.dropFirst(length)
        return value
    }
}

extension LiveUplink {
    /// The time of the picture on the browser's clock.
    package var time: Duration { .milliseconds(Int64(milliseconds)) }

    /// Passes the picture as a frame, decoding JPEG files.
    /// - Returns: `nil` if it is damaged or too large.
    package func withFrame<Result>(_ body: (FrameView) -> Result) -> Result? {
        guard let size else {
            var limits = PictureReader.Limits()
            limits.pixels = Self.previewPixels
            guard let decoded = try? PictureReader(layout: .gray, limits: limits).read(bytes: Array(picture)) else {
                return nil
            }
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

/// Whether the browser has drawn the last picture of the station's camera. Only then is the next one sent, so that no
/// backlog builds up.
package final class PictureTurn: Sendable {
    private let drawn = Atomic(true)

    package init() {}

    /// Whether a picture may be sent now.
    package var isDue: Bool { drawn.load(ordering: .relaxed) }

    /// Records that a picture was sent.
    package func take() { drawn.store(false, ordering: .relaxed) }

    /// Records that the browser has drawn it.
    package func giveBack() { drawn.store(true, ordering: .relaxed) }
}
