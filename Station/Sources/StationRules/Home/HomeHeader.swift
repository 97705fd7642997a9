/// The figures at the top of the overview.
public struct HomeHeader: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case today
        case inbox
        case due
        case storage

        public var label: String {
            switch self {
            case .today: localized("Pages Today")
            case .inbox: localized("In the Inbox")
            case .due: localized("Due")
            case .storage: localized("Storage")
            }
        }
    }

    public struct Figure: Hashable, Sendable {
        public let kind: Kind
        /// The number, with its unit if it has one.
        public let text: String
        /// The path of the screen with what is counted.
        public let path: String
    }

    /// The maximum number of figures per page in narrow windows.
    public static let compact = 3
    /// The maximum number in wide windows.
    public static let regular = 4

    /// The path of the screen that shows the storage.
    public static var storagePath: String { HomeChart.storage.path }

    public let figures: [Figure]

    /// - Parameter bytes: The size of the library.
    public init(_ figures: HomeFigures, bytes: Int) {
        let today = figures.days.last?.sum.pages ?? 0
        let library = Place.library.path
        self.figures = Kind.allCases.prefix(Self.regular).map { kind in
            switch kind {
            case .today:
                Figure(
                    kind: kind, text: Language.current.wholeNumber(today),
                    path: HomeList.captured(from: figures.today, to: figures.today).address(at: library))
            case .inbox:
                Figure(
                    kind: kind, text: Language.current.wholeNumber(figures.inbox),
                    path: HomeList.inbox.address(at: library))
            case .due:
                Figure(
                    kind: kind, text: Language.current.wholeNumber(figures.due),
                    path: HomeList.due(on: figures.today).address(at: library))
            case .storage: Figure(kind: kind, text: "\(FileSize(bytes: bytes))", path: Self.storagePath)
            }
        }
    }

    /// The figures per page in narrow windows.
    public var pages: [[Figure]] {
        stride(from: 0, to: figures.count, by: Self.compact).map {
            Array(figures[$0..<min($0 + Self.compact, figures.count)])
        }
    }
}
