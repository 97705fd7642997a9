/// How a station protects what it sends.
public enum StationEncryption: Hashable, Sendable {
    /// Not at all: for this machine alone, or behind a proxy with TLS.
    case none
    /// By TLS, with certificates of the station's own authority.
    case own
    /// By TLS, with a certificate from elsewhere.
    case files(certificate: String, key: String)

    /// Why options do not go together.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case incomplete(given: String, missing: String)
        case contradiction(String)
        /// Only this machine can reach the station.
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
