/// Work that continues after its request was answered: its progress and result.
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
    /// The number of finished pages or files, failed ones included.
    public private(set) var completed = 0
    /// The number of all pages or files; `nil` while it is unknown.
    public private(set) var total: Int?
    /// The number of pages whose text an export waits for.
    public private(set) var unread = 0
    /// The number of documents that an export writes.
    public private(set) var documents = 1
    /// The number of documents that an export skips because they have no pages.
    public private(set) var leftOut = 0
    /// The reason why the job, or its last failed file, failed.
    public private(set) var error: String?

    public init(id: String, kind: Kind, total: Int? = nil, documents: Int = 1, leftOut: Int = 0) {
        self.id = id
        self.documents = documents
        self.leftOut = leftOut
        self.kind = kind
        self.total = total
    }

    public var isRunning: Bool { state == .running }

    /// The progress, 0 to 1; `nil` while the total is unknown.
    public var share: Double? {
        guard let total, total > 0 else { return nil }
        return Double(completed) / Double(total)
    }

    private var leftOutText: String {
        switch leftOut {
        case 0: ""
        case 1: localized(". 1 has no pages and is not in it.")
        default: localized(". \(leftOut) have no pages and are not in it.")
        }
    }

    /// Its current step or its result.
    public var text: String {
        switch (kind, state) {
        case (.export, .running) where unread > 0:
            unread == 1
                ? localized("Recognizing text, 1 page to go") : localized("Recognizing text, \(unread) pages to go")
        case (.export, .running):
            step { localized("Exporting page \($0) of \($1)") } ?? CheckoutTask.export.label(.processing)
        case (.export, .done) where documents > 1:
            localized("\(LibraryMessages.documentCount(documents)) exported") + leftOutText
        case (.export, .failed) where documents > 1: localized("The documents were not exported")
        case (.export, .done): CheckoutTask.export.label(.success)
        case (.export, .failed): CheckoutTask.export.label(.failure)
        case (.export, .stopped): localized("The export was stopped")
        case (.import, .running): step { localized("Importing \($0) of \($1)") } ?? localized("Importing")
        case (.import, .done): localized("Imported \(completed) of \(total ?? completed)")
        case (.import, .failed): localized("Not imported")
        case (.import, .stopped): localized("The import was stopped")
        }
    }

    /// The state of its checkout indicator; `nil` if it was stopped.
    public var checkout: CheckoutTask.State? {
        switch state {
        case .running: .processing
        case .done: .success
        case .failed: .failure
        case .stopped: nil
        }
    }

    // A finished job no longer changes.

    public mutating func begin(total: Int) {
        guard isRunning else { return }
        self.total = total
    }

    /// - Parameter unread: The number of pages whose text an export waits for.
    public mutating func waitForTexts(_ unread: Int) {
        guard isRunning else { return }
        self.unread = unread
    }

    /// Counts a finished page or file. The last file finishes an import; an export finishes when its file is closed.
    /// - Parameter error: The reason why this one failed. Others may succeed.
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

    /// - Parameter text: Returns the text for the number of the step and of all steps.
    private func step(_ text: (Int, Int) -> String) -> String? { total.map { text(min(completed + 1, $0), $0) } }
}

/// A major task that blocks the screen, with the texts of its checkout indicator.
public enum CheckoutTask: String, Hashable, Sendable, CaseIterable {
    /// Scans become a document, whose screen follows.
    case save
    /// A document becomes a file. The screen stays.
    case export
    /// A picture's suitability as an anchor is measured. The form stays open.
    case analyze

    public enum State: String, Hashable, Sendable, CaseIterable {
        case processing
        case success
        case failure
    }

    /// How the indicator is presented.
    public enum Presentation: String, Hashable, Sendable {
        case fullScreen
        case modal

        /// - Parameter leadsAway: Whether another screen follows the task.
        public init(leadsAway: Bool) { self = leadsAway ? .fullScreen : .modal }
    }

    public var presentation: Presentation {
        switch self {
        case .save: Presentation(leadsAway: true)
        case .export, .analyze: Presentation(leadsAway: false)
        }
    }

    /// Whether the person may cancel it. Saving cannot be interrupted.
    public var canBeStopped: Bool { self != .save }

    public func label(_ state: State) -> String {
        switch (self, state) {
        case (.save, .processing): localized("Saving your scans")
        case (.save, .success): localized("Document saved")
        case (.save, .failure): localized("The document was not saved")
        case (.export, .processing): localized("Exporting the document")
        case (.export, .success): localized("Document exported")
        case (.export, .failure): localized("The document was not exported")
        case (.analyze, .processing): localized("Measuring the picture")
        case (.analyze, .success): localized("Picture measured")
        case (.analyze, .failure): localized("The picture was not measured")
        }
    }
}
