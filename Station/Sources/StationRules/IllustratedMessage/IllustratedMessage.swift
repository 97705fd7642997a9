/// A message that replaces missing or failed content, or reports success.
public struct IllustratedMessage: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        case empty
        case error
        case success
    }

    /// The drawing by its meaning. The same meaning always has the same drawing.
    public enum Illustration: String, Hashable, Sendable, CaseIterable {
        case noDocuments
        case noScenes
        case noDevices
        case noResults
        case camera
        case notFound
        case failed
        case done
    }

    public static let maximumActions = 2

    public let state: State
    public let illustration: Illustration
    /// In sentence case.
    public let title: String
    /// At most two sentences.
    public let description: String?
    public let actions: [MessageAction]

    public static func empty(
        _ illustration: Illustration, title: String, description: String? = nil, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.empty, illustration, title, description, actions)
    }

    /// An error, and what can be done about it.
    public static func error(
        _ illustration: Illustration, title: String, description: String, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.error, illustration, title, description, actions)
    }

    public static func success(
        _ illustration: Illustration, title: String, description: String? = nil, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.success, illustration, title, description, actions)
    }

    private init(
        _ state: State, _ illustration: Illustration, _ title: String, _ description: String?,
        _ actions: [MessageAction]
    ) {
        precondition(
            !title.isEmpty && actions.count <= Self.maximumActions, "a message has a title and two actions at most")
        self.state = state
        self.illustration = illustration
        self.title = title
        self.description = description
        self.actions = actions
    }
}

/// An action of a message.
public struct MessageAction: Hashable, Sendable {
    public enum Destination: String, Hashable, Sendable, CaseIterable {
        case scan
        case library
        case activation
        case codeScan
        case importFiles
        case retryCamera
        case scenes
        case newAnchor
        case activate
    }

    public let label: String
    public let destination: Destination

    public init(label: String, destination: Destination) {
        self.label = label
        self.destination = destination
    }
}

/// The size of a message's drawing, by its container.
public enum MessageSize: String, Hashable, Sendable, CaseIterable {
    /// An otherwise empty page or dialog.
    case extraLarge
    /// A part of a page, a large dialog or card.
    case large
    /// A smaller part or dialog, a card of two fields.
    case medium
    /// A small dialog, a card of one field.
    case small
    case extraSmall

    /// In CSS pixels.
    public var drawing: (width: Int, height: Int) {
        switch self {
        case .extraLarge: (320, 240)
        case .large: (160, 160)
        case .medium: (92, 92)
        case .small: (64, 64)
        case .extraSmall: (48, 48)
        }
    }
}
