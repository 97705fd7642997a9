import RectoCore
import StationServer

/// Messages as a browser sends them.
enum Uplink {
    static func luminance(_ image: GrayImage, sequence: Int, milliseconds: Int) -> [UInt8] {
        let pixels = image.withView { view in
            (0..<view.height).flatMap { Array(UnsafeBufferPointer(start: view.row($0), count: view.width)) }
        }
        return header(.luminance, image.size.width, image.size.height, sequence, milliseconds) + pixels
    }

    static func jpeg(_ kind: LiveUplink.Kind, _ bytes: [UInt8]) -> [UInt8] { header(kind, 0, 0, 1, 0) + bytes }

    static func header(
        _ kind: LiveUplink.Kind, _ width: Int, _ height: Int, _ sequence: Int, _ milliseconds: Int
    ) -> [UInt8] {
        func bytes(_ number: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        }
        return [kind.rawValue, 0, 0, 0] + bytes(width, 2) + bytes(height, 2) + bytes(sequence, 4)
            + bytes(milliseconds, 4)
    }
}
