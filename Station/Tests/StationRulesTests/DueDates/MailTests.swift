import StationRules
import Testing

@Suite struct MailTests {
    private func message(_ subject: String, text: String = "Hello") throws -> MailMessage {
        MailMessage(
            from: try #require(MailAddress("recto@example.org")), to: try #require(MailAddress("ada@example.org")),
            subject: subject, text: text, date: "Wed, 25 Nov 2026 08:00:00 +0000", name: "abc")
    }

    private func decoded(_ text: some StringProtocol) -> [UInt8] {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (bits, count, result) = (0, 0, [UInt8]())
        for letter in text.utf8 {
            guard let value = letters.firstIndex(of: letter) else { continue }
            (bits, count) = (bits << 6 | value, count + 6)
            if count >= 8 {
                count -= 8
                result.append(UInt8(bits >> count & 255))
            }
        }
        return result
    }

    @Test(
        "Whatever a title holds stays within its header, and is read as it was",
        arguments: [
            "Gas bill", "Grüße aus Köln", "Bill\r\nBcc: all@example.org\r\n\r\nHello",
            String(repeating: "長い題名", count: 60), "",
            "e" + String(repeating: "\u{301}", count: 300), "=?utf-8?B?AA?=",
        ])
    func subjects(title: String) throws {
        let lines = try message(title).lines
        let end = try #require(lines.firstIndex(of: ""))
        #expect(lines.allSatisfy { line in line.utf8.count <= 78 && line.utf8.allSatisfy { 0x20...0x7E ~= $0 } })
        #expect(lines[..<end].count { $0.hasPrefix("Bcc") || $0.hasPrefix("To:") } == 1)
        let subject = lines[..<end].prefix { !$0.hasPrefix("From:") }
        let words = subject.joined().matches(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]*)\?=/).flatMap { decoded($0.1) }
        // A single character of hundreds of bytes is cut.
        let isOfHugeCharacters = title.utf8.count > 50 * max(title.count, 1)
        if !isOfHugeCharacters { #expect(String(decoding: words, as: UTF8.self) == title) }
    }

    @Test("Addresses are plain ones: nothing in them ends a line, a header or a command")
    func addresses() {
        for text in ["ada@example.org", "a.b+c@mail.example.co.uk"] { #expect(MailAddress(text)?.description == text) }
        let hostile = [
            "", "ada", "ada@", "@example.org", "ada@example", "ada@@example.org", "ada@example.org\r\nDATA",
            "<ada@example.org>",
            "ada@example.org, eve@example.org", "ada @example.org", "a\"b@example.org", "ada@.example.org",
            "ada@example.org.",
            "ü@example.org", String(repeating: "a", count: 65) + "@example.org",
            "a@" + String(repeating: "b.", count: 200) + "c",
        ]
        for text in hostile { #expect(MailAddress(text) == nil, "\(text)") }
    }

    @Test("What is wrong with a mail server is told at each field; a password is never sent in the clear")
    func servers() throws {
        let server = try MailServer(
            host: "mail.example.org", port: "", security: "startTLS", user: "ada", sender: "recto@example.org",
            hasPassword: true)
        #expect(server.port == 587 && server.security == .startTLS)
        #expect(
            try MailServer(
                host: "10.0.0.1", port: "2525", security: "none", user: "", sender: "a@b.c", hasPassword: false
            ).port == 2525)
        func fields(
            _ host: String = "a.b", _ port: String = "", _ security: String = "tls", _ user: String = "u",
            _ sender: String = "a@b.c",
            password: Bool = true
        ) -> Set<MailServer.Field> {
            do throws(MailServer.Failure) {
                _ = try MailServer(
                    host: host, port: port, security: security, user: user, sender: sender, hasPassword: password)
                return []
            } catch { return Set(error.reasons.keys) }
        }
        #expect(fields("a b") == [.host] && fields("a\r\nQUIT") == [.host])
        #expect(fields("a.b", "0") == [.port] && fields("a.b", "99999") == [.port] && fields("a.b", "x") == [.port])
        #expect(fields("a.b", "", "ssl") == [.security])
        #expect(fields("a.b", "", "none") == [.security])
        #expect(fields("a.b", "", "tls", "") == [.user] && fields("a.b", "", "tls", "u\n") == [.user])
        #expect(fields("a.b", "", "tls", "u", "nobody") == [.sender])
        #expect(fields("", "x", "?", "", "?", password: true) == [.host, .port, .security, .user, .sender])
    }

    @Test("A letter tells what is due, with the ways there; without anything due there is none")
    func texts() throws {
        let today = try #require(Day("2026-11-25"))
        let reminders = (0..<60).compactMap {
            Reminder(document: Int64($0), title: "Bill \($0)", due: today.adding($0 % 2), today: today)
        }
        #expect(ReminderMail.texts([], origin: nil) == nil)
        let one = try #require(ReminderMail.texts(Array(reminders.prefix(1)), origin: "https://box:8347"))
        #expect(one.subject == "Due today: Bill 0" && one.text.contains("https://box:8347/documents/0\n"))
        let many = try #require(ReminderMail.texts(reminders, origin: nil))
        #expect(many.subject == "60 documents are due today or tomorrow" && many.text.contains("… and 10 more."))
        #expect(!many.text.contains("http") && many.text.contains("Due tomorrow: Bill 1"))
    }

    @Test("It is told once a day, in the morning, and not again when the clock was wrong")
    func time() throws {
        let today = try #require(Day("2026-11-25"))
        #expect(!ReminderMail.isTime(hour: 6, today: today, last: nil))
        #expect(
            ReminderMail.isTime(hour: 7, today: today, last: nil)
                && ReminderMail.isTime(hour: 23, today: today, last: today.adding(-1)))
        #expect(
            !ReminderMail.isTime(hour: 9, today: today, last: today)
                && !ReminderMail.isTime(hour: 9, today: today, last: today.adding(1)))
    }
}
