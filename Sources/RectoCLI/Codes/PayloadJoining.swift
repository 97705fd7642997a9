import FoundationEssentials
import RectoBarcode

/// The payloads that `recto qr --join` joins.
struct PayloadJoining {
    /// The report on a payload.
    struct Report: Encodable {
        struct Payload: Encodable {
            let text: String
            let bytes: String
            /// The total number of parts, and the indices of missing ones, from 0.
            let count: Int
            let missing: [Int]
            let parity: UInt8
            /// Omitted if it cannot be determined.
            let parityIsRight: Bool?
            /// The files in which parts were found, in input order.
            let files: [String]

            private enum CodingKeys: String, CodingKey {
                case text, count, missing, parity, files
                case bytes = "bytes_base64"
                case parityIsRight = "parity_right"
            }
        }

        let joined: Payload
    }

    private let json: Bool
    private var joiner = PayloadJoiner()
    /// The files of each payload.
    private var files: [[String]] = []

    init(json: Bool) { self.json = json }

    /// Adds the codes of a picture or frame, and reports payloads that they complete.
    mutating func add(_ codes: [Code], from file: String) throws {
        for code in codes {
            let before = joiner.payloads.filter(\.isComplete).count
            guard let index = joiner.add(code) else { continue }
            if index == files.count { files.append([]) }
            if files[index].last != file { files[index].append(file) }
            let payload = joiner.payloads[index]
            if joiner.payloads.filter(\.isComplete).count > before { try report(payload, files[index]) }
        }
    }

    /// Reports incomplete payloads.
    /// - Returns: True if there are payloads, none has missing parts, and the parts of each match.
    func reportRest() throws -> Bool {
        if joiner.payloads.isEmpty {
            Console.printErrorLine("recto: no part of a split payload found")
            return false
        }
        for (payload, files) in zip(joiner.payloads, files) where !payload.isComplete { try report(payload, files) }
        let failures = joiner.payloads.compactMap { Self.failure(of: $0) }
        for failure in failures { Console.printErrorLine("recto: \(failure)") }
        return failures.isEmpty
    }

    private func report(_ payload: JoinedPayload, _ files: [String]) throws {
        if json {
            try Console.printJSON(
                Report(
                    joined: Report.Payload(
                        text: payload.text, bytes: Data(payload.bytes).base64EncodedString(), count: payload.count,
                        missing: payload.missing, parity: payload.parity, parityIsRight: payload.isParityRight,
                        files: files)))
        } else if payload.isComplete {
            Console.printLine("joined \(payload.count) parts: \(payload.text)")
        }
    }

    /// Returns why a payload is unreliable.
    private static func failure(of payload: JoinedPayload) -> String? {
        let name = "a payload of \(payload.count) parts (parity \(payload.parity))"
        if !payload.isComplete {
            let places = payload.missing.map { "\($0 + 1)" }.joined(separator: ", ")
            return "\(name) lacks \(payload.missing.count == 1 ? "part" : "parts") \(places)"
        }
        return payload.isParityRight == false
            ? "\(name) has the wrong parity: its parts do not belong together" : nil
    }
}
