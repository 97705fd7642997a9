/// How a station's connections are encrypted.
public enum StationEncryption: Hashable, Sendable {
    /// No encryption: for this machine alone, or behind a TLS proxy.
    case none
    /// TLS with certificates of the station's own authority.
    case own
    /// TLS with certificates from files.
    case files(certificate: String, key: String)

    /// The reason why options conflict.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case incomplete(given: String, missing: String)
        case contradiction(String)
        /// An option for a station that only this machine can reach.
        case needless(String)

        public var description: String {
            switch self {
            case .incomplete(let given, let missing): "\(given) needs \(missing)."
            case .contradiction(let option): "\(option) has no use with --plain."
            case .needless(let option): "\(option) has no use without --listen."
            }
        }
    }

    /// - Parameters:
    ///   - isLocal: Whether only this machine can reach the station.
    ///   - isPlain: Whether a proxy encrypts instead.
    public init(isLocal: Bool, isPlain: Bool, certificate: String?, key: String?) throws(Failure) {
        let given = certificate.map { _ in "--certificate" } ?? key.map { _ in "--key" }
        if isLocal, let needless = given ?? (isPlain ? "--plain" : nil) { throw .needless(needless) }
        if isPlain, let given { throw .contradiction(given) }
        switch (certificate, key) {
        case (let certificate?, let key?): self = .files(certificate: certificate, key: key)
        case (_?, nil): throw .incomplete(given: "--certificate", missing: "--key")
        case (nil, _?): throw .incomplete(given: "--key", missing: "--certificate")
        case (nil, nil): self = isLocal || isPlain ? .none : .own
        }
    }

    public var isOn: Bool { self != .none }
    /// The scheme of the station's addresses.
    public var scheme: String { isOn ? "https" : "http" }
}
