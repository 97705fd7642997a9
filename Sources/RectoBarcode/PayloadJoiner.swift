/// Puts payloads together that were split over several QR codes (structured append, ISO/IEC 18004, 8): in any order, from any number of
/// pictures and frames.
public struct PayloadJoiner: Sendable {
    /// Payloads in the order in which their first parts were seen, complete or not.
    public private(set) var payloads: [JoinedPayload] = []

    public init() {}

    /// Takes a code.
    ///
    /// A part that was seen before changes nothing. Parts belong together if they state the same number of parts and the same parity;
    /// one whose place is taken by another begins a payload of its own.
    /// - Returns: The index in ``payloads`` of what it is a part of; nil if the code is no part, or does not say which one it is.
    @discardableResult
    public mutating func add(_ code: Code) -> Int? {
        guard let part = code.structuredAppend?.part, 1...16 ~= part.count, 0..<part.count ~= part.index else {
            return nil
        }
        for index in payloads.indices where payloads[index].count == part.count && payloads[index].parity == part.parity
        {
            if payloads[index].take(code, at: part.index) { return index }
        }
        var payload = JoinedPayload(count: part.count, parity: part.parity)
        _ = payload.take(code, at: part.index)
        payloads.append(payload)
        return payloads.count - 1
    }
}

/// A payload that several QR codes hold together.
public struct JoinedPayload: Sendable {
    /// Of all parts, 2…16; 1 of a code that says it is the only one.
    public let count: Int
    /// All bytes of the payload, by exclusive or, as each part states it.
    public let parity: UInt8
    /// The parts in their order; nothing where one has not been seen.
    public private(set) var parts: [Code?]

    init(count: Int, parity: UInt8) {
        (self.count, self.parity) = (count, parity)
        parts = [Code?](repeating: nil, count: count)
    }

    /// - Returns: Whether the place was free, or held the same part.
    fileprivate mutating func take(_ code: Code, at index: Int) -> Bool {
        guard let known = parts[index] else {
            parts[index] = code
            return true
        }
        return known.bytes == code.bytes
    }

    /// The places of parts that have not been seen, from 0 on.
    public var missing: [Int] { parts.indices.filter { parts[$0] == nil } }

    public var isComplete: Bool { missing.isEmpty }

    /// The payload as far as it was seen.
    public var bytes: [UInt8] { parts.flatMap { $0?.bytes ?? [] } }

    /// The payload as text. Characters may begin in one code and end in the next, so all bytes are read at once.
    public var text: String {
        let isJapanese = parts.contains { $0?.encoding == .shiftJIS }
        return isJapanese ? PayloadText(withKanji: bytes).text : PayloadText(bytes).text
    }

    /// Whether the bytes of all parts have the parity that they state: otherwise a part belongs to another payload.
    ///
    /// Nil while parts are missing, and where the bytes may have been converted to UTF-8 because a code states a character set: the
    /// parity is that of the bytes before.
    public var isParityRight: Bool? {
        guard isComplete else { return nil }
        let bytes = bytes
        if bytes.reduce(0, ^) == parity { return true }
        let isPerhapsConverted = bytes.contains { $0 > 127 } && String(validating: bytes, as: UTF8.self) != nil
        return isPerhapsConverted ? nil : false
    }
}
