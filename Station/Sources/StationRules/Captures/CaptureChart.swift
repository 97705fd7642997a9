public import FoundationEssentials

/// The charts of captures, which show whether cameras work well.
public enum CaptureChart: String, Hashable, Sendable, CaseIterable {
    case devices
    case sharpness
    case storing
    case reading

    public var title: String {
        switch self {
        case .devices: localized("Captures by Camera")
        case .sharpness: localized("Sharpness and Time to Lock")
        case .storing: localized("Time from Picture to Page")
        case .reading: localized("Reading of Pages")
        }
    }

    public var subtitle: String {
        switch self {
        case .devices, .sharpness, .storing: localized("Last \(HomeRange.month) days")
        case .reading: localized("All pages")
        }
    }

    /// The title of the screen with all of these charts.
    public static var title: String { localized("Cameras") }
    public static var screen: String { "\(Place.home.path)/captures" }
    public var path: String { "\(Self.screen)/\(rawValue)" }
}

/// The OCR progress of the library's pages.
public struct ReadingCounts: Hashable, Sendable {
    public var read = 0
    /// The number of pages that have failed so far and will be retried.
    public var failing = 0
    public var aside = 0
    public var waiting = 0

    public init() {}

    /// The number of pages with at least one attempt.
    public var tried: Int { read + failing + aside }
    /// The share of those without an error, from 0 to 1; `nil` without attempts.
    public var share: Double? { tried > 0 ? Double(read) / Double(tried) : nil }
}

/// The seconds from picture to stored page for a day's captures.
public struct StoringTimes: Hashable, Sendable {
    public let day: Day
    public let first: Double
    public let longest: Double
    public let shortest: Double
    public let last: Double
    public let count: Int

    /// Returns the times by day in ascending order, without days that have no captures.
    public static func days(_ records: [CaptureRecord], _ calendar: Calendar) -> [StoringTimes] {
        Dictionary(grouping: records.filter { $0.isCaptured && $0.storing != nil }) { Day($0.at, in: calendar) }
            .map { day, records in
                let times = records.sorted { $0.at < $1.at }.compactMap(\.storing)
                return StoringTimes(
                    day: day, first: times.first ?? 0, longest: times.max() ?? 0, shortest: times.min() ?? 0,
                    last: times.last ?? 0, count: times.count)
            }.sorted { $0.day < $1.day }
    }
}
