/// A CBOR value (RFC 8949), limited to the types that authenticators use.
package indirect enum CBOR: Hashable, Sendable {
    case unsigned(UInt64)
    /// The number −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([CBOR: CBOR])
    case bool(Bool)
    case null

    /// The value as a number; `nil` if it is of another type or does not fit.
    package var integer: Int? {
        switch self {
        case .unsigned(let number): Int(exactly: number)
        case .negative(let number): Int(exactly: number).map { -1 - $0 }
        default: nil
        }
    }
}

package enum CBORError: Error, Hashable, Sendable {
    /// The data end too early.
    /// - Parameters:
    ///   - needed: The minimum number of bytes needed.
    case truncated(needed: UInt64, left: Int)
    case trailingBytes(Int)
    case tooDeep(maximum: Int)
    /// A number or a length with a longer encoding than necessary.
    case notShortest
    case indefiniteLength
    /// A first byte that the format reserves.
    case reserved(UInt8)
    /// The first byte of an unsupported value: a tag, a floating-point number, or a simple value other than false,
    /// true and null.
    case unsupported(UInt8)
    case notUTF8
    case duplicateKey
    case keyOrder
}

/// Decodes the canonical CBOR of authenticators: every value has one encoding, and others are refused.
///
/// Source: FIDO Alliance, "Client to Authenticator Protocol" 2.1, section 8, and RFC 8949. Departs from the first:
/// floating-point numbers are refused, too.
package struct CBORDecoder {
    /// The maximum nesting depth of arrays and maps.
    package static let maximumDepth = 4

    private let bytes: [UInt8]
    private var position = 0

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Decodes a single value from all of the bytes.
    package static func decode(_ bytes: [UInt8]) throws(CBORError) -> CBOR {
        let (value, count) = try decodeFirst(bytes)
        guard count == bytes.count else { throw .trailingBytes(bytes.count - count) }
        return value
    }

    /// Decodes the value at the beginning of the bytes.
    /// - Returns: The value and its length in bytes.
    package static func decodeFirst(_ bytes: [UInt8]) throws(CBORError) -> (value: CBOR, byteCount: Int) {
        var decoder = CBORDecoder(bytes)
        let value = try decoder.value(depth: 0)
        return (value, decoder.position)
    }

    private mutating func value(depth: Int) throws(CBORError) -> CBOR {
        try check(1)
        let first = bytes[position]
        position += 1
        let major = first >> 5
        guard major < 6 else { return try simple(first) }
        let argument = try self.argument(first)
        switch major {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try take(argument)))
        case 3: return .text(try text(argument))
        case 4: return .array(try array(argument, depth: try deeper(depth)))
        default: return .map(try map(argument, depth: try deeper(depth)))
        }
    }

    private func simple(_ first: UInt8) throws(CBORError) -> CBOR {
        switch first {
        case 0xF4: return .bool(false)
        case 0xF5: return .bool(true)
        case 0xF6: return .null
        case 0xFC...0xFE: throw .reserved(first)
        case 0xFF: throw .indefiniteLength
        default: throw .unsupported(first)
        }
    }

    /// Reads the number that follows the major type.
    private mutating func argument(_ first: UInt8) throws(CBORError) -> UInt64 {
        let information = first & 31
        switch information {
        case 0..<24: return UInt64(information)
        case 24...27:
            let count = UInt64(1) << (information - 24)
            let number = try take(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let least: UInt64 = count == 1 ? 24 : 1 << (4 * count)
            guard number >= least else { throw .notShortest }
            return number
        case 31 where first >> 5 >= 2: throw .indefiniteLength
        default: throw .reserved(first)
        }
    }

    private mutating func text(_ count: UInt64) throws(CBORError) -> String {
        guard let text = String(validating: try take(count), as: UTF8.self) else { throw .notUTF8 }
        return text
    }

    private mutating func array(_ count: UInt64, depth: Int) throws(CBORError) -> [CBOR] {
        try check(count)
        var values: [CBOR] = []
        for _ in 0..<count { values.append(try value(depth: depth)) }
        return values
    }

    private mutating func map(_ count: UInt64, depth: Int) throws(CBORError) -> [CBOR: CBOR] {
        try check(count)
        var values: [CBOR: CBOR] = [:]
        var previous: ArraySlice<UInt8>?
        for _ in 0..<count {
            let start = position
            let key = try value(depth: depth)
            let encoded = bytes[start..<position]
            if let previous {
                guard encoded != previous else { throw .duplicateKey }
                guard Self.isBefore(previous, encoded) else { throw .keyOrder }
            }
            previous = encoded
            values[key] = try value(depth: depth)
        }
        return values
    }

    /// Whether a key sorts before another: by major type, then length, then bytes.
    private static func isBefore(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        let majors = [a, b].map { ($0.first ?? 0) >> 5 }
        guard majors[0] == majors[1] else { return majors[0] < majors[1] }
        return a.count == b.count ? a.lexicographicallyPrecedes(b) : a.count < b.count
    }

    private func deeper(_ depth: Int) throws(CBORError) -> Int {
        guard depth < Self.maximumDepth else { throw .tooDeep(maximum: Self.maximumDepth) }
        return depth + 1
    }

    /// Refuses a count of values that the remaining bytes cannot hold: each value takes at least one byte.
    private func check(_ count: UInt64) throws(CBORError) {
        guard count <= UInt64(bytes.count - position) else {
            throw .truncated(needed: count, left: bytes.count - position)
        }
    }

    private mutating func take(_ count: UInt64) throws(CBORError) -> ArraySlice<UInt8> {
        try check(count)
        let taken = bytes[position..<position + Int(count)]
        position += Int(count)
        return taken
    }
}
