/// A JPEG picture in a PDF.
public struct PDFPicture: Hashable, Sendable {
    public static let maximumBytes = 128 << 10
    private static let maximumSide = 8192

    let width: Int
    let height: Int
    private let components: Int
    private let bytes: [UInt8]

    /// - Parameter bytes: A JPEG file. `nil` if it is not a gray or color JPEG, or is too large.
    public init?(jpeg bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, bytes.starts(with: [0xFF, 0xD8]), let frame = Self.frame(in: bytes),
            1...Self.maximumSide ~= frame.width, 1...Self.maximumSide ~= frame.height,
            [1, 3].contains(frame.components)
        else { return nil }
        (width, height, components) = frame
        self.bytes = bytes
    }

    /// Parses the frame header (ITU-T T.81, B.2.2) after the preceding segments.
    private static func frame(in bytes: [UInt8]) -> (width: Int, height: Int, components: Int)? {
        func number(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
        var place = 2
        while place + 9 < bytes.count, bytes[place] == 0xFF {
            if 0xC0...0xC2 ~= bytes[place + 1] { return (number(place + 7), number(place + 5), Int(bytes[place + 9])) }
            place += 2 + max(number(place + 2), 2)
        }
        return nil
    }

    /// The PDF object, entirely in ASCII.
    var object: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let hex = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return """
            << /Type /XObject /Subtype /Image /Width \(width) /Height \(height) \
            /ColorSpace /\(components == 1 ? "DeviceGray" : "DeviceRGB") /BitsPerComponent 8 \
            /Filter [/ASCIIHexDecode /DCTDecode] /Length \(hex.count + 1) >>
            stream
            \(String(decoding: hex, as: UTF8.self))>
            endstream
            """
    }
}
