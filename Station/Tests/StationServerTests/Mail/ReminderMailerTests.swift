import Foundation
import HTTPTypes
import RectoCore
import StationRules
import StationServer
import StationStore
import Synchronization
import TestSupport
import Testing

/// The recipients of e-mails, and the screen of reminders.
@Suite struct ReminderMailerTests {
    private final class Post: Sendable {
        let letters = Mutex<[MailMessage]>([])
        let failure = Mutex<MailFailure?>(nil)

        var send: ReminderMailer.Send {
            { [self] _, _, message throws(MailFailure) in
                if let failure = failure.withLock({ $0 }) { throw failure }
                letters.withLock { $0.append(message) }
            }
        }

        var recipients: [String] { letters.withLock { $0.map(\.recipient.description) } }
    }

    private let clock = StationClock(zone: .gmt)

    private func library(_ folder: TemporaryFolder) throws -> Library {
        let library = try Library(folder: folder.path("station"))
        let today = Day(.now, in: clock.calendar)
        for (index, due) in [0, 1, 2].enumerated() {
            let page = NewDocument.Page(picture: [UInt8(index)], size: try PixelSize(width: 4, height: 3), quad: nil)
            let id = try library.add(NewDocument(title: "Bill \(index)", captured: .now, pages: [page]))
            _ = try library.file(id, try FilingEntry([.due: today.adding(due).description]), at: .now)
        }
        return library
    }

    /// Returns the current day at an hour.
    private func time(_ hour: Int) throws -> Date {
        try #require(clock.calendar.date(bySettingHour: hour, minute: 5, second: 0, of: .now))
    }

    private var server: MailServer {
        get throws {
            try MailServer(
                host: "localhost", port: "", security: "none", user: "", sender: "recto@example.org", hasPassword: false
            )
        }
    }

    @Test("Each person who wants it gets one letter a day, in their language; who was not reached is tried again")
    func letters() async throws {
        let folder = try TemporaryFolder()
        let (library, post) = (try library(folder), Post())
        let mailer = ReminderMailer(library, folder: folder.path("station"), origin: { "https://box" }, send: post.send)
        try library.set(
            ReminderSettings(address: MailAddress("ada@example.org"), language: .german), of: Library.builtInPerson)
        try await mailer.remind(at: try time(9), clock)
        #expect(post.recipients.isEmpty, "there is no server")
        try mailer.choose(try server, password: nil)
        try await mailer.remind(at: try time(6), clock)
        #expect(post.recipients.isEmpty, "it is too early")
        post.failure.withLock { $0 = .timeout }
        await #expect(throws: MailFailure.timeout) { try await mailer.remind(at: try time(8), clock) }
        #expect(mailer.failure == .timeout)
        post.failure.withLock { $0 = nil }
        for hour in [9, 10, 23] { try await mailer.remind(at: try time(hour), clock) }
        #expect(post.recipients == ["ada@example.org"] && mailer.failure == nil)
        let subject = try #require(post.letters.withLock { $0.first?.subject })
        #expect(subject == "2 Dokumente sind heute oder morgen fällig")
        try await mailer.remind(at: try time(9) + 86_400, clock)
        #expect(post.recipients.count == 2)
        // Nothing is due at that time.
        try await mailer.remind(at: try time(9) + 9 * 86_400, clock)
        #expect(post.recipients.count == 2)
        try library.set(ReminderSettings(address: nil, language: .english), of: Library.builtInPerson)
        try await mailer.remind(at: try time(9) + 86_400, clock)
        #expect(post.recipients.count == 2)
    }

    @Test(
        "The password of the mail server is for the station's owner alone, is shown nowhere, and stays until another is entered"
    )
    func password() async throws {
        let station = try await StationUnderTest()
        let file = station.folder.path("station/mail-password")
        let form = "host=mail.example.org&port=&security=startTLS&user=ada&sender=recto%40example.org"
        #expect(
            try await station.post("/home/reminders/server", "\(form)&password=s3cret-word").location
                == "/home/calendar?done=server")
        let mode = (try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber)?.intValue
        #expect(mode == 0o600 && FileManager.default.contents(atPath: file) == Data("s3cret-word".utf8))
        let screen = try await station.get("/home/calendar").text
        #expect(
            screen.contains("value=\"mail.example.org\"") && screen.contains("value=\"587\"")
                && screen.contains("A password is stored."))
        #expect(!screen.contains("s3cret-word"))
        let database = try #require(FileManager.default.contents(atPath: station.folder.path("station/library.sqlite")))
        let journal = FileManager.default.contents(atPath: station.folder.path("station/library.sqlite-wal")) ?? Data()
        for bytes in [database, journal] { #expect(!String(decoding: bytes, as: UTF8.self).contains("s3cret-word")) }
        _ = try await station.post("/home/reminders/server", form)
        #expect(FileManager.default.contents(atPath: file) == Data("s3cret-word".utf8))
        // Without a user name or a server, there is no password.
        _ = try await station.post("/home/reminders/server", "host=")
        #expect(FileManager.default.contents(atPath: file)?.isEmpty == true)
        #expect(try await station.get("/home/calendar").text.contains("There is no mail server yet."))
    }

    @Test("What cannot be is refused at its field, with what was entered still there")
    func refused() async throws {
        let station = try await StationUnderTest()
        let answer = try await station.post(
            "/home/reminders/server", "host=a%20b&port=0&security=none&user=ada&sender=nobody&password=x")
        #expect(
            answer.status == .badRequest && answer.text.contains("value=\"a b\"")
                && !answer.text.contains("value=\"x\""))
        for field in ["host", "port", "sender"] {
            #expect(answer.text.contains("id=\"mail-\(field)-error\""), "\(field)")
        }
        let address = try await station.post("/home/reminders/address", "address=eve%40example.org%0D%0ADATA")
        #expect(address.status == .badRequest && address.text.contains("Enter an address such as"))
        #expect(
            try await station.post("/home/reminders/address", "address=ada%40example.org").location
                == "/home/calendar?done=address")
        #expect(try await station.get("/home/calendar?done=address").text.contains("<p>Address saved</p>"))
        #expect(try await station.get("/home/calendar").text.contains("value=\"ada@example.org\""))
    }

    @Test("A letter to try it is sent by the server to the person's own address; the screen tells what came of it")
    func test() async throws {
        try await MailServerUnderTest.serve { server in
            let station = try await StationUnderTest()
            #expect(try await station.post("/home/reminders/test").location == "/home/calendar")
            _ = try await station.post("/home/reminders/address", "address=ada%40example.org")
            _ = try await station.post(
                "/home/reminders/server",
                "host=127.0.0.1&port=\(server.port)&security=none&user=&sender=recto%40example.org")
            #expect(try await station.post("/home/reminders/test").location == "/home/calendar?done=sent")
            #expect(server.heard.letter.contains("To: <ada@example.org>"))
            #expect(try await station.get("/home/calendar?done=sent").text.contains("The test e-mail was sent."))
            _ = try await station.post(
                "/home/reminders/server",
                "host=127.0.0.1&port=\(server.port)&security=tls&user=&sender=recto%40example.org")
            #expect(try await station.post("/home/reminders/test").location == "/home/calendar")
            #expect(try await station.get("/home/calendar").text.contains("The mail server cannot be reached"))
        }
    }

    @Test("Dates of letters are in no language")
    func dates() {
        #expect(ReminderMailer.text(Date(timeIntervalSince1970: 1_795_593_600)) == "Wed, 25 Nov 2026 08:00:00 +0000")
    }
}
