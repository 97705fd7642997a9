/// A four-character code for a pixel format in Video4Linux.
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// - Parameter name: Four ASCII characters.
    package init(_ name: StaticString) {
        precondition(name.utf8CodeUnitCount == 4, "a name of four characters")
        rawValue = (0..<4).reduce(0) { $0 | UInt32(name.utf8Start[$1]) << UInt32(8 * $1) }
    }

    package static let yuyv = FourCC("YUYV")
    package static let uyvy = FourCC("UYVY")
    package static let nv12 = FourCC("NV12")
    /// NV12 in two memory planes.
    package static let nv12InTwo = FourCC("NM12")
    package static let gray = FourCC("GREY")
    package static let motionJPEG = FourCC("MJPG")
    package static let jpeg = FourCC("JPEG")

    /// The encoding of its frames; `nil` if they are not supported.
    public var encoding: FrameEncoding? {
        switch self {
        case .yuyv: .yuyv
        case .uyvy: .uyvy
        case .nv12, .nv12InTwo: .nv12
        case .gray: .gray
        case .motionJPEG, .jpeg: .jpeg
        default: nil
        }
    }

    /// The characters, with question marks for those outside printable ASCII.
    public var description: String {
        String((0..<4).map { Character(Self.printable(UInt8(truncatingIfNeeded: rawValue >> UInt32(8 * $0)))) })
            .trimmed
    }

    private static func printable(_ byte: UInt8) -> Unicode.Scalar {
        0x20...0x7E ~= byte ? Unicode.Scalar(byte) : "?"
    }
}

extension String {
    /// The text without trailing spaces.
    fileprivate var trimmed: String { String(prefix(upTo: lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)) }
}
