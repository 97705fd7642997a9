/// Links from the overview to screens that are not in the navigation.
public enum HomeFacet: Hashable, Sendable, CaseIterable {
    case timeline
    case pinned
    case drafts
    case tags
    case trash
    case captures
    case reminders
    case retention
    case widgets

    public var label: String {
        switch self {
        case .timeline: TimelineMessages.title
        case .pinned: localized("Pinned")
        case .drafts: localized("Drafts")
        case .tags: localized("Tags")
        case .trash: ListTexts.trash
        case .captures: CaptureChart.title
        case .reminders: localized("Reminders")
        case .retention: Retention.title
        case .widgets: WidgetMessages.title
        }
    }

    public var path: String {
        switch self {
        case .timeline: Self.timelinePath
        case .pinned: "\(Place.library.path)/pinned"
        case .drafts: "/drafts"
        case .tags: "\(Place.library.path)/tags"
        case .trash: "\(Place.library.path)?trash=yes"
        case .captures: CaptureChart.screen
        case .reminders: "\(Place.home.path)/calendar"
        case .retention: Retention.path
        case .widgets: WidgetMessages.screen
        }
    }

    /// The name of a Bootstrap icon.
    public var icon: String {
        switch self {
        case .timeline: "calendar-event"
        case .pinned: "pin-angle"
        case .drafts: "file-earmark-text"
        case .tags: "tags"
        case .trash: "trash"
        case .captures: "camera"
        case .reminders: "bell"
        case .retention: "archive"
        case .widgets: "collection"
        }
    }

    public static var timelinePath: String { "\(Place.home.path)/timeline" }
}
