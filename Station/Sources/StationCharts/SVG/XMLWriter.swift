/// Writes XML elements. Attribute values and text are always escaped; names are literals in the code.
package struct XMLWriter {
    typealias Attribute = (String, String)

    private(set) var text = ""
    private var open: [String] = []

    mutating func empty(_ name: String, _ attributes: [Attribute]) {
        tag(name, attributes)
        text += "/>\n"
    }

    mutating func element(_ name: String, _ attributes: [Attribute], _ content: String) {
        tag(name, attributes)
        text += ">\(Self.escaped(content))</\(name)>\n"
    }

    mutating func begin(_ name: String, _ attributes: [Attribute]) {
        tag(name, attributes)
        text += ">\n"
        open.append(name)
    }

    mutating func end() {
        guard let name = open.popLast() else { preconditionFailure("no element is open") }
        text += "</\(name)>\n"
    }

    private mutating func tag(_ name: String, _ attributes: [Attribute]) {
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(Self.escaped(value))\"" }
    }

    /// Escapes text for XML 1.0. Controls and noncharacters, which XML does not allow, become U+FFFD.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: needsEscape) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(needsEscape(scalar) ? "\u{FFFD}" : scalar)
            }
        }
        return result
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "&", "<", ">", "\"", "'": true
        case "\n", "\t": false
        default: scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value || scalar.value & 0xFFFE == 0xFFFE
        }
    }

    /// Formats pixels with at most one decimal.
    package static func pixels(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        let (whole, rest) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
        return (tenths < 0 ? "-" : "") + (rest == 0 ? "\(whole)" : "\(whole).\(rest)")
    }
}
