import FoundationEssentials
import Recto
import RectoCodecs
package import RectoCore
import Synchronization

/// A binary message of a browser: a picture of its camera, or what its engine saw in one.
///
/// Sixteen bytes, little-endian, then the picture: kind (1 byte: 1 luminance, 2 JPEG, 3 JPEG in full size, 4 file, 5 observation),
/// three unused bytes, width and height (2 bytes each; 0 for all but luminance), sequence number (4), milliseconds of the camera's
/// clock (4). Before a picture in full size stands its ``StillNote``: its length (2 bytes), and JSON. So stands a
/// ``LiveObservation`` before the page's signature, if there is one.
package struct LiveUplink {
    package enum Kind: UInt8 {
        /// `width × height` bytes, 0 is black.
        case luminance = 1
        case preview = 2
        /// Requested by ``ScannerAnswer/still``.
        case still = 3
        /// A picture that the person has chosen.
        case photo = 4
        /// What the engine in the browser saw in a picture, which is not sent.
        case observation = 5
    }

    package enum Failure: Error, Hashable {
        case malformed
    }

    package let kind: Kind
    package let size: PixelSize?
    package let sequence: UInt32
    package let milliseconds: UInt32
    /// Of a still.
    package let note: StillNote?
    package let observation: LiveObservation?
    /// Of an observation, the page's signature.
    package let picture: ArraySlice<UInt8>

    static let headerCount = 16
    /// Sides of a preview; stills may be as large as pictures are.
    static let previewSides = 32...4096
    /// The pixels of a preview that is a JPEG file, whose bytes do not tell how many it has: those of a large screen.
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

    /// Takes a value from the front: the length of its JSON, and that.
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
    /// When the picture was taken, by the browser's clock.
    package var time: Duration { .milliseconds(Int64(milliseconds)) }

    /// Lends the picture as a frame, decoded where it is a JPEG file.
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

/// Whether the browser has drawn the last picture of the station's camera. Only then is the next one sent, so that there is
/// never a backlog.
package final class PictureTurn: Sendable {
    private let drawn = Atomic(true)

    package init() {}

    /// Whether a picture may be sent now.
    package var isDue: Bool { drawn.load(ordering: .relaxed) }

    /// A picture is sent.
    package func take() { drawn.store(false, ordering: .relaxed) }

    /// The browser has drawn it.
    package func giveBack() { drawn.store(true, ordering: .relaxed) }
}
