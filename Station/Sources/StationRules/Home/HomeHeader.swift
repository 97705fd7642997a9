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
        /// A number, with its unit if it has one.
        public let text: String
        /// What the number counts: an address within the station.
        public let path: String
    }

    /// The greatest number of figures in narrow windows. More stand on pages of their own.
    public static let compact = 3
    /// The same in wide ones.
    public static let regular = 4

    /// Where the storage is measured.
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

    /// The figures of each page in narrow windows.
    public var pages: [[Figure]] {
        stride(from: 0, to: figures.count, by: Self.compact).map {
            Array(figures[$0..<min($0 + Self.compact, figures.count)])
        }
    }
}
