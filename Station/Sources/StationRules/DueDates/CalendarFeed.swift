import FoundationEssentials

/// Due dates as a calendar that programs subscribe to (RFC 5545).
public struct CalendarFeed: Hashable, Sendable {
    /// A day in the calendar.
    public struct Event: Hashable, Sendable {
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            case due
            case retained
        }

        public let kind: Kind
        public let document: Int64
        public let title: String
        public let day: Day

        public init(_ kind: Kind, document: Int64, title: String, on day: Day) {
            self.kind = kind
            self.document = document
            self.title = title
            self.day = day
        }

        var summary: String {
            switch kind {
            case .due: localized("Due: \(title)")
            case .retained: localized("Kept until today: \(title)")
            }
        }
    }

    public let events: [Event]
    /// The station's origin for links to documents: `https://scan.example.org`.
    public let origin: String
    /// The time of creation, such as "20261125T120000Z".
    public let stamp: String

    public init(_ events: [Event], origin: String, stamp: String) {
        self.events = events
        self.origin = origin
        self.stamp = stamp
    }

    public static let mediaType = "text/calendar; charset=utf-8"
    /// The maximum number of events: the next ones.
    public static let maximumEvents = 1000
    /// The number of past days to include.
    public static let past = 90

    /// The calendar with the line ends and line lengths of the format.
    public var text: String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Recto//Station//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:Recto", "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
        ]
        for event in events { lines += Self.lines(of: event, origin, stamp) }
        lines.append("END:VCALENDAR")
        return lines.map { Self.folded($0) + "\r\n" }.joined()
    }

    private static func lines(of event: Event, _ origin: String, _ stamp: String) -> [String] {
        let host = origin.split(separator: "/").last ?? "recto"
        return [
            "BEGIN:VEVENT", "UID:\(event.kind.rawValue)-\(event.document)@\(host)", "DTSTAMP:\(stamp)",
            "DTSTART;VALUE=DATE:\(compact(event.day))", "DTEND;VALUE=DATE:\(compact(event.day.adding(1)))",
            "SUMMARY:\(escaped(event.summary))", "URL:\(origin)/documents/\(event.document)", "TRANSP:TRANSPARENT",
        ] + (event.kind == .due ? alarm(event) : []) + ["END:VEVENT"]
    }

    /// An alarm at nine o'clock on the morning before.
    private static func alarm(_ event: Event) -> [String] {
        [
            "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:\(escaped(event.summary))", "TRIGGER:-PT15H", "END:VALARM",
        ]
    }

    private static func compact(_ day: Day) -> String { day.description.replacing("-", with: "") }

    /// Escapes backslashes, semicolons, commas and line ends, and removes other control characters.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\n": result += "\\n"
            case _ where scalar.value < 32 || scalar.value == 127: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let maximumOctets = 75

    /// Folds a line into parts of at most 75 bytes without splitting a character.
    package static func folded(_ line: String) -> String {
        var (result, length) = ("", 0)
        for character in line {
            let octets = character.utf8.count
            if length + octets > maximumOctets {
                result += "\r\n "
                length = 1
            }
            result.append(character)
            length += octets
        }
        return result
    }
}
