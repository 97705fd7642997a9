public import FoundationEssentials

extension StationClock {
    /// A day with a time of day, the more important one first. Short of space it stays whole, and the other one goes.
    public struct Moment: Hashable, Sendable {
        public enum Importance: Hashable, Sendable, CaseIterable {
            case day
            case time
        }

        /// What stays.
        public let important: String
        /// What is left out where there is no room, after a comma.
        public let other: String

        public var text: String { "\(important), \(other)" }
    }

    public func moment(_ date: Date, now: Date, important: Moment.Importance = .day) -> Moment {
        let day = relativeDay(date, now: now) ?? day(date)
        let time = time(date)
        switch important {
        case .day: return Moment(important: day, other: time)
        // Within a sentence days are not capitalized.
        case .time: return Moment(important: time, other: relativeDay(date, now: now)?.lowercased() ?? day)
        }
    }
}
