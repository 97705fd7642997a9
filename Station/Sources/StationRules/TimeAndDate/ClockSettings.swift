public import FoundationEssentials

/// The settings of the station's clock.
public struct ClockSettings: Hashable, Codable, Sendable {
    /// The reason why settings are refused.
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case unknownZone(String)

        /// The problem, and how to correct it.
        public var description: String {
            switch self {
            case .unknownZone: localized("Choose a time zone from the list.")
            }
        }
    }

    /// The name of a time zone, such as "Europe/Berlin" (IANA).
    public var zone: String
    public var locale: ClockLocale
    public var hours: StationClock.Hours
    public var wording: StationClock.Wording

    public init(
        zone: String, locale: ClockLocale = .unitedStates, hours: StationClock.Hours = .twelve,
        wording: StationClock.Wording = .long
    ) {
        self.zone = zone
        self.locale = locale
        self.hours = hours
        self.wording = wording
    }

    public init(_ clock: StationClock) {
        self.init(zone: clock.zone.identifier, locale: clock.locale, hours: clock.hours, wording: clock.wording)
    }

    public func clock() throws(Failure) -> StationClock {
        // A name with other bytes may be truncated by the lookup.
        guard zone.utf8.allSatisfy({ 0x21...0x7E ~= $0 }), let zone = TimeZone(identifier: zone) else {
            throw .unknownZone(zone)
        }
        return StationClock(zone: zone, locale: locale, hours: hours, wording: wording)
    }

    /// Returns an example of how a clock formats dates and times, for people who choose.
    public static func example(_ clock: StationClock, now: Date) -> String {
        "\(clock.dayAndTime(now.addingTimeInterval(-3 * 86_400), now: now)) · \(clock.relativeTime(now.addingTimeInterval(-300), now: now))"
    }

    /// The texts of toasts.
    public static var saved: String { localized("Dates and times saved") }
}

extension StationClock.Hours {
    public var label: String {
        switch self {
        case .twelve: localized("12 hours")
        case .twentyFour: localized("24 hours")
        }
    }
}

extension StationClock.Wording {
    public var label: String {
        switch self {
        case .long: localized("5 minutes ago")
        case .short: localized("5 min ago")
        }
    }
}
