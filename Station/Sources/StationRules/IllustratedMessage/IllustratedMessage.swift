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
        case noActivity
        case noResults
        case camera
        case notFound
        case failed
        case notUploaded
        case disconnected
        case done
        case targetReached

        /// What messages with this drawing are for.
        public var use: Use {
            switch self {
            case .noDocuments, .noScenes, .noDevices: .emptyList
            case .noActivity: .noActivity
            case .noResults: .noResults
            case .notFound, .failed: .unableToLoad
            case .notUploaded: .unableToUpload
            case .camera, .disconnected: .unableToConnect
            case .done, .targetReached: .taskCompleted
            }
        }
    }

    /// The uses of messages.
    public enum Use: String, Hashable, Sendable, CaseIterable {
        case emptyList
        case noActivity
        case unableToLoad
        case unableToUpload
        case unableToConnect
        case noResults
        case taskCompleted

        public var state: State {
            switch self {
            case .emptyList, .noActivity: .empty
            case .unableToLoad, .unableToUpload, .unableToConnect, .noResults: .error
            case .taskCompleted: .success
            }
        }
    }

    /// What an error comes from. It decides what can be done about it.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Access is missing.
        case permission
        /// Something is set up, connected or chosen in a way that cannot work.
        case configuration
        /// Something failed. Trying again may help.
        case system
    }

    public static let maximumActions = 2

    public let state: State
    /// `nil` for a message without one, where the room is for the text.
    public let illustration: Illustration?
    /// Of an error.
    public let cause: Cause?
    /// In sentence case.
    public let title: String
    /// At most two sentences.
    public let description: String?
    /// Folded in: for those who look after the station.
    public let details: String?
    public let actions: [MessageAction]

    public static func empty(
        _ illustration: Illustration?, title: String, description: String? = nil, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.empty, illustration, nil, title, description, nil, actions)
    }

    /// An error, what it comes from, and what can be done about it.
    public static func error(
        _ illustration: Illustration?, _ cause: Cause, title: String, description: String, details: String? = nil,
        actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.error, illustration, cause, title, description, details, actions)
    }

    public static func success(
        _ illustration: Illustration?, title: String, description: String? = nil, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.success, illustration, nil, title, description, nil, actions)
    }

    private init(
        _ state: State, _ illustration: Illustration?, _ cause: Cause?, _ title: String, _ description: String?,
        _ details: String?, _ actions: [MessageAction]
    ) {
        precondition(
            !title.isEmpty && actions.count <= Self.maximumActions, "a message has a title and two actions at most")
        self.state = state
        self.illustration = illustration
        self.cause = cause
        self.title = title
        self.description = description
        self.details = details
        self.actions = actions
    }

    /// The same for somebody who sees no documents: what leads to them leads to the scanner.
    public var forGuests: IllustratedMessage {
        var others = actions.filter { !$0.destination.needsDocuments }
        if others.count < actions.count, !others.contains(where: { $0.destination == .scan }) {
            others.append(MessageAction(label: localized("Scan"), destination: .scan))
        }
        return IllustratedMessage(state, illustration, cause, title, description, details, others)
    }

    /// The text for programs, which show no title.
    public var sentences: String? {
        let parts = [description, details.map { localized("Details: \($0).") }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension MessageAction.Destination {
    fileprivate var needsDocuments: Bool {
        switch self {
        case .library, .document, .scenes, .newAnchor: true
        default: false
        }
    }
}

/// An action of a message.
public struct MessageAction: Hashable, Sendable {
    public enum Destination: Hashable, Sendable {
        case scan
        /// The pages of a draft.
        case pages(String)
        case library
        case document(Int64)
        /// Lets the scanner in this window go on.
        case continueHere
        case activation
        case codeScan
        case importFiles
        case retryCamera
        /// Lets the browser ask for its camera.
        case askForCamera
        /// How to let the browser use the camera, which was refused to it earlier.
        case cameraSettings
        /// Loads the screen, or its part, again.
        case reload
        case upload
        case scenes
        case newAnchor
        case activate
        case signIn
        case demonstration
    }

    public let label: String
    public let destination: Destination

    public init(label: String, destination: Destination) {
        self.label = label
        self.destination = destination
    }
}

/// Where the actions of a message stand.
public struct MessageLayout: Hashable, Sendable {
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case leading
        case center
        case trailing
        /// Over the whole width.
        case fill
    }

    public let alignment: Alignment
    /// Whether two actions stand below each other. Those beside each other do so too where there is no room.
    public let isStacked: Bool

    public init(_ alignment: Alignment = .center, isStacked: Bool = false) {
        self.alignment = alignment
        self.isStacked = isStacked
    }

    /// On a page, or on a part of one.
    public static let page = MessageLayout()
    /// In a card, which is narrow.
    public static let card = MessageLayout(.fill, isStacked: true)
    /// In a card that is wider than high, beside the drawing.
    public static let wideCard = MessageLayout(.leading)
    /// In a dialog, as its other buttons.
    public static let dialog = MessageLayout(.trailing)
}

/// The size of a message's drawing, by its container.
public enum MessageSize: String, Hashable, Sendable, CaseIterable {
    /// An otherwise empty page or dialog.
    case extraLarge
    /// A part of a page, a large dialog or card.
    case large
    /// A smaller part or dialog, a card of two fields.
    case medium
    /// A small dialog, the body of a card, a card of one field.
    case small
    /// A card of one field that has a description.
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
