/// A message in the place of content that is missing, failed or done.
public struct IllustratedMessage: Hashable, Sendable {
    public enum State: String, Hashable, Sendable, CaseIterable {
        case empty
        case error
        case success
    }

    /// The drawing, by what it tells: the same one wherever the same thing is told.
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

    /// What failed, and what can be done about it.
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

/// A way on from a message.
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

/// How large the drawing of a message is, by what holds it.
public enum MessageSize: String, Hashable, Sendable, CaseIterable {
    /// A page or dialog that has nothing else.
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
