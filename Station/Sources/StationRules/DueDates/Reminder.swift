/// A browser's reminder of a due document, shown once on the day before and once on the day.
public struct Reminder: Hashable, Codable, Sendable {
    /// The same for equal reminders, so that a browser shows each once.
    public let name: String
    public let title: String
    public let text: String
    public let path: String

    /// - Returns: `nil` on other days.
    public init?(document: Int64, title: String, due: Day, today: Day) {
        switch today.days(to: due) {
        case 0: text = localized("Due today")
        case 1: text = localized("Due tomorrow")
        default: return nil
        }
        name = "\(document)-\(due)-\(today.days(to: due))"
        self.title = title
        path = "\(Place.library.path)/\(document)"
    }
}
