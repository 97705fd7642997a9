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

    /// The cause of an error, which determines the possible remedies.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A permission is missing.
        case permission
        /// A setting, connection or choice cannot work.
        case configuration
        /// Something failed. Trying again may help.
        case system
    }

    public static let maximumActions = 2

    public let state: State
    /// `nil` for a message without a drawing, if only the text fits.
    public let illustration: Illustration?
    /// The cause of an error.
    public let cause: Cause?
    /// The title in sentence case.
    public let title: String
    /// At most two sentences.
    public let description: String?
    /// Collapsed details for administrators.
    public let details: String?
    public let actions: [MessageAction]

    public static func empty(
        _ illustration: Illustration?, title: String, description: String? = nil, actions: [MessageAction] = []
    ) -> IllustratedMessage {
        IllustratedMessage(.empty, illustration, nil, title, description, nil, actions)
    }

    /// Creates an error message with its cause and its remedies.
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

    /// The same message for guests, who see no documents: links to documents lead to the scanner instead.
    public var forGuests: IllustratedMessage {
        var others = actions.filter { !$0.destination.needsDocuments }
        if others.count < actions.count, !others.contains(where: { $0.destination == .scan }) {
            others.append(MessageAction(label: localized("Scan"), destination: .scan))
        }
        return IllustratedMessage(state, illustration, cause, title, description, details, others)
    }

    /// The text for programs, which do not show the title.
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
        /// Opens the pages of a draft.
        case pages(String)
        case library
        case document(Int64)
        /// Lets the scanner in this window continue.
        case continueHere
        case activation
        case codeScan
        case importFiles
        case retryCamera
        /// Makes the browser ask for its camera.
        case askForCamera
        /// Opens instructions for allowing the camera that the browser was denied.
        case cameraSettings
        /// Reloads the screen or a part of it.
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

/// The arrangement of a message's actions.
public struct MessageLayout: Hashable, Sendable {
    public enum Alignment: String, Hashable, Sendable, CaseIterable {
        case leading
        case center
        case trailing
        /// Fills the whole width.
        case fill
    }

    public let alignment: Alignment
    /// Whether two actions are stacked. Otherwise they are still stacked if there is too little space.
    public let isStacked: Bool

    public init(_ alignment: Alignment = .center, isStacked: Bool = false) {
        self.alignment = alignment
        self.isStacked = isStacked
    }

    /// On a page or a part of one.
    public static let page = MessageLayout()
    /// In a card, which is narrow.
    public static let card = MessageLayout(.fill, isStacked: true)
    /// In a card wider than tall, beside the drawing.
    public static let wideCard = MessageLayout(.leading)
    /// In a dialog, like its other buttons.
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

    /// The size in CSS pixels.
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
