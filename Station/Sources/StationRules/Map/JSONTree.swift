import Foundation

/// A JSON value (RFC 8259) from an untrusted source, with limits on its size and depth.
public indirect enum JSONTree: Hashable, Sendable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    /// An object. If a name repeats, its last value counts.
    case object([String: JSONTree])

    public struct Limits: Sendable {
        public var depth: Int
        public var values: Int

        public init(depth: Int, values: Int) {
            self.depth = depth
            self.values = values
        }
    }

    public enum Failure: Error, Hashable, Sendable {
        /// - Parameter at: The byte offset where the error was detected.
        case syntax(at: Int)
        case tooDeep(at: Int)
        case tooMany
    }

    public subscript(name: String) -> JSONTree? {
        if case .object(let members) = self { members[name] } else { nil }
    }

    public var text: String? { if case .text(let text) = self { text } else { nil } }
    public var number: Double? { if case .number(let number) = self { number } else { nil } }
    public var list: [JSONTree]? { if case .list(let list) = self { list } else { nil } }

    public init(_ bytes: [UInt8], _ limits: Limits) throws(Failure) {
        var reader = JSONTreeReader(bytes: bytes, limits: limits)
        self = try reader.read()
    }
}

private struct JSONTreeReader {
    let bytes: [UInt8]
    let limits: JSONTree.Limits
    var place = 0
    var values = 0

    init(bytes: [UInt8], limits: JSONTree.Limits) {
        self.bytes = bytes
        self.limits = limits
        // Skip a byte order mark, which some editors write.
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { place = 3 }
    }

    mutating func read() throws(JSONTree.Failure) -> JSONTree {
        let value = try value(depth: 1)
        skipSpace()
        guard place == bytes.count else { throw .syntax(at: place) }
        return value
    }

    private mutating func skipSpace() {
        while place < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[place]) { place += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard place < bytes.count, bytes[place] == byte else { return false }
        place += 1
        return true
    }

    private mutating func value(depth: Int) throws(JSONTree.Failure) -> JSONTree {
        skipSpace()
        guard place < bytes.count else { throw .syntax(at: place) }
        guard depth <= limits.depth else { throw .tooDeep(at: place) }
        values += 1
        guard values <= limits.values else { throw .tooMany }
        switch bytes[place] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try list(depth: depth)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("true", .truth(true))
        case UInt8(ascii: "f"): return try word("false", .truth(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(try number())
        }
    }

    private mutating func word(_ word: String, _ value: JSONTree) throws(JSONTree.Failure) -> JSONTree {
        guard bytes[place...].starts(with: word.utf8) else { throw .syntax(at: place) }
        place += word.utf8.count
        return value
    }

    private mutating func list(depth: Int) throws(JSONTree.Failure) -> JSONTree {
        place += 1
        var list: [JSONTree] = []
        if take(UInt8(ascii: "]")) { return .list(list) }
        while true {
            list.append(try value(depth: depth + 1))
            if take(UInt8(ascii: "]")) { return .list(list) }
            guard take(UInt8(ascii: ",")) else { throw .syntax(at: place) }
        }
    }

    private mutating func object(depth: Int) throws(JSONTree.Failure) -> JSONTree {
        place += 1
        var members: [String: JSONTree] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        while true {
            skipSpace()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw .syntax(at: place) }
            let name = try string()
            guard take(UInt8(ascii: ":")) else { throw .syntax(at: place) }
            members[name] = try value(depth: depth + 1)
            if take(UInt8(ascii: "}")) { return .object(members) }
            guard take(UInt8(ascii: ",")) else { throw .syntax(at: place) }
        }
    }

    private mutating func number() throws(JSONTree.Failure) -> Double {
        let start = place
        var digits = 0
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digits += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): break
            default: return try number(from: start, digits)
            }
            place += 1
        }
        return try number(from: start, digits)
    }

    private func number(from start: Int, _ digits: Int) throws(JSONTree.Failure) -> Double {
        let text = String(decoding: bytes[start..<place], as: UTF8.self)
        guard digits > 0, place - start <= 60, let number = Double(text), number.isFinite else {
            throw .syntax(at: start)
        }
        return number
    }

    private mutating func string() throws(JSONTree.Failure) -> String {
        let start = place
        place += 1
        var units: [UInt8] = []
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: units, as: UTF8.self) else { throw .syntax(at: start) }
                return text
            case UInt8(ascii: "\\"): units += try escaped()
            case 0..<0x20: throw .syntax(at: place - 1)
            default: units.append(byte)
            }
        }
        throw .syntax(at: start)
    }

    private mutating func escaped() throws(JSONTree.Failure) -> [UInt8] {
        guard place < bytes.count else { throw .syntax(at: place) }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let first = try unit()
            guard 0xd800...0xdbff ~= first else { return try utf8(first) }
            guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u")
            else {
                throw .syntax(at: place)
            }
            place += 2
            let second = try unit()
            guard 0xdc00...0xdfff ~= second else { throw .syntax(at: place) }
            return try utf8(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
        default: throw .syntax(at: place - 1)
        }
    }

    private mutating func unit() throws(JSONTree.Failure) -> UInt32 {
        guard place + 4 <= bytes.count,
            bytes[place..<place + 4].allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let unit = UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
        else { throw .syntax(at: place) }
        place += 4
        return unit
    }

    private func utf8(_ scalar: UInt32) throws(JSONTree.Failure) -> [UInt8] {
        guard let scalar = UnicodeScalar(scalar) else { throw .syntax(at: place) }
        return Array(String(Character(scalar)).utf8)
    }
}
