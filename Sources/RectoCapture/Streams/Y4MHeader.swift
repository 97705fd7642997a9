package import RectoCore

/// The first line of a YUV4MPEG2 stream.
///
/// Source: the description of yuv4mpeg in mjpegtools (`yuv4mpeg(5)`), with FFmpeg's `XCOLORRANGE`.
package struct Y4MHeader: Hashable {
    /// The arrangement of Y, Cb and Cr in a frame.
    package enum Planes: Hashable {
        case luma, halvedBoth, halvedAcross, whole
    }

    package static let signature = Array("YUV4MPEG2 ".utf8)

    package let size: PixelSize
    package let planes: Planes
    package let range: YUVRange
    /// The time between frames; `nil` if the stream does not specify it.
    package let interval: Duration?

    /// - Parameter line: The line without its line end.
    package init(_ line: some Collection<UInt8>) throws(CaptureError) {
        let fields = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        guard fields.first == "YUV4MPEG2" else { throw .unknownFormat }
        // If a parameter repeats, the last one counts, as in FFmpeg.
        func value(_ letter: Character) -> Substring? { fields.dropFirst().last { $0.first == letter }?.dropFirst() }
        guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) }),
            let size = try? PixelSize(width: width, height: height)
        else { throw .unsupported("a Y4M header without a usable size") }
        self.size = size
        planes = try Self.planes(value("C").map(String.init) ?? "420")
        range = fields.contains("XCOLORRANGE=FULL") ? .full : .limited
        interval = value("F").flatMap(Self.interval)
    }

    private static func planes(_ name: String) throws(CaptureError) -> Planes {
        switch name {
        case "mono": .luma
        case "420", "420jpeg", "420mpeg2", "420paldv": .halvedBoth
        case "422": .halvedAcross
        case "444": .whole
        default: throw .unsupported("Y4M with the color space \(name.prefix(20))")
        }
    }

    /// Parses a rate such as "30:1"; `nil` below one frame per hour or above a thousand per second.
    private static func interval(_ rate: Substring) -> Duration? {
        let parts = rate.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let frames = parts[0], let seconds = parts[1], frames > 0, seconds > 0 else {
            return nil
        }
        let interval = Double(seconds) / Double(frames)
        return 0.001...3600 ~= interval ? .seconds(interval) : nil
    }
}
