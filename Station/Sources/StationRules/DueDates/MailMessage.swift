import FoundationEssentials

/// A plain-text e-mail in the format that servers accept (RFC 5322, 2045 and 2047).
public struct MailMessage: Hashable, Sendable {
    public let sender: MailAddress
    public let recipient: MailAddress
    public let subject: String
    /// The text with line ends of any kind.
    public let text: String
    /// The date, such as "Wed, 25 Nov 2026 08:00:00 +0000".
    public let date: String
    /// The unique ID of the e-mail: letters, digits and hyphens.
    public let name: String

    public init(
        from sender: MailAddress, to recipient: MailAddress, subject: String, text: String, date: String, name: String
    ) {
        self.sender = sender
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.date = date
        self.name = name
    }

    /// The header and the body with the protocol's line ends. No title can break out of its header.
    public var lines: [String] {
        let host = sender.description.split(separator: "@").last ?? "recto"
        return Self.header("Subject", subject) + [
            "From: Recto <\(sender)>", "To: <\(recipient)>", "Date: \(date)", "Message-ID: <\(name)@\(host)>",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "",
        ] + Self.wrapped(Data(text.utf8).base64EncodedString(), 76)
    }

    /// Encodes a header in words of at most 75 bytes that do not split characters.
    private static func header(_ name: String, _ value: String) -> [String] {
        // 39 bytes are 52 characters of Base64, so that a line including the header's name has at most 76.
        let maximum = 39
        var (parts, part) = ([[UInt8]](), [UInt8]())
        for character in value {
            let bytes = Array(String(character).utf8)
            if part.count + bytes.count > maximum, !part.isEmpty {
                parts.append(part)
                part = []
            }
            // A character can be arbitrarily long.
            part += bytes.prefix(maximum)
        }
        parts.append(part)
        let words = parts.map { "=?utf-8?B?\(Data($0).base64EncodedString())?=" }
        return ["\(name): \(words[0])"] + words.dropFirst().map { " \($0)" }
    }

    private static func wrapped(_ text: String, _ width: Int) -> [String] {
        var (lines, rest) = ([String](), text[...])
        while !rest.isEmpty {
            lines.append(String(rest.prefix(width)))
            rest = rest.dropFirst(width)
        }
        return lines
    }
}

/// Reminder e-mails, sent once on a day on which a document is due, or on the day before.
public enum ReminderMail {
    /// The hour of the person's day at which they are sent: early enough to act.
    public static let hour = 7
    /// The maximum number of documents in an e-mail. Nobody would read more.
    private static let maximum = 50

    /// - Parameters:
    ///   - origin: The station's origin for links to documents; `nil` if unknown.
    /// - Returns: `nil` without reminders.
    public static func texts(_ reminders: [Reminder], origin: String?) -> (subject: String, text: String)? {
        guard let first = reminders.first else { return nil }
        let subject =
            reminders.count == 1
            ? "\(first.text): \(first.title)" : localized("\(reminders.count) documents are due today or tomorrow")
        let lines = reminders.prefix(maximum).flatMap { reminder in
            ["\(reminder.text): \(reminder.title)"] + (origin.map { ["\($0)\(reminder.path)"] } ?? []) + [""]
        }
        let rest = reminders.count - maximum
        let more = rest > 0 ? [localized("… and \(rest) more."), ""] : []
        let end = localized("You get this because your address is entered under Reminders.")
        return (subject, (lines + more + ["--", end, ""]).joined(separator: "\n"))
    }

    /// Whether an e-mail is due: from the hour on, once a day.
    /// - Parameter last: The day of the last e-mail. A wrong clock causes no repeats.
    public static func isTime(hour: Int, today: Day, last: Day?) -> Bool {
        hour >= self.hour && last.map { $0 < today } ?? true
    }
}
