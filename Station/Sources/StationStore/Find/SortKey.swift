import Foundation

/// A key for sorting texts naturally: ignoring case and accents, with numbers by value.
struct SortKey: Hashable, Sendable {
    let text: String

    /// - Parameter text: The text, of which 200 characters are used.
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

    /// Returns the key of a number. Its length comes first, as one letter, so that longer numbers sort later.
    private static func key(ofNumber digits: String) -> String {
        let value = digits.drop { $0 == "0" }
        if digits.isEmpty { return "" }
        // From "0" to "@", which sort before letters.
        return String(UnicodeScalar(UInt8(ascii: "0") + UInt8(min(value.count, 16)))) + (value.isEmpty ? "0" : value)
    }
}
