/// Work that goes on after its request was answered: how far it is, and what came of it.
public struct Job: Hashable, Codable, Sendable, Identifiable {
    public enum Kind: String, Hashable, Codable, Sendable {
        case export
        case `import`
    }

    public enum State: String, Hashable, Codable, Sendable {
        case running
        case done
        case failed
        case stopped
    }

    public let id: String
    public let kind: Kind
    public private(set) var state = State.running
    /// Pages or files that are done, those that failed among them.
    public private(set) var completed = 0
    /// Of all pages or files; nothing while it is not known.
    public private(set) var total: Int?
    /// Why it failed, or what of it did.
    public private(set) var error: String?

    public init(id: String, kind: Kind, total: Int? = nil) {
        self.id = id
        self.kind = kind
        self.total = total
    }

    public var isRunning: Bool { state == .running }

    /// Between 0 and 1; nothing while the whole is not known: then it is processing, and has no progress yet.
    public var share: Double? {
        guard let total, total > 0 else { return nil }
        return Double(completed) / Double(total)
    }

    /// What is being done, or came of it.
    public var text: String {
        switch (kind, state) {
        case (.export, .running): step("Exporting page") ?? CheckoutTask.export.label(.processing)
        case (.export, .done): CheckoutTask.export.label(.success)
        case (.export, .failed): CheckoutTask.export.label(.failure)
        case (.export, .stopped): "The export was stopped"
        case (.import, .running): step("Importing") ?? "Importing"
        case (.import, .done): "Imported \(completed) of \(total ?? completed)"
        case (.import, .failed): "Not imported"
        case (.import, .stopped): "The import was stopped"
        }
    }

    /// Where the checkout indicator is with it; one that was stopped is over without a result.
    public var checkout: CheckoutTask.State? {
        switch state {
        case .running: .processing
        case .done: .success
        case .failed: .failure
        case .stopped: nil
        }
    }

    // What has ended stays as it is.

    public mutating func begin(total: Int) {
        guard isRunning else { return }
        self.total = total
    }

    /// One more is done; with the last one an import is done too, and an export when its file is closed.
    /// - Parameter error: Why this one failed, while the others may succeed.
    public mutating func advance(error: String? = nil) {
        guard isRunning, completed < total ?? .max else { return }
        completed += 1
        if let error { self.error = error }
        if kind == .import, completed == total { state = .done }
    }

    public mutating func finish() {
        guard isRunning else { return }
        state = .done
    }

    public mutating func fail(_ error: String) {
        guard isRunning else { return }
        state = .failed
        self.error = error
    }

    public mutating func stop() {
        guard isRunning else { return }
        state = .stopped
    }

    private func step(_ verb: String) -> String? { total.map { "\(verb) \(min(completed + 1, $0)) of \($0)" } }
}

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
