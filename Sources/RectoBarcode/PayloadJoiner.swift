/// Joins payloads that were split over several QR codes (structured append, ISO/IEC 18004, 8), in any order, from any
/// number of pictures and frames.
public struct PayloadJoiner: Sendable {
    /// The payloads in the order in which their first parts were seen, complete or not.
    public private(set) var payloads: [JoinedPayload] = []

    public init() {}

    /// Adds a code.
    ///
    /// A part that was seen before changes nothing. Parts belong together if they state the same number of parts and
    /// the same parity. If the place of a part is taken by a different one, it starts a new payload.
    /// - Returns: The index in ``payloads`` of the part's payload; `nil` if the code is not a part, or does not state
    ///   which one.
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

/// A payload that is split over several QR codes.
public struct JoinedPayload: Sendable {
    /// The number of parts, 2…16; 1 for a code that claims to be the only one.
    public let count: Int
    /// The exclusive or of all bytes of the payload, as stated by each part.
    public let parity: UInt8
    /// The parts in order; `nil` for those not seen yet.
    public private(set) var parts: [Code?]

    init(count: Int, parity: UInt8) {
        (self.count, self.parity) = (count, parity)
        parts = [Code?](repeating: nil, count: count)
    }

    /// - Returns: Whether the place was free, or had the same part.
    fileprivate mutating func take(_ code: Code, at index: Int) -> Bool {
        guard let known = parts[index] else {
            parts[index] = code
            return true
        }
        return known.bytes == code.bytes
    }

    /// The indices of parts that have not been seen, from 0.
    public var missing: [Int] { parts.indices.filter { parts[$0] == nil } }

    public var isComplete: Bool { missing.isEmpty }

    /// The bytes of the parts seen so far.
    public var bytes: [UInt8] { parts.flatMap { $0?.bytes ?? [] } }

    /// The payload as text. Characters may be split between codes, so all bytes are decoded at once.
    public var text: String {
        let isJapanese = parts.contains { $0?.encoding == .shiftJIS }
        return isJapanese ? PayloadText(withKanji: bytes).text : PayloadText(bytes).text
    }

    /// Whether the bytes of all parts have the stated parity; if not, some part belongs to another payload.
    ///
    /// `nil` while parts are missing, and if the bytes may have been converted to UTF-8 because a code states a
    /// character set: the parity refers to the original bytes.
    public var isParityRight: Bool? {
        guard isComplete else { return nil }
        let bytes = bytes
        if bytes.reduce(0, ^) == parity { return true }
        let isPerhapsConverted = bytes.contains { $0 > 127 } && String(validating: bytes, as: UTF8.self) != nil
        return isPerhapsConverted ? nil : false
    }
}
