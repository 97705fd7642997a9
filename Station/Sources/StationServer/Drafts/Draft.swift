import FoundationEssentials
package import Recto
import RectoCore
import RectoVision
import StationRules
import StationStore

/// The pages of a session until they are saved. Any number of callers may use it at once.
///
/// It reads and writes files on a queue of its own.
package actor Draft {
    /// A size of a page's picture.
    package enum Picture: String, CaseIterable, Sendable {
        /// The finished page.
        case full
        /// The page, small enough for a window.
        case screen
        case thumbnail
    }

    nonisolated package let name: DraftName
    nonisolated private let executor: QueueExecutor
    private let folder: String
    /// Opened with the first page.
    private var session: ScanSession?

    nonisolated package var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Parameter folder: Created with the first page.
    package init(_ name: DraftName, folder: String) {
        self.name = name
        self.folder = folder
        executor = QueueExecutor(label: "draft \(name)")
    }

    // MARK: Pages

    package var pages: [ScanSession.SessionPage] { (try? existing())?.pages ?? [] }

    /// Whether it has files that cannot be read as a session.
    var isUnreadable: Bool {
        do {
            _ = try existing()
            return false
        } catch { return true }
    }

    package func page(_ number: Int) -> ScanSession.SessionPage? { pages.first { $0.id.number == number } }

    /// Adds a page at the end, or replaces another one and takes over its render options.
    func keep(_ page: Page, jpegBytes: [UInt8]?, replacing number: Int? = nil) throws -> ScanSession.PageID {
        let session = try opened()
        if let number, let known = session.pages.first(where: { $0.id.number == number }) {
            try session.retake(known.id, with: page, jpegBytes: jpegBytes)
            return known.id
        }
        return try session.add(page, jpegBytes: jpegBytes)
    }

    /// Adds an imported file.
    func keep(picture: [UInt8], quad: Quad?, renderOptions: RenderOptions) throws -> ScanSession.PageID {
        try opened().add(picture: picture, quad: quad, renderOptions: renderOptions)
    }

    func adjust(_ number: Int, to quad: Quad) throws { try opened().adjust(try known(number), corners: quad) }
    func setFilter(_ filter: Filter, of number: Int) throws { try opened().setFilter(filter, of: try known(number)) }
    func rotate(_ number: Int) throws { try opened().rotate(try known(number), by: .clockwise90) }
    func move(_ number: Int, to place: Int) throws { try opened().move(try known(number), to: place) }
    func delete(_ number: Int) throws { try opened().delete(try known(number)) }

    /// The original file of a page's picture.
    func original(of number: Int) throws -> [UInt8] { try opened().picture(of: try known(number)) }

    /// A page to render.
    package func content(of number: Int) throws -> Page { try opened().page(try known(number)) }

    // MARK: The end

    /// The document to store.
    func document(title: String, captured: Date) throws -> NewDocument {
        let session = try opened()
        return NewDocument(
            title: title, captured: captured, draft: name.text,
            pages: try session.pages.map { page in
                NewDocument.Page(
                    picture: try session.picture(of: page.id), size: page.originalSize, quad: page.quad,
                    rotation: page.renderOptions.rotation, filter: page.renderOptions.filter)
            })
    }

    func discard() throws {
        try existing()?.discard()
        session = nil
    }

    // MARK: Addresses

    /// The address of a page's picture. It changes with the picture.
    nonisolated func address(of page: ScanSession.SessionPage, _ picture: Picture) -> String {
        "/scan/\(name)/pages/\(page.id)/\(picture.rawValue)?v=\(Self.key(of: page))"
    }

    /// Identifies the state of a page.
    nonisolated static func key(of page: ScanSession.SessionPage) -> String {
        let quad = page.quad.map { $0.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ") } ?? "-"
        let text =
            "\(page.id) \(page.picture) \(quad) \(page.renderOptions.rotation.rawValue) \(page.renderOptions.filter.rawValue)"
        return String(BlobName(of: Array(text.utf8)).text.prefix(16))
    }

    // MARK: The session

    private func known(_ number: Int) throws(DraftError) -> ScanSession.PageID {
        guard let page = page(number) else { throw .unknownPage(number) }
        return page.id
    }

    /// The session, if it has a page.
    private func existing() throws -> ScanSession? {
        if session == nil, FileManager.default.fileExists(atPath: folder) { session = try ScanSession(folder: folder) }
        return session
    }

    private func opened() throws -> ScanSession {
        if let session = try existing() { return session }
        let session = try ScanSession(folder: folder)
        self.session = session
        return session
    }
}

/// The name of a session's draft: 16 hexadecimal digits, safe in addresses and as a folder.
package struct DraftName: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package var description: String { text }

    /// A new one.
    package init() {
        let number = UInt64.random(in: 0...UInt64.max)
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// `nil` if the text is not such a name.
    package init?(_ text: some StringProtocol) {
        let isName = text.utf8.count == 16 && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        guard isName else { return nil }
        self.text = String(text)
    }
}

/// Why an operation on a draft failed.
enum DraftError: Error, Hashable, CustomStringConvertible {
    case unknownPage(Int)
    /// There is nothing to save.
    case noPages

    var description: String {
        switch self {
        case .unknownPage(let number): "the session has no scan \(number)"
        case .noPages: "the session has no scans"
        }
    }
}

extension Filter {
    init(_ filter: ScanFilter) {
        self =
            switch filter {
            case .color: .color
            case .grayscale: .grayscale
            case .blackAndWhite: .blackAndWhite
            case .photo: .photo
            }
    }
}

extension ScanFilter {
    /// The automatic filter becomes the one that changes least.
    init(_ filter: Filter) {
        self =
            switch filter {
            case .color, .automatic: .color
            case .grayscale: .grayscale
            case .blackAndWhite: .blackAndWhite
            case .photo: .photo
            }
    }
}
