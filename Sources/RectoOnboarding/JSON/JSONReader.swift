/// Reads untrusted JSON: strictly by RFC 8259, within limits that are checked before anything is built.
///
/// Stricter than the RFC in two points: keys that differ only in case count as duplicates, because readers of settings
/// often do not distinguish them, and an escaped half of a surrogate pair is an error, because it is not a character.
///
/// Complexity: linear in the length; the stack holds one frame per level of nesting.
struct JSONReader {
    /// The reason why a text was not read.
    enum Failure: Error, Hashable {
        /// A syntax error at this byte.
        case syntax(Int)
        case tooDeep
        case tooManyValues
    }

    /// The result of reading.
    struct Document {
        var value: JSONValue
        /// Whether an object has a duplicate key.
        var hasDuplicates: Bool
    }

    private let bytes: [UInt8]
    private let deepest: Int
    private let maximum: Int
    private var at = 0
    private var count = 0
    private var hasDuplicates = false

    /// - Parameters:
    ///   - deepest: The maximum nesting depth of arrays and objects.
    ///   - maximum: The maximum total number of values.
    static func read(_ text: String, deepest: Int, maximum: Int) throws(Failure) -> Document {
        var reader = JSONReader(bytes: Array(text.utf8), deepest: deepest, maximum: maximum)
        let value = try reader.value(depth: 0)
        reader.skipSpace()
        guard reader.at == reader.bytes.count else { throw .syntax(reader.at) }
        return Document(value: value, hasDuplicates: reader.hasDuplicates)
    }

    private init(bytes: [UInt8], deepest: Int, maximum: Int) {
        self.bytes = bytes
        self.deepest = deepest
        self.maximum = maximum
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func require(_ character: Unicode.Scalar) throws(Failure) {
        guard take(character) else { throw .syntax(at) }
    }

    private mutating func value(depth: Int) throws(Failure) -> JSONValue {
        skipSpace()
        count += 1
        guard count <= maximum else { throw .tooManyValues }
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func members(depth: Int) throws(Failure) -> [JSONMember] {
        guard depth <= deepest else { throw .tooDeep }
        at += 1
        skipSpace()
        if take("}") { return [] }
        var members: [JSONMember] = []
        var keys: Set<String> = []
        repeat {
            skipSpace()
            let key = try string()
            if !keys.insert(key.lowercased()).inserted { hasDuplicates = true }
            skipSpace()
            try require(":")
            members.append(JSONMember(key: key, value: try value(depth: depth)))
            skipSpace()
        } while take(",")
        try require("}")
        return members
    }

    private mutating func elements(depth: Int) throws(Failure) -> [JSONValue] {
        guard depth <= deepest else { throw .tooDeep }
        at += 1
        skipSpace()
        if take("]") { return [] }
        var elements: [JSONValue] = []
        repeat {
            elements.append(try value(depth: depth))
            skipSpace()
        } while take(",")
        try require("]")
        return elements
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        let end = at + word.utf8CodeUnitCount
        let isThere = word.withUTF8Buffer { end <= bytes.count && bytes[at..<end].elementsEqual($0) }
        guard isThere else { throw .syntax(at) }
        at = end
        return value
    }

    private mutating func number() throws(Failure) -> String {
        let start = at
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func digits() throws(Failure) {
        let start = at
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        guard at > start else { throw .syntax(at) }
    }

    private mutating func string() throws(Failure) -> String {
        try require("\"")
        var units: [UInt8] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw .syntax(at) }
            at += 1
            if byte == UInt8(ascii: "\\") {
                units.append(contentsOf: Array(String(Character(try escaped())).utf8))
            } else {
                units.append(byte)
            }
        }
        try require("\"")
        return String(decoding: units, as: UTF8.self)
    }

    /// The character of an escape, after its backslash has been read.
    private mutating func escaped() throws(Failure) -> Unicode.Scalar {
        guard let byte = next else { throw .syntax(at) }
        at += 1
        switch Unicode.Scalar(byte) {
        case "\"": return "\""
        case "\\": return "\\"
        case "/": return "/"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u": return try escapedUnits()
        default: throw .syntax(at - 1)
        }
    }

    private mutating func escapedUnits() throws(Failure) -> Unicode.Scalar {
        let start = at
        let first = try unit()
        guard (0xD800..<0xDC00).contains(first) else {
            guard let scalar = Unicode.Scalar(first) else { throw .syntax(start) }
            return scalar
        }
        try require("\\")
        try require("u")
        let second = try unit()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .syntax(start) }
        return scalar
    }

    private mutating func unit() throws(Failure) -> UInt32 {
        guard at + 4 <= bytes.count else { throw .syntax(at) }
        var unit: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { throw .syntax(at) }
            unit = unit << 4 | UInt32(digit)
        }
        at += 4
        return unit
    }
}
