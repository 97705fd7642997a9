import FoundationEssentials
import RectoBarcode
import RectoCore

/// What `recto qr` says of a picture.
struct CodesInPicture: Encodable {
    var file: String
    var codes: [JSONCode]
    var milliseconds: Double

    init(file: String, codes: [Code], milliseconds: Double) {
        self.file = file
        self.codes = codes.map(JSONCode.init)
        self.milliseconds = milliseconds.rounded(decimals: 3)
    }

    /// The same in words.
    var lines: [String] {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        guard !codes.isEmpty else { return ["\(file): no code found (\(time))"] }
        return codes.map { "\(file): \($0.text) (\($0.summary), \(time))" }
    }
}

/// A code as a JSON object.
struct JSONCode: Encodable {
    var symbology: String
    var text: String
    var encoding: String
    var bytes: String
    var corners: [[Double]]
    var version: Int?
    var level: String?
    var inverted: Bool?
    var mirrored: Bool?
    /// The step of the search that found it.
    var step: String

    private enum CodingKeys: String, CodingKey {
        case symbology, text, encoding, corners, version, level, inverted, mirrored, step
        case bytes = "bytes_base64"
    }

    init(_ code: Code) {
        symbology = code.symbology.rawValue
        text = code.text
        encoding = code.encoding.rawValue
        bytes = Data(code.bytes).base64EncodedString()
        corners = code.corners.jsonCorners
        version = code.version
        level = code.level?.rawValue
        inverted = code.isInverted ? true : nil
        mirrored = code.isMirrored ? true : nil
        step = code.rung.rawValue
    }

    fileprivate var summary: String {
        let size = version.map { " version \($0)" + (level.map { "-\($0)" } ?? "") } ?? ""
        return symbology + size + (inverted == nil ? "" : ", inverted") + (mirrored == nil ? "" : ", mirrored")
    }
}
