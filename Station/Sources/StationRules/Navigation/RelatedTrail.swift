/// Through which related objects somebody came to a screen. Who follows relations goes one step, to a screen; what is related to
/// that one opens in a modal, which leads nowhere else, so that nobody goes in circles.
public struct RelatedTrail: Hashable, Sendable {
    public enum Object: Hashable, Sendable {
        case document(Int64)
        case scene(Int64)

        /// For addresses: "document-12".
        public var text: String {
            switch self {
            case .document(let id): "document-\(id)"
            case .scene(let id): "scene-\(id)"
            }
        }

        fileprivate init?(_ text: some StringProtocol) {
            let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let id = Int64(parts[1]), id > 0 else { return nil }
            switch parts[0] {
            case "document": self = .document(id)
            case "scene": self = .scene(id)
            default: return nil
            }
        }
    }

    public enum Opening: Hashable, Sendable {
        case screen(RelatedTrail)
        case modal
    }

    /// Steps that lead to a screen.
    public static let maximumSteps = 1

    /// From the first one.
    public let objects: [Object]

    public init(_ objects: [Object] = []) { self.objects = objects }

    /// - Parameter text: Of an address; nothing for who came by no relation. What is none is left out.
    public init(_ text: (some StringProtocol)?) {
        objects = text?.split(separator: ".").compactMap { Object($0) } ?? []
    }

    public var text: String { objects.map(\.text).joined(separator: ".") }

    /// How something opens that is related to the object of the screen.
    public func opening(_ related: Object, from own: Object) -> Opening {
        guard objects.count < Self.maximumSteps, related != own, !objects.contains(related) else { return .modal }
        return .screen(RelatedTrail(objects + [own]))
    }
}
