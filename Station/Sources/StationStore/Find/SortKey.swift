import Foundation

/// The key by which texts are sorted as people do: without case and accents, numbers by their value.
struct SortKey: Hashable, Sendable {
    let text: String

    /// - Parameter text: Of the key, 200 characters count.
    init(_ text: String) {
        let folded = text.prefix(200).folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        var key = ""
        var digits = ""
        for character in folded {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else {
                key += Self.key(ofNumber: digits)
                digits = ""
                key.append(character)
            }
        }
        self.text = key + Self.key(ofNumber: digits)
    }

    /// A longer number is the greater one: its length comes first, as one letter.
    private static func key(ofNumber digits: String) -> String {
        let value = digits.drop { $0 == "0" }
        if digits.isEmpty { return "" }
        // From "0" to "@": before the letters of words.
        return String(UnicodeScalar(UInt8(ascii: "0") + UInt8(min(value.count, 16)))) + (value.isEmpty ? "0" : value)
    }
}
