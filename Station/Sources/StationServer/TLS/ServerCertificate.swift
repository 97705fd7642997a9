import FoundationEssentials
import Glibc
import NIOCore
package import NIOSSL
package import StationRules
package import StationStore
import Synchronization

/// The certificate of the server. New connections use the latest one created by ``renew(_:at:)``.
package final class ServerCertificate: Sendable {
    /// The inputs of a certificate. Other inputs require another certificate.
    private enum Basis: Hashable {
        case names(Set<CertificateName>, CertificateTerm)
        case files([FileVersion])
    }

    private struct State {
        var context: NIOSSLContext
        var basis: Basis
        var authority: CertificateAuthority?
        var leftOut: [CertificateName] = []
    }

    private enum Source {
        /// The file with the authority's key and certificate.
        case own(file: String)
        case files(certificate: String, key: String)
    }

    private let source: Source
    private let state: Mutex<State>

    /// Creates a certificate of the station's own authority, which is created at the first start.
    package init(authority file: String, names: [CertificateName], at time: Int64) throws {
        source = .own(file: file)
        state = Mutex(try Self.own(file, nil, names, at: time))
    }

    package init(certificate: String, key: String) throws {
        source = .files(certificate: certificate, key: key)
        state = Mutex(try Self.read(certificate, key))
    }

    /// The TLS context for a new connection.
    package var context: NIOSSLContext { state.withLock { $0.context } }
    /// `nil` for a certificate from files.
    package var authority: CertificateAuthority? { state.withLock { $0.authority } }
    /// Names that the authority may not certify, because the machine got them after it was created.
    package var leftOut: [CertificateName] { state.withLock { $0.leftOut } }

    /// Applies changes to the names, the time or the files. If that fails, connections keep using the previous
    /// certificate.
    /// - Parameters:
    ///   - names: The machine's current names.
    ///   - time: Seconds since 1970.
    package func renew(_ names: [CertificateName], at time: Int64) throws {
        let (basis, authority) = state.withLock { ($0.basis, $0.authority) }
        switch (source, basis) {
        case (.own(let file), .names(let known, let term)):
            guard known != Set(names) || term.isDue(at: time) else { return }
            let new = try Self.own(file, authority, names, at: time)
            state.withLock { $0 = new }
        case (.files(let certificate, let key), .files(let known)):
            guard known != Self.versions(certificate, key) else { return }
            let new = try Self.read(certificate, key)
            state.withLock { $0 = new }
        case (.own, .files), (.files, .names): preconditionFailure("a certificate keeps its source")
        }
    }

    // MARK: The station's own

    /// - Parameter authority: The loaded authority; `nil` to load it.
    private static func own(
        _ file: String, _ authority: CertificateAuthority?, _ names: [CertificateName], at time: Int64
    ) throws -> State {
        let authority = try usable(authority ?? read(file, names, at: time), file, names, at: time)
        let scope = NameScope(hosts: authority.hosts)
        let (inside, outside) = (names.filter { scope.covers($0) }, names.filter { !scope.covers($0) })
        let term = CertificateTerm.ofServer(at: time)
        let issued = authority.issue(
            hosts: inside.compactMap(\.host), addresses: inside.compactMap(\.address), from: term.from,
            until: term.until)
        let certificate = try NIOSSLCertificate(bytes: Array(issued.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(issued.key.utf8), format: .pem)
        return State(
            context: try context([certificate], key), basis: .names(Set(names), term), authority: authority,
            leftOut: outside)
    }

    private static func read(_ file: String, _ names: [CertificateName], at time: Int64) throws -> CertificateAuthority
    {
        let bytes = try SecretFile.bytes(of: file) { Array(new(names, at: time).pem.utf8) }
        return try CertificateAuthority(pem: bytes, file: file)
    }

    /// Returns the authority, or a new one if it has expired.
    private static func usable(
        _ authority: CertificateAuthority, _ file: String, _ names: [CertificateName], at time: Int64
    ) throws -> CertificateAuthority {
        let term = CertificateTerm(from: authority.term.from, until: authority.term.until)
        if term.coversServer(at: time) { return authority }
        let new = new(names, at: time)
        try SecretFile.write(Array(new.pem.utf8), to: file)
        return new
    }

    private static func new(_ names: [CertificateName], at time: Int64) -> CertificateAuthority {
        let term = CertificateTerm.ofAuthority(at: time)
        let host = names.compactMap(\.host).first { $0 != "localhost" }
        return CertificateAuthority(
            name: (["Recto"] + [host].compactMap { $0 }).joined(separator: " on "), hosts: NameScope(of: names).hosts,
            from: term.from, until: term.until)
    }

    // MARK: Files

    /// The version of a file.
    private struct FileVersion: Hashable {
        let inode: UInt64
        let bytes: Int64
        let seconds: Int
        let nanoseconds: Int

        /// `nil` if the file does not exist.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            bytes = Int64(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    private static func versions(_ paths: String...) -> [FileVersion] { paths.compactMap { FileVersion($0) } }

    private static func read(_ certificate: String, _ key: String) throws(StoreError) -> State {
        // Get the versions before reading the files: a change in between causes another read.
        let basis = Basis.files(versions(certificate, key))
        try checkPrivacy(of: key)
        let chain = try contents(certificate) {
            try NIOSSLCertificate.fromPEMBytes($0)
        } orFail: {
            "it does not hold a certificate (PEM)"
        }
        let secret = try contents(key) {
            try NIOSSLPrivateKey(bytes: $0, format: .pem)
        } orFail: {
            "it does not hold a private key without a passphrase (PEM)"
        }
        do { return State(context: try context(chain, secret), basis: basis) } catch {
            throw .unreadable(key, reason: "it is not the key of the certificate in \(certificate)")
        }
    }

    private static func contents<Value>(
        _ path: String, _ read: ([UInt8]) throws -> Value, orFail reason: () -> String
    ) throws(StoreError) -> Value {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .unreadable(path, reason: "it cannot be read")
        }
        do { return try read([UInt8](data)) } catch { throw .unreadable(path, reason: reason()) }
    }

    private static func checkPrivacy(of key: String) throws(StoreError) {
        var status = stat()
        if stat(key, &status) == 0, status.st_mode & 0o007 != 0 {
            throw .unreadable(key, reason: "everybody on this machine can use this key; close it with chmod 600")
        }
    }

    // MARK: TLS

    /// Allows TLS 1.2 only with forward secrecy and authenticated encryption, and TLS 1.3, which has nothing else.
    private static func context(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = [
            .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
            .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
            .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
        ]
        configuration.applicationProtocols = ["http/1.1"]
        // The station must stop within two seconds, even if a client does not close its connection.
        configuration.shutdownTimeout = .milliseconds(300)
        return try NIOSSLContext(configuration: configuration)
    }
}

extension CertificateName {
    fileprivate var host: String? { if case .host(let name) = self { name } else { nil } }
    fileprivate var address: String? { if case .address(let text) = self { text } else { nil } }
}
