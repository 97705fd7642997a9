/// Reads the elements of an XML document, byte by byte from its start to its end.
struct XMLReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The document's one element.
    mutating func document() throws(XMLElement.Failure) -> XMLElement {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed(at: 0) }
        skip("\u{FEFF}")
        try skipMiscellany()
        guard skip("<") else { throw .malformed(at: place) }
        let root = try element(level: 1)
        try skipMiscellany()
        guard place == bytes.count else { throw .malformed(at: place) }
        return root
    }

    /// Declarations, comments and spaces around the document's element.
    private mutating func skipMiscellany() throws(XMLElement.Failure) {
        while true {
            skipSpaces()
            if skip("<?") {
                try skip(past: "?>")
            } else if skip("<!--") {
                try skip(past: "-->")
            } else if skip("<!DOCTYPE") {
                throw .documentType
            } else {
                return
            }
        }
    }

    // MARK: Elements

    /// What follows the `<` of an element.
    private mutating func element(level: Int) throws(XMLElement.Failure) -> XMLElement {
        guard level <= XMLElement.mostLevels else { throw .tooDeep }
        let fullName = try name()
        let isEmpty = try skipAttributes()
        let local = fullName.split(separator: ":").last.map(String.init) ?? fullName
        if isEmpty { return XMLElement(name: local, text: "", children: []) }
        let (text, children) = try content(level: level)
        guard try name() == fullName else { throw .malformed(at: place) }
        skipSpaces()
        guard skip(">") else { throw .malformed(at: place) }
        return XMLElement(name: local, text: text, children: children)
    }

    /// All up to the end tag's `</`.
    private mutating func content(level: Int) throws(XMLElement.Failure) -> (String, [XMLElement]) {
        var text: [UInt8] = []
        var children: [XMLElement] = []
        while place < bytes.count {
            if skip("</") { return (Self.trimmed(text), children) }
            if skip("<!--") {
                try skip(past: "-->")
            } else if skip("<![CDATA[") {
                let start = place
                try skip(past: "]]>")
                text += bytes[start..<place - 3]
            } else if skip("<?") {
                try skip(past: "?>")
            } else if skip("<!") {
                throw .documentType
            } else if skip("<") {
                children.append(try element(level: level + 1))
            } else if skip("&") {
                text += try reference()
            } else {
                text.append(bytes[place])
                place += 1
            }
        }
        throw .malformed(at: place)
    }

    /// - Returns: Whether the element ends with its start tag.
    private mutating func skipAttributes() throws(XMLElement.Failure) -> Bool {
        while true {
            let hadSpace = skipSpaces()
            if skip("/>") { return true }
            if skip(">") { return false }
            guard hadSpace else { throw .malformed(at: place) }
            _ = try name()
            skipSpaces()
            guard skip("=") else { throw .malformed(at: place) }
            skipSpaces()
            let quote = if skip("\"") { "\"" } else if skip("'") { "'" } else { throw .malformed(at: place) }
            let start = place
            try skip(past: quote)
            guard !bytes[start..<place].contains(UInt8(ascii: "<")) else { throw .malformed(at: start) }
        }
    }

    // MARK: Pieces

    private mutating func name() throws(XMLElement.Failure) -> String {
        let start = place
        while place < bytes.count, Self.isPartOfName(bytes[place]) { place += 1 }
        guard place > start, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[start]) else {
            throw .malformed(at: start)
        }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    /// What follows an `&`: one of the five names, or a number.
    private mutating func reference() throws(XMLElement.Failure) -> [UInt8] {
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: ";"), place - start < 12 { place += 1 }
        let name = String(decoding: bytes[start..<place], as: UTF8.self)
        guard skip(";") else { throw .malformed(at: start) }
        switch name {
        case "lt": return Array("<".utf8)
        case "gt": return Array(">".utf8)
        case "amp": return Array("&".utf8)
        case "quot": return Array("\"".utf8)
        case "apos": return Array("'".utf8)
        default:
            let isHexadecimal = name.hasPrefix("#x")
            guard name.hasPrefix("#"),
                let number = UInt32(name.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10),
                number > 0, let scalar = Unicode.Scalar(number)
            else { throw .malformed(at: start) }
            return Array(String(Character(scalar)).utf8)
        }
    }

    @discardableResult
    private mutating func skip(_ text: String) -> Bool {
        guard bytes[place...].starts(with: text.utf8) else { return false }
        place += text.utf8.count
        return true
    }

    private mutating func skip(past end: String) throws(XMLElement.Failure) {
        while place < bytes.count {
            if skip(end) { return }
            place += 1
        }
        throw .malformed(at: place)
    }

    @discardableResult
    private mutating func skipSpaces() -> Bool {
        let start = place
        while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 }
        return place > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D }

    /// All of what is not ASCII counts as letters.
    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...:
            true
        default: false
        }
    }

    private static func trimmed(_ text: [UInt8]) -> String {
        guard let first = text.firstIndex(where: { !isSpace($0) }),
            let last = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: text[first...last], as: UTF8.self)
    }
}
