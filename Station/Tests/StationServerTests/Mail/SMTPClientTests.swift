import FoundationEssentials
import NIOCore
import NIOSSL
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Sending e-mails to a mail server.
@Suite struct SMTPClientTests {
    private func message(_ text: String = "Hello") throws -> MailMessage {
        MailMessage(
            from: try #require(MailAddress("recto@example.org")), to: try #require(MailAddress("ada@example.org")),
            subject: "Gas bill",
            text: text, date: "Wed, 25 Nov 2026 08:00:00 +0000", name: "abc")
    }

    private func server(
        _ port: Int, _ security: MailServer.Security, user: String = "ada", host: String = "localhost"
    ) throws -> MailServer {
        try MailServer(
            host: host, port: "\(port)", security: security.rawValue, user: user, sender: "recto@example.org",
            hasPassword: !user.isEmpty)
    }

    /// Returns the result of sending an e-mail.
    private func send(
        _ server: MailServer, password: String = "secret", trusts: Bool = true, patience: TimeAmount = .seconds(20)
    ) async throws
        -> MailFailure?
    {
        var times = SMTPClient.Times()
        times.step = patience
        let client = SMTPClient(
            server, password: password, roots: trusts ? try MailServerUnderTest.roots() : .default, times: times)
        let letter = try message()
        do throws(MailFailure) {
            try await client.send(letter)
            return nil
        } catch { return error }
    }

    @Test(
        "A letter is sent over an encrypted connection, with the password in no other",
        arguments: [MailServer.Security.startTLS, .tls])
    func encrypted(security: MailServer.Security) async throws {
        var manner = MailServerUnderTest.Manner()
        manner.isEncrypted = security == .tls
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, security))
            #expect(outcome == nil)
            let heard = server.heard
            let words = heard.commands.map { String($0.prefix { $0 != " " && $0 != ":" }) }
            let talk = ["EHLO", "AUTH", "MAIL", "RCPT", "DATA", ".", "QUIT"]
            #expect(words == (security == .tls ? talk : ["EHLO", "STARTTLS"] + talk))
            #expect(heard.encrypted.suffix(talk.count) == heard.commands.suffix(talk.count))
            // NUL ada NUL secret.
            #expect(heard.commands.contains("AUTH PLAIN AGFkYQBzZWNyZXQ="))
            #expect(
                heard.commands.contains("MAIL FROM:<recto@example.org>")
                    && heard.commands.contains("RCPT TO:<ada@example.org>"))
            #expect(heard.letter.contains("To: <ada@example.org>") && heard.letter.last == "SGVsbG8=")
        }
    }

    @Test("A server that knows the older sign-in alone is signed in to by that one")
    func login() async throws {
        var manner = MailServerUnderTest.Manner()
        manner.offers = ["STARTTLS", "AUTH LOGIN", "SIZE 1000"]
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, .startTLS))
            #expect(outcome == nil)
            #expect(server.heard.commands.suffix(8).prefix(3) == ["AUTH LOGIN", "YWRh", "c2VjcmV0"])
        }
        manner.offers = ["STARTTLS", "AUTH GSSAPI"]
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, .startTLS))
            #expect(outcome == .noSignIn)
        }
    }

    @Test("A server without encryption gets nothing where encryption is wanted, and no password anywhere")
    func withoutEncryption() async throws {
        var manner = MailServerUnderTest.Manner()
        manner.offers = ["AUTH PLAIN"]
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, .startTLS))
            #expect(outcome == .noEncryption)
            #expect(server.heard.commands.allSatisfy { $0.hasPrefix("EHLO") })
        }
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, .none, user: ""))
            #expect(outcome == nil)
            #expect(!server.heard.commands.contains { $0.hasPrefix("AUTH") } && server.heard.letter.count > 5)
        }
    }

    @Test("Who is not the server, and words that were said before the encryption, are not trusted")
    func notTrusted() async throws {
        try await MailServerUnderTest.serve { server in
            guard case .unreachable = try await send(self.server(server.port, .startTLS), trusts: false) else {
                Issue.record("a certificate that nobody vouches for was taken")
                return
            }
            #expect(!server.heard.commands.contains { $0.hasPrefix("AUTH") })
        }
        var manner = MailServerUnderTest.Manner()
        manner.injected = "\r\n250-evil\r\n250 AUTH PLAIN"
        try await MailServerUnderTest.serve(manner) { server in
            let outcome = try await send(self.server(server.port, .startTLS))
            #expect(outcome == .unreadable)
        }
    }

    @Test(
        "What the server refuses is told in its words; what is no answer, too long or too late ends it",
        arguments: [
            (
                "AUTH", "535 wrong password\u{1B}[31m",
                MailFailure.refused(step: "AUTH", answer: "535 wrong password[31m")
            ),
            ("MAIL", "550 no", .refused(step: "MAIL", answer: "550 no")),
            ("RCPT", "451 later", .refused(step: "RCPT", answer: "451 later")),
            ("END", "554 spam", .refused(step: "DATA", answer: "554 spam")),
            ("EHLO", "HTTP/1.1 400 Bad Request", .unreadable),
            ("MAIL", "99 what", .unreadable), ("MAIL", "250 \(String(repeating: "a", count: 5000))", .unreadable),
            ("MAIL", nil, .timeout),
        ] as [(String, String?, MailFailure)])
    func refused(word: String, answer: String?, failure: MailFailure) async throws {
        var manner = MailServerUnderTest.Manner()
        manner.answers[word] = .some(answer)
        try await MailServerUnderTest.serve(manner) { server in
            let patience = failure == .timeout ? TimeAmount.milliseconds(300) : .seconds(20)
            let outcome = try await send(self.server(server.port, .startTLS), patience: patience)
            #expect(outcome == failure)
        }
    }

    @Test("A server that is silent from the beginning, or is none, is given up")
    func silent() async throws {
        var manner = MailServerUnderTest.Manner()
        manner.greeting = nil
        var free = 0
        try await MailServerUnderTest.serve(manner) { server in
            free = server.port
            let outcome = try await send(self.server(server.port, .startTLS), patience: .milliseconds(300))
            #expect(outcome == .timeout)
        }
        let refused = try await send(self.server(free, .tls))
        #expect(refused == .unreachable("It refused the connection."))
        let unknown = try await send(self.server(free, .tls, host: "mail.invalid"))
        #expect(
            unknown == .unknownHost("mail.invalid") && unknown?.description == "No machine has the name mail.invalid.")
    }
}
