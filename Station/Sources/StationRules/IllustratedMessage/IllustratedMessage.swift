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
