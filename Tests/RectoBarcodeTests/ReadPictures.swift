import RectoBarcode
import RectoCore
import TestSupport

extension CodeReader {
    /// The codes of a generated picture.
    mutating func read(_ picture: QRPicture) throws -> [Code] { try picture.image.withView { read($0) } }
}

/// Whether code is not optimized: long tests then run in part.
let isDebugBuild = _isDebugAssertConfiguration()

/// Random bytes that are ASCII.
func randomText(count: Int, using random: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 33...126, using: &random) }
}
