import FoundationEssentials
import RectoCore

extension PageTextReader.Reading: Encodable {
    private enum CodingKeys: CodingKey { case dpi, flattened, wholePicture, text }

    /// Encodes the resolution, whether the page was flattened or its whole picture read, and the whole text, in
    /// addition to the page text.
    public func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode((dotsPerInch * 100).rounded() / 100, forKey: .dpi)
        try object.encode(isFlattened, forKey: .flattened)
        try object.encode(isWholePicture, forKey: .wholePicture)
        try object.encode(text.text, forKey: .text)
        try text.encode(to: encoder)
    }

    /// The reading as a JSON object in UTF-8 with sorted keys.
    public var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Places are finite: they are whole pixels of the page.
        guard let json = try? encoder.encode(self) else { preconditionFailure("a place that is not finite") }
        return [UInt8](json)
    }
}
