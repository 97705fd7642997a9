public import RectoCore

/// An annotation on an anchor: a marker in the camera's picture, and a card that explains it.
public struct Annotation: Hashable, Sendable {
    public let place: AnnotationPlace
    public let title: String
    /// Empty without a subtitle.
    public let subtitle: String
    public let icon: AnnotationIcon

    public init(place: AnnotationPlace, title: String, subtitle: String = "", icon: AnnotationIcon = .document) {
        self.place = place
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
    }
}

/// The position of an annotation on its anchor.
public struct AnnotationPlace: Hashable, Sendable {
    /// The distance from the left and top, relative to the picture's size: `0...1`.
    public let x: Double
    public let y: Double

    public static let middle = AnnotationPlace(x: 0.5, y: 0.5)
    /// The step of an arrow key, without and with Shift.
    public static let step = 0.01
    public static let largeStep = 0.1

    /// Creates a position, clamped to the picture. NaN and infinity become the middle.
    public init(x: Double, y: Double) {
        self.x = x.isFinite ? min(max(x, 0), 1) : 0.5
        self.y = y.isFinite ? min(max(y, 0), 1) : 0.5
    }

    public var point: Point2D { Point2D(x: x, y: y) }

    /// "25 % across, 40 % down".
    public var text: String { PlaceText.percent.text(x: x * 100, y: y * 100) }
}

/// The icon of an annotation's marker, and of its card if no document is linked.
public enum AnnotationIcon: String, Hashable, Codable, Sendable, CaseIterable {
    case document
    case folder
    case box
    case tool
    case person
    case place
    case information
    case warning

    public var label: String {
        switch self {
        case .document: localized("Document")
        case .folder: localized("Folder")
        case .box: localized("Box")
        case .tool: localized("Tool")
        case .person: localized("Person")
        case .place: localized("Place")
        case .information: localized("Information")
        case .warning: localized("Warning")
        }
    }

    /// The name of a Bootstrap icon.
    public var icon: String {
        switch self {
        case .document: "file-earmark-text"
        case .folder: "folder"
        case .box: "box-seam"
        case .tool: "tools"
        case .person: "person"
        case .place: "geo-alt"
        case .information: "info-circle"
        case .warning: "exclamation-triangle"
        }
    }
}

/// The selected annotation of a scene: one index for both markers and cards.
public struct AnnotationSelection: Hashable, Sendable {
    /// The number of annotations.
    public let count: Int
    public private(set) var selected: Int?
    /// Whether the detail panel of the selected one is open.
    public private(set) var showsDetail = false

    public init(count: Int) { self.count = count }

    /// Selects the annotation of a tapped marker, or of the card in the middle.
    public mutating func select(_ index: Int) {
        guard 0..<count ~= index, index != selected else { return }
        (selected, showsDetail) = (index, false)
    }

    /// Handles a tap on a card: opens the details of the selected one, or selects another one.
    public mutating func tapCard(_ index: Int) {
        guard 0..<count ~= index else { return }
        if index == selected { showsDetail = true } else { select(index) }
    }

    /// Selects the next card, or the first one if none is selected. The last card stays selected.
    public mutating func selectNext() { select(selected.map { $0 + 1 } ?? 0) }
    public mutating func selectPrevious() { select(selected.map { $0 - 1 } ?? 0) }

    /// Closes the details, or else clears the selection.
    public mutating func back() {
        if showsDetail { showsDetail = false } else { selected = nil }
    }
}
