public import RectoCore

/// The hosts that a policy names: `example.com` alone, `*.example.com` for all below it, or `*` for every host.
public struct HostPattern: Hashable, Sendable {
    /// In ASCII; empty stands for every host.
    let base: String
    /// The same for those that imitate it.
    let known: LookAlike.Known
    private let isBelow: Bool

    /// - Throws: `ParameterError` if it is neither a host with a dot, nor one with `*.` before it, nor `*`.
    public init(_ text: String) throws(ParameterError) {
        guard text != "*" else {
            (base, known, isBelow) = ("", LookAlike.Known(""), true)
            return
        }
        isBelow = text.hasPrefix("*.")
        let reader = HostReader(isBelow ? text.dropFirst(2) : text[...])
        guard let host = reader.host, reader.risks.isSubset(of: [.internationalHost]),
            !isBelow || host.ascii.contains(".")
        else {
            throw ParameterError(
                "hosts", found: "\"\(TextHazards.escaped(text))\"",
                required: "a host name, such as example.com, or *.example.com, or *; no scheme, port or address")
        }
        (base, known) = (host.ascii, LookAlike.Known(host.unicode))
    }

    /// Whether it stands for every host.
    var isAny: Bool { base.isEmpty }

    func matches(_ host: HostName) -> Bool {
        if isAny { return true }
        return isBelow ? host.ascii.hasSuffix("." + base) : host.ascii == base
    }
}

extension HostPattern: Codable, CustomStringConvertible {
    public var description: String { isAny ? "*" : isBelow ? "*." + base : base }

    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        do { try self.init(text) } catch { throw error.at(decoder.codingPath) }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
