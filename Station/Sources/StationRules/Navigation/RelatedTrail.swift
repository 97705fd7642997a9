/// The related objects through which a screen was opened. The first step opens a screen; further relations open in a
/// modal without links, so that people do not go in circles.
public struct RelatedTrail: Hashable, Sendable {
    public enum Object: Hashable, Sendable {
        case document(Int64)
        case scene(Int64)

        /// The text in URLs: "document-12".
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

    /// The maximum number of steps that open a screen.
    public static let maximumSteps = 1

    /// The objects in order.
    public let objects: [Object]

    public init(_ objects: [Object] = []) { self.objects = objects }

    /// - Parameter text: The text from the URL; `nil` without a trail. Invalid parts are ignored.
    public init(_ text: (some StringProtocol)?) {
        objects = text?.split(separator: ".").compactMap { Object($0) } ?? []
    }

    public var text: String { objects.map(\.text).joined(separator: ".") }

    /// Returns how a related object opens from the object of the screen.
    public func opening(_ related: Object, from own: Object) -> Opening {
        guard objects.count < Self.maximumSteps, related != own, !objects.contains(related) else { return .modal }
        return .screen(RelatedTrail(objects + [own]))
    }
}
