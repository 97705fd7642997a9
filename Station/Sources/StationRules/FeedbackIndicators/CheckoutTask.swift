/// A major task that keeps the person from all others while it is done, as the checkout indicator tells of it.
public enum CheckoutTask: String, Hashable, Sendable, CaseIterable {
    /// Scans become a document, whose page follows.
    case save
    /// A document becomes a file; the page stays.
    case export

    public enum State: String, Hashable, Sendable, CaseIterable {
        case processing
        case success
        case failure
    }

    /// Where the indicator is.
    public enum Presentation: String, Hashable, Sendable {
        case fullScreen
        case modal

        /// - Parameter leadsAway: Whether another page follows the task.
        public init(leadsAway: Bool) { self = leadsAway ? .fullScreen : .modal }
    }

    public var presentation: Presentation {
        switch self {
        case .save: Presentation(leadsAway: true)
        case .export: Presentation(leadsAway: false)
        }
    }

    /// Whether the person may end it half-way: what is stored is stored whole.
    public var canBeStopped: Bool { self == .export }

    public func label(_ state: State) -> String {
        switch (self, state) {
        case (.save, .processing): "Saving your scans"
        case (.save, .success): "Document saved"
        case (.save, .failure): "The document was not saved"
        case (.export, .processing): "Exporting the document"
        case (.export, .success): "Document exported"
        case (.export, .failure): "The document was not exported"
        }
    }
}
