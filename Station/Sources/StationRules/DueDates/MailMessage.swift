import FoundationEssentials

/// A letter of text, as servers take it (RFC 5322, 2045 and 2047).
public struct MailMessage: Hashable, Sendable {
    public let sender: MailAddress
    public let recipient: MailAddress
    public let subject: String
    /// With line ends of any kind.
    public let text: String
    /// "Wed, 25 Nov 2026 08:00:00 +0000".
    public let date: String
    /// Different for each letter: letters, digits, hyphens.
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

    /// The header and the body, in lines that end as the protocol wants it. Whatever a title holds, it stays within its header.
    public var lines: [String] {
        let host = sender.description.split(separator: "@").last ?? "recto"
        return Self.header("Subject", subject) + [
            "From: Recto <\(sender)>", "To: <\(recipient)>", "Date: \(date)", "Message-ID: <\(name)@\(host)>",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "",
        ] + Self.wrapped(Data(text.utf8).base64EncodedString(), 76)
    }

    /// In words of at most 75 characters, each of whole characters.
    private static func header(_ name: String, _ value: String) -> [String] {
        // 39 bytes are 52 characters of Base64: with the header's name a line of 76 at most.
        let maximum = 39
        var (parts, part) = ([[UInt8]](), [UInt8]())
        for character in value {
            let bytes = Array(String(character).utf8)
            if part.count + bytes.count > maximum, !part.isEmpty {
                parts.append(part)
                part = []
            }
            // A character may be as long as somebody likes.
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

/// What a person is told by e-mail: once on a day on which something is due, or on the day before.
public enum ReminderMail {
    /// At what hour of the person's day: early enough to act.
    public static let hour = 7
    /// More would be read by nobody.
    private static let maximum = 50

    /// - Parameters:
    ///   - origin: Of the station, for the way to a document; `nil` where it is not known.
    /// - Returns: `nil` if there is nothing to tell.
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

    /// Whether it is time: from the hour on, once a day.
    /// - Parameter last: The day on which they were told last. A clock that was wrong repeats nothing.
    public static func isTime(hour: Int, today: Day, last: Day?) -> Bool {
        hour >= self.hour && last.map { $0 < today } ?? true
    }
}
