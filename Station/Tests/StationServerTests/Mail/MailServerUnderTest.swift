import FoundationEssentials
import NIOCore
import NIOPosix
import NIOSSL
import StationStore
import Synchronization

/// A small local mail server that records what it receives.
final class MailServerUnderTest: Sendable {
    struct Manner: Sendable {
        var offers = ["STARTTLS", "AUTH PLAIN LOGIN"]
        /// Encrypted from the first byte.
        var isEncrypted = false
        /// Replies to commands by their first word that replace the default ones; `nil` for no reply.
        var answers: [String: String?] = [:]
        var greeting: String? = "220 mail.test ready"
        /// Sent unencrypted together with the reply to STARTTLS.
        var injected = ""
    }

    /// The data sent by a client.
    struct Heard: Sendable {
        var commands: [String] = []
        var letter: [String] = []
        /// The commands received over TLS.
        var encrypted: [String] = []
    }

    static let authority = CertificateAuthority(
        name: "Mail", hosts: ["localhost"], from: Int64(Date.now.timeIntervalSince1970) - 60,
        until: Int64(Date.now.timeIntervalSince1970) + 86_400)

    let port: Int
    private let channel: any Channel
    private let state: Mutex<Heard>

    var heard: Heard { state.withLock { $0 } }

    private init(_ channel: any Channel, _ state: consuming Mutex<Heard>) {
        self.channel = channel
        self.state = state
        port = channel.localAddress?.port ?? 0
    }

    /// Serves for the duration of a function.
    static func serve(_ manner: Manner = Manner(), _ body: (MailServerUnderTest) async throws -> Void) async throws {
        let box = Box()
        let context = try context()
        let channel = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    if manner.isEncrypted {
                        try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                    }
                    try channel.pipeline.syncOperations.addHandler(Conversation(manner, context, box))
                }
            }.bind(host: "127.0.0.1", port: 0).get()
        let server = MailServerUnderTest(channel, Mutex(Heard()))
        box.note = { [weak server] change in server?.state.withLock { change(&$0) } }
        do { try await body(server) } catch {
            try await channel.close()
            throw error
        }
        try await channel.close()
    }

    static func roots() throws -> NIOSSLTrustRoots {
        .certificates(try NIOSSLCertificate.fromPEMBytes(Array(authority.pem.utf8)))
    }

    private static func context() throws -> NIOSSLContext {
        let now = Int64(Date.now.timeIntervalSince1970)
        let issued = authority.issue(hosts: ["localhost"], addresses: [], from: now - 60, until: now + 3600)
        let certificate = try NIOSSLCertificate(bytes: Array(issued.certificate.utf8), format: .pem)
        let key = try NIOSSLPrivateKey(bytes: Array(issued.key.utf8), format: .pem)
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(
                certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }

    /// SAFETY: set once, before any client can connect.
    fileprivate final class Box: @unchecked Sendable {
        var note: (@Sendable (@Sendable (inout Heard) -> Void) -> Void)?
    }

    fileprivate final class Conversation: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let manner: Manner
        private let tls: NIOSSLContext
        private let box: Box
        private var rest = ""
        private var isInLetter = false
        private var isEncrypted: Bool
        private var asked = 0

        init(_ manner: Manner, _ tls: NIOSSLContext, _ box: Box) {
            (self.manner, self.tls, self.box) = (manner, tls, box)
            isEncrypted = manner.isEncrypted
        }

        func channelActive(context: ChannelHandlerContext) {
            if let greeting = manner.greeting { say(greeting, context) }
            context.fireChannelActive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            rest += String(buffer: unwrapInboundIn(data))
            while let end = rest.firstRange(of: "\r\n") {
                let line = String(rest[..<end.lowerBound])
                rest = String(rest[end.upperBound...])
                take(line, context)
            }
        }

        private func take(_ line: String, _ context: ChannelHandlerContext) {
            let isSecret = isEncrypted
            if isInLetter, line != "." {
                box.note? { $0.letter.append(line) }
                return
            }
            box.note? {
                $0.commands.append(line)
                if isSecret { $0.encrypted.append(line) }
            }
            let word = String(line.prefix { $0 != " " && $0 != ":" })
            if isInLetter {
                isInLetter = false
                return answer("END", "250 kept", context)
            }
            switch word {
            case "EHLO":
                let lines = ["mail.test"] + manner.offers.filter { !isEncrypted || $0 != "STARTTLS" }
                let text = lines.enumerated().map { "250\($0 == lines.count - 1 ? " " : "-")\($1)" }
                answer(word, text.joined(separator: "\r\n"), context)
            case "STARTTLS":
                answer(word, "220 go on\(manner.injected)", context)
                isEncrypted = true
                try? context.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls), position: .first)
            case "AUTH":
                asked = line == "AUTH LOGIN" ? 2 : 0
                answer(word, asked > 0 ? "334 VXNlcm5hbWU6" : "235 welcome", context)
            case "DATA":
                isInLetter = true
                answer(word, "354 go on", context)
            case _ where asked > 0:
                asked -= 1
                answer("LOGIN", asked > 0 ? "334 UGFzc3dvcmQ6" : "235 welcome", context)
            default: answer(word, "250 fine", context)
            }
        }

        private func answer(_ word: String, _ usual: String, _ context: ChannelHandlerContext) {
            guard let other = manner.answers[word] else { return say(usual, context) }
            if let other { say(other, context) }
        }

        private func say(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
        }
    }
}
