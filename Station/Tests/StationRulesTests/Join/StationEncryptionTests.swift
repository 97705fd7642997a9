import StationRules
import Testing

@Suite struct StationEncryptionTests {
    private func choose(
        local: Bool = false, plain: Bool = false, certificate: String? = nil, key: String? = nil
    ) throws -> StationEncryption {
        try StationEncryption(isLocal: local, isPlain: plain, certificate: certificate, key: key)
    }

    @Test("SS-17: a station that others can reach speaks TLS unless a proxy does; one for this machine needs none")
    func choices() throws {
        #expect(try choose(local: true) == .none)
        #expect(try choose() == .own)
        #expect(try choose(plain: true) == .none)
        #expect(try choose(certificate: "a.crt", key: "a.key") == .files(certificate: "a.crt", key: "a.key"))
        #expect(StationEncryption.own.scheme == "https" && StationEncryption.none.scheme == "http")
    }

    @Test("SS-17: options that do not go together are refused by name")
    func refusals() {
        #expect(throws: StationEncryption.Failure.incomplete(given: "--certificate", missing: "--key")) {
            try choose(certificate: "a.crt")
        }
        #expect(throws: StationEncryption.Failure.incomplete(given: "--key", missing: "--certificate")) {
            try choose(key: "a.key")
        }
        #expect(throws: StationEncryption.Failure.contradiction("--certificate")) {
            try choose(plain: true, certificate: "a.crt", key: "a.key")
        }
        #expect(throws: StationEncryption.Failure.needless("--plain")) { try choose(local: true, plain: true) }
        #expect(throws: StationEncryption.Failure.needless("--key")) { try choose(local: true, key: "a.key") }
        #expect(
            "\(StationEncryption.Failure.incomplete(given: "--key", missing: "--certificate"))"
                == "--key needs --certificate.")
    }
}
