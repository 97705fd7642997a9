import FoundationEssentials
import Glibc
package import NIOCore
import NIOPosix
package import NIOSSL
package import StationRules

/// The reason why an e-mail was not sent: the server's reply or a network error.
package enum MailFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case unreachable(String)
    /// The host name cannot be resolved.
    case unknownHost(String)
    case timeout
    /// The server does not support the required encryption.
    case noEncryption
    case noSignIn
    /// The server's reply to a step.
    case refused(step: String, answer: String)
    /// The reply does not follow the protocol.
    case unreadable

    package var description: String {
        switch self {
        case .unreachable(let reason): localized("The mail server cannot be reached: \(reason)")
        case .unknownHost(let name): localized("No machine has the name \(name).")
        case .timeout: localized("The mail server did not answer in time.")
        case .noEncryption: localized("The mail server offers no encryption. Nothing was sent.")
        case .noSignIn: localized("The mail server offers no sign-in that Recto knows.")
        case .refused(_, let answer): localized("The mail server refused it: \(answer)")
        case .unreadable: localized("What answered is not a mail server.")
        }
    }
}

extension MailFailure {
    /// - Parameter error: The network's error, with its technical description.
    init(connecting error: any Error, to host: String) {
        guard let failure = error as? NIOConnectionError else {
            self = error is SocketAddressError ? .unknownHost(host) : .unreachable("\(error)")
            return
        }
        // A name without addresses causes no connection attempts.
        if failure.connectionErrors.isEmpty {
            self = .unknownHost(host)
        } else if failure.connectionErrors.contains(where: { ($0.error as? IOError)?.errnoCode == ECONNREFUSED }) {
            self = .unreachable(localized("It refused the connection."))
        } else {
            self = .unreachable(failure.connectionErrors.map { "\($0.error)" }.joined(separator: "; "))
        }
    }
}

/// A mail server's reply: a three-digit code and lines of text.
package struct SMTPReply: Hashable, Sendable {
    package let code: Int
    package let lines: [String]

    /// The text without control characters, cut to fit on a screen.
    var text: String {
        String("\(code) \(lines.joined(separator: " "))".filter { $0 >= " " && $0 != "\u{7F}" }.prefix(200))
    }
}

/// Sends e-mail through a server with or without a password (RFC 5321, 3207 and 4954).
package struct SMTPClient: Sendable {
    package struct Times: Sendable {
        /// The timeout of connecting, and of each reply.
        package var step = TimeAmount.seconds(20)
        /// The timeout of the whole process.
        package var whole = TimeAmount.seconds(90)

        package init() {}
    }

    private let server: MailServer
    private let password: String
    private let roots: NIOSSLTrustRoots
    private let times: Times

    /// - Parameters:
    ///   - password: Empty for a server without authentication.
    ///   - roots: The authorities that are trusted to certify the server.
    package init(_ server: MailServer, password: String, roots: NIOSSLTrustRoots = .default, times: Times = Times()) {
        self.server = server
        self.password = password
        self.roots = roots
        self.times = times
    }

    package func send(_ message: MailMessage) async throws(MailFailure) {
        let connection = try await connect()
        let end = connection.channel.eventLoop.scheduleTask(in: times.whole) { connection.replies.fail(.timeout) }
        let outcome: Result<Void, MailFailure>
        do {
            try await talk(connection, message)
            outcome = .success(())
        } catch { outcome = .failure(error) }
        end.cancel()
        try? await connection.channel.close()
        try outcome.get()
    }

    // MARK: The conversation

    private func talk(_ connection: SMTPConnection, _ message: MailMessage) async throws(MailFailure) {
        try await connection.expect(2, "greeting")
        var offers = try await greet(connection)
        if server.security == .startTLS {
            guard offers.contains("STARTTLS") else { throw .noEncryption }
            try await connection.ask("STARTTLS", 2)
            // Otherwise, injected plaintext replies would be taken for encrypted ones (CVE-2021-38371 and others).
            guard connection.replies.isEmpty else { throw .unreadable }
            try await encrypt(connection)
            offers = try await greet(connection)
        }
        try await signIn(connection, offers)
        try await connection.ask("MAIL FROM:<\(message.sender)>", 2)
        try await connection.ask("RCPT TO:<\(message.recipient)>", 2)
        try await connection.ask("DATA", 3)
        let lines = message.lines.map { $0.hasPrefix(".") ? ".\($0)" : $0 }
        try await connection.ask((lines + ["."]).joined(separator: "\r\n"), 2, step: "DATA")
        // The e-mail has been sent, whatever the server replies to this.
        _ = try? await connection.ask("QUIT", 2)
    }

    /// - Returns: The server's extensions in upper case.
    private func greet(_ connection: SMTPConnection) async throws(MailFailure) -> [String] {
        let reply = try await connection.ask("EHLO \(Self.name)", 2)
        return reply.lines.dropFirst().map { $0.uppercased() }
    }

    private func signIn(_ connection: SMTPConnection, _ offers: [String]) async throws(MailFailure) {
        guard !server.user.isEmpty, server.security != .none else { return }
        let ways =
            offers.first { $0.hasPrefix("AUTH ") || $0.hasPrefix("AUTH=") }?.dropFirst(5).split(separator: " ") ?? []
        if ways.contains("PLAIN") {
            let secret = Data([0] + Array(server.user.utf8) + [0] + Array(password.utf8)).base64EncodedString()
            try await connection.ask("AUTH PLAIN \(secret)", 2, step: "AUTH")
        } else if ways.contains("LOGIN") {
            try await connection.ask("AUTH LOGIN", 3, step: "AUTH")
            try await connection.ask(Data(server.user.utf8).base64EncodedString(), 3, step: "AUTH")
            try await connection.ask(Data(password.utf8).base64EncodedString(), 2, step: "AUTH")
        } else {
            throw .noSignIn
        }
    }

    /// This machine's name in the format that servers require.
    private static let name: String = {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "localhost" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let isName = !text.isEmpty && text.utf8.allSatisfy { 0x2D...0x7A ~= $0 }
        return isName ? text : "localhost"
    }()

    // MARK: The connection

    private func connect() async throws(MailFailure) -> SMTPConnection {
        let replies = SMTPReplies()
        do {
            let handler = try server.security == .tls ? tls() : nil
            let channel = try await ClientBootstrap(group: NIOSingletons.posixEventLoopGroup)
                .connectTimeout(times.step)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let handler { try channel.pipeline.syncOperations.addHandler(handler.value) }
                        try channel.pipeline.syncOperations.addHandler(SMTPReader(replies))
                    }
                }.connect(host: server.host, port: server.port).get()
            return SMTPConnection(channel: channel, replies: replies, step: times.step)
        } catch { throw MailFailure(connecting: error, to: server.host) }
    }

    private func encrypt(_ connection: SMTPConnection) async throws(MailFailure) {
        do {
            let handler = try tls()
            let channel = connection.channel
            try await channel.eventLoop.submit {
                try channel.pipeline.syncOperations.addHandler(handler.value, position: .first)
            }.get()
        } catch { throw .unreachable("\(error)") }
    }

    /// Creates the TLS handler, which requires a certificate for the server's name.
    private func tls() throws -> ClientHandler {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = roots
        let context = try NIOSSLContext(configuration: configuration)
        // An IP address cannot be used for SNI.
        let isAddress = (try? SocketAddress(ipAddress: server.host, port: 0)) != nil
        return ClientHandler(try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : server.host))
    }

    /// SAFETY: the handler is created here and used only once, by the pipeline that it is added to.
    private struct ClientHandler: @unchecked Sendable {
        let value: NIOSSLClientHandler
        init(_ value: NIOSSLClientHandler) { self.value = value }
    }
}

/// An SMTP session with one command at a time.
private struct SMTPConnection: Sendable {
    let channel: any Channel
    let replies: SMTPReplies
    let step: TimeAmount

    /// Sends a command and waits for its reply.
    /// - Parameters:
    ///   - kind: The first digit of the expected code.
    ///   - step: The name of the command in errors; the command itself may contain a password.
    @discardableResult
    func ask(_ command: String, _ kind: Int, step: String? = nil) async throws(MailFailure) -> SMTPReply {
        do { try await channel.writeAndFlush(ByteBuffer(string: command + "\r\n")).get() } catch {
            throw replies.failure ?? .unreachable("\(error)")
        }
        return try await expect(kind, step ?? String(command.prefix { $0 != " " }))
    }

    @discardableResult
    func expect(_ kind: Int, _ step: String) async throws(MailFailure) -> SMTPReply {
        let (channel, replies) = (channel, replies)
        let timer = channel.eventLoop.scheduleTask(in: self.step) { replies.fail(.timeout) }
        defer { timer.cancel() }
        let reply = try await replies.next()
        guard reply.code / 100 == kind else { throw .refused(step: step, answer: reply.text) }
        return reply
    }
}
