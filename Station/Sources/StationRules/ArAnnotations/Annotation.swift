public import RectoCore

/// Something that hangs on an anchor: a marker in the world, and a card that tells what it stands for.
public struct Annotation: Hashable, Sendable {
    public let place: AnnotationPlace
    public let title: String
    /// Empty where there is none.
    public let subtitle: String
    public let icon: AnnotationIcon

    public init(place: AnnotationPlace, title: String, subtitle: String = "", icon: AnnotationIcon = .document) {
        self.place = place
        self.title = title
        self.subtitle = subtitle
        self.icon = icon
    }
}

/// Where an annotation is on its anchor.
public struct AnnotationPlace: Hashable, Sendable {
    /// From the left and from the top, as shares of the picture's width and height: `0...1`.
    public let x: Double
    public let y: Double

    public static let middle = AnnotationPlace(x: 0.5, y: 0.5)
    /// A key's step, alone and with the key for larger steps.
    public static let step = 0.01
    public static let largeStep = 0.1

    /// A place outside the picture becomes the nearest one in it; what is no number, the middle.
    public init(x: Double, y: Double) {
        self.x = x.isFinite ? min(max(x, 0), 1) : 0.5
        self.y = y.isFinite ? min(max(y, 0), 1) : 0.5
    }

    public var point: Point2D { Point2D(x: x, y: y) }

    /// "25 % across, 40 % down".
    public var text: String { PlaceText.percent.text(x: x * 100, y: y * 100) }
}

/// What an annotation's marker and card show, where no document lends its picture.
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
        case .document: "Document"
        case .folder: "Folder"
        case .box: "Box"
        case .tool: "Tool"
        case .person: "Person"
        case .place: "Place"
        case .information: "Information"
        case .warning: "Warning"
        }
    }

    /// Of Bootstrap's icons.
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

/// Which annotation of a scene is selected: one index for markers and cards alike.
public struct AnnotationSelection: Hashable, Sendable {
    /// Of the scene's annotations.
    public let count: Int
    public private(set) var selected: Int?
    /// Whether the detail panel of the selected one is open.
    public private(set) var showsDetail = false

    public init(count: Int) { self.count = count }

    /// A marker was tapped, or a card came into the middle.
    public mutating func select(_ index: Int) {
        guard 0..<count ~= index, index != selected else { return }
        (selected, showsDetail) = (index, false)
    }

    /// A card was tapped: the focused one tells more, another one becomes the focused one.
    public mutating func tapCard(_ index: Int) {
        guard 0..<count ~= index else { return }
        if index == selected { showsDetail = true } else { select(index) }
    }

    /// The next card, or the first one where none is focused; after the last one nothing changes.
    public mutating func selectNext() { select(selected.map { $0 + 1 } ?? 0) }
    public mutating func selectPrevious() { select(selected.map { $0 - 1 } ?? 0) }

    /// One step back: the detail panel closes, then the card leaves.
    public mutating func back() {
        if showsDetail { showsDetail = false } else { selected = nil }
    }
}
