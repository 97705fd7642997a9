import Glibc

/// The address by which limits distinguish clients: an IPv4 address, or the 64-bit network of an IPv6 address,
/// because a machine chooses the rest of it.
package struct ClientAddress: Hashable, Sendable {
    /// Four or eight bytes; empty if unknown.
    private let bytes: [UInt8]

    /// A client on this machine.
    package static let loopback = ClientAddress(kept: [127, 0, 0, 1])
    package static let unknown = ClientAddress(kept: [])

    package var isLoopback: Bool { self == .loopback }

    private init(kept bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter bytes: The four or sixteen bytes of an address.
    package init(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self = bytes[0] == 127 ? .loopback : ClientAddress(kept: bytes)
        case 16 where bytes.starts(with: Self.mappedPrefix): self.init(bytes: Array(bytes.suffix(4)))
        case 16 where bytes == Self.loopback6: self = .loopback
        case 16: self.init(kept: Array(bytes.prefix(8)))
        default: self = .unknown
        }
    }

    /// `nil` if the text is not an address.
    package init?(_ text: some StringProtocol) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET6, String(text), &bytes) == 1 {
            self.init(bytes: bytes)
        } else if inet_pton(AF_INET, String(text), &bytes) == 1 {
            self.init(bytes: Array(bytes.prefix(4)))
        } else {
            return nil
        }
    }

    /// Determines the client of a request. A proxy on this machine forwards the client's address.
    /// - Parameters:
    ///   - peer: The other end of the connection.
    ///   - forwarded: The values of the header `X-Forwarded-For`. The proxy added the last entry; others may be
    ///     forged.
    package init(peer: ClientAddress, forwarded: [String]) {
        let last = forwarded.last?.split(separator: ",").last
        guard peer.isLoopback, let last else {
            self = peer
            return
        }
        self = ClientAddress(last.drop { $0 == " " }) ?? .unknown
    }

    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    private static let loopback6: [UInt8] = [UInt8](repeating: 0, count: 15) + [1]
}
