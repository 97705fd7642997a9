import StationRules
import Testing

@Suite struct StationAddressesTests {
    private func origins(_ host: String, given: [String] = [], local: [String] = [], port: Int = 8347) -> [String] {
        StationAddresses(scheme: "https", host: host, given: given, local: local, port: port).origins
    }

    private let local = [
        "box", "box.local", "127.0.0.1", "192.168.1.5", "169.254.3.4", "[::1]", "[fe80::1%eth0]", "[2001:db8::1]",
    ]

    @Test("QR-18: others are shown the addresses that they can use, the likeliest first, each once")
    func shown() {
        #expect(
            origins("0.0.0.0", local: local) == [
                "https://192.168.1.5:8347", "https://box.local:8347", "https://box:8347",
            ])
        #expect(
            origins("0.0.0.0", given: ["Scan.Example.org", "box"], local: local, port: 443) == [
                "https://scan.example.org", "https://box", "https://192.168.1.5", "https://box.local",
            ])
        #expect(origins("192.168.1.5", local: local) == ["https://192.168.1.5:8347"])
        #expect(origins("fd00::1", local: local) == ["https://[fd00::1]:8347"])
        #expect(origins("127.0.0.1").isEmpty)
    }

    @Test("QR-18: a code leads to the address in use, unless only this machine can use that")
    func others() {
        let addresses = StationAddresses(scheme: "https", host: "0.0.0.0", given: [], local: local, port: 8347)
        #expect(addresses.forOthers(using: "https://box.local:8347") == "https://box.local:8347")
        for own in ["https://localhost:8347", "https://127.0.0.1:8347", "https://[::1]:8347", "https://"] {
            #expect(addresses.forOthers(using: own) == "https://192.168.1.5:8347", "\(own)")
        }
        let none = StationAddresses(scheme: "http", host: "127.0.0.1", given: [], local: [], port: 8347)
        #expect(none.forOthers(using: "http://localhost:8347") == nil)
    }

    @Test func theHostOfAnAddressIsFoundAndKnownAsLoopback() {
        #expect(StationAddresses.host(of: "https://[fd00::1]:8347") == "[fd00::1]")
        #expect(StationAddresses.host(of: "box:8347") == "box" && StationAddresses.host(of: "box") == "box")
        for host in ["localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"] {
            #expect(StationAddresses.isLoopback(host))
        }
        for host in ["0.0.0.0", "::", "box", "192.168.1.5"] { #expect(!StationAddresses.isLoopback(host)) }
    }
}
