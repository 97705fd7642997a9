import Foundation
import RectoCore
import RectoVision
import StationServer

/// Messages in the format of browsers.
enum Uplink {
    static func luminance(_ image: GrayImage, sequence: Int, milliseconds: Int) -> [UInt8] {
        let pixels = image.withView { view in
            (0..<view.height).flatMap { Array(UnsafeBufferPointer(start: view.row($0), count: view.width)) }
        }
        return header(.luminance, image.size.width, image.size.height, sequence, milliseconds) + pixels
    }

    /// Encodes a preview or a photo.
    static func file(_ kind: LiveUplink.Kind, _ bytes: [UInt8]) -> [UInt8] { header(kind, 0, 0, 1, 0) + bytes }

    static func still(_ bytes: [UInt8], _ note: StillNote) throws -> [UInt8] {
        let json = Array(try JSONEncoder().encode(note))
        return header(.still, 0, 0, 1, 0) + [UInt8(json.count & 255), UInt8(json.count >> 8)] + json + bytes
    }

    /// Encodes an observation of the browser's engine.
    static func observation(
        _ seen: CaptureObservation, takesSignature: Bool, sequence: Int = 1
    ) throws -> [UInt8] {
        let json = Array(try EngineMessage(seen, takesSignature: takesSignature).json)
        let head = header(.observation, 0, 0, sequence, Int(seen.time / .milliseconds(1)))
        return head + [UInt8(json.count & 255), UInt8(json.count >> 8)] + json + (seen.signature?.bytes ?? [])
    }

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
