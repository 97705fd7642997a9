package import FoundationEssentials
package import Logging
import NIOSSL
package import StationRules
package import StationStore
import Synchronization

/// Sends reminders through the owner's mail server, once a day to each person who wants them.
package final class ReminderMailer: Sendable {
    /// Sends an e-mail. Tests replace it.
    package typealias Send = @Sendable (MailServer, String, MailMessage) async throws(MailFailure) -> Void

    private let library: Library
    private let folder: String
    private let send: Send
    /// Returns the station's origin for links to documents.
    private let origin: @Sendable () -> String?
    /// The reason why the last e-mail was not sent.
    private let last = Mutex<MailFailure?>(nil)
    private static let pause = Duration.seconds(300)

    package init(
        _ library: Library, folder: String, origin: @escaping @Sendable () -> String?,
        send: @escaping Send = ReminderMailer.bySMTP
    ) {
        self.library = library
        self.folder = folder
        self.origin = origin
        self.send = send
    }

    package static let bySMTP: Send = { server, password, message throws(MailFailure) in
        try await SMTPClient(server, password: password).send(message)
    }

    package var failure: MailFailure? { last.withLock { $0 } }

    // MARK: The password

    /// The file with the password, next to the library and readable only by its owner. Exports do not include it.
    private var passwordFile: String { "\(folder)/mail-password" }

    package var hasPassword: Bool { password?.isEmpty == false }

    private var password: String? {
        FileManager.default.contents(atPath: passwordFile).map { String(decoding: $0, as: UTF8.self) }
    }

    /// - Parameter password: `nil` to keep the existing one.
    package func choose(_ server: MailServer?, password: String?) throws(StoreError) {
        if let password { try SecretFile.write(Array(password.utf8), to: passwordFile) }
        try library.set(server)
        last.withLock { $0 = nil }
    }

    // MARK: Letters

    package func run(clock: @escaping @Sendable () -> StationClock, logger: Logger) async {
        while (try? await Task.sleep(for: Self.pause)) != nil {
            do { try await remind(at: .now, clock()) } catch { logger.warning("a reminder was not sent: \(error)") }
        }
    }

    /// Sends due reminders. Failed ones are retried in the next round.
    package func remind(at date: Date, _ clock: StationClock) async throws {
        guard let server = try library.mailServer() else { return }
        let today = Day(date, in: clock.calendar)
        let hour = clock.calendar.component(.hour, from: date)
        var failure: (any Error)?
        for (person, settings) in try library.reminderRecipients() {
            guard let address = settings.address, ReminderMail.isTime(hour: hour, today: today, last: settings.told)
            else { continue }
            do {
                try await Language.$current.withValue(settings.language) {
                    let due = try DocumentReader.$current.withValue(.person(person)) { try reminders(today) }
                    guard let texts = ReminderMail.texts(due, origin: origin()) else { return }
                    try await deliver(texts, to: address, by: server, at: date)
                }
                var told = settings
                told.told = today
                try library.set(told, of: person)
            } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private func reminders(_ today: Day) throws(StoreError) -> [Reminder] {
        try library.calendarEvents(from: today, limit: CalendarFeed.maximumEvents).filter { $0.kind == .due }
            .compactMap { Reminder(document: $0.document, title: $0.title, due: $0.day, today: today) }
    }

    /// Sends an e-mail to test the settings.
    package func test(to address: MailAddress, at date: Date) async throws {
        guard let server = try library.mailServer() else { return }
        let texts = (
            localized("Reminders of Recto work"), localized("This is how Recto will tell you what is due.") + "\n"
        )
        try await deliver(texts, to: address, by: server, at: date)
    }

    private func deliver(
        _ texts: (subject: String, text: String), to address: MailAddress, by server: MailServer, at date: Date
    ) async throws(MailFailure) {
        let message = MailMessage(
            from: server.sender, to: address, subject: texts.subject, text: texts.text, date: Self.text(date),
            name: String(SecretToken().text.prefix(32)))
        do {
            try await send(server, password ?? "", message)
            last.withLock { $0 = nil }
        } catch {
            last.withLock { $0 = error }
            throw error
        }
    }

    /// Formats a date as "Wed, 25 Nov 2026 08:00:00 +0000" (RFC 5322), independent of the language.
    package static func text(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .weekday], from: date)
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
        let day = "\(days[(parts.weekday ?? 1) - 1]), \(parts.day ?? 1) \(months[(parts.month ?? 1) - 1])"
        return "\(day) \(parts.year ?? 1970) \(two(parts.hour)):\(two(parts.minute)):\(two(parts.second)) +0000"
    }
}
