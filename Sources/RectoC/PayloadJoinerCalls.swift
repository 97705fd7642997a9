public import CRecto
import RectoBarcode

/// What `recto_payload_joiner` stands for.
final class PayloadJoinerHandle: ChangingHandle {
    static let name: StaticString = "joiner"
    let use = ObjectUse()
    private var joiner = PayloadJoiner()
    /// The one that was asked for last.
    private var payload: LastingPayload?

    /// - Returns: How many payloads there are.
    func add(_ codes: [Code]) -> Int {
        payload = nil
        for code in codes { joiner.add(code) }
        return joiner.payloads.count
    }

    func payload(_ index: Int) throws(CallFailure) -> recto_joined_payload {
        guard joiner.payloads.indices.contains(index) else {
            throw .invalid("index is \(index), required: below \(joiner.payloads.count)")
        }
        let joined = joiner.payloads[index]
        let lasting = LastingPayload(joined.bytes, joined.text)
        payload = lasting
        var answer = recto_joined_payload.empty
        (answer.bytes, answer.byte_count) = (lasting.bytes, lasting.byteCount)
        (answer.text, answer.text_bytes) = (lasting.text, lasting.textBytes)
        answer.count = UInt32(joined.count)
        answer.missing = joined.missing.reduce(0) { $0 | 1 << UInt32($1) }
        answer.parity = joined.parity
        answer.parity_right = joined.isParityRight.map { $0 ? 1 : 0 } ?? -1
        return answer
    }
}

@c @implementation
public func recto_payload_joiner_new(_ joiner: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { try required(joiner, "joiner").pointee = PayloadJoinerHandle().retained() }
}

@c @implementation
public func recto_payload_joiner_add(
    _ joiner: OpaquePointer!, _ reader: OpaquePointer!, _ count: UnsafeMutablePointer<Int>!
) -> recto_status {
    call { uses in
        let joiner = try PayloadJoinerHandle.changing(joiner, &uses)
        let reader = try CodeReaderHandle.reading(reader, &uses)
        try required(count, "count").pointee = joiner.add(reader.found)
    }
}

@c @implementation
public func recto_payload_joiner_get_payload(
    _ joiner: OpaquePointer!, _ index: Int, _ payload: UnsafeMutablePointer<recto_joined_payload>!
) -> recto_status {
    call { uses in try fill(payload, "payload", with: try PayloadJoinerHandle.changing(joiner, &uses).payload(index)) }
}

@c @implementation
public func recto_payload_joiner_free(_ joiner: OpaquePointer!) { PayloadJoinerHandle.release(joiner) }
