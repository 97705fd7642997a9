import FoundationEssentials
import GRDB
import StationRules

/// The head of an exported library, `library.json`. The format is described in docs/library-format.md.
struct ExportedLibrary: Hashable, Codable {
    static let format = "recto-library"
    static let version = 1

    struct Person: Hashable, Codable, FetchableRecord {
        let id: Int64
        let name: String
    }

    struct Folder: Hashable, Codable, FetchableRecord {
        let id: Int64
        /// `nil` at the root.
        let parent: Int64?
        let name: String
    }

    /// A tag, correspondent or type.
    struct Name: Hashable, Codable, FetchableRecord {
        let id: Int64
        let name: String
        /// The color of a tag.
        let color: String?
    }

    struct Setting: Hashable, Codable, FetchableRecord {
        let name: String
        /// JSON as text.
        let value: String
    }

    struct Scene: Hashable, Codable {
        struct Annotation: Hashable, Codable, FetchableRecord {
            let id: Int64
            let x: Double
            let y: Double
            let title: String
            let subtitle: String
            let icon: String
            let document: Int64?
        }

        /// The scene with its anchor, without its annotations.
        struct Anchor: Hashable, Codable, FetchableRecord {
            let id: Int64
            let title: String
            let created: ExportedTime
            let anchor: Int64
            let picture: BlobName
            let width: Int
            let height: Int
            let features: BlobName
            let physicalWidth: Double?
            let score: Int
        }

        let anchor: Anchor
        let annotations: [Annotation]
    }

    struct Sidebar: Hashable, Codable {
        struct Place: Hashable, Codable, FetchableRecord {
            let name: String
            let hidden: Bool
        }

        struct Pin: Hashable, Codable, FetchableRecord {
            let document: Int64
            let hidden: Bool
        }

        /// The places in order.
        let places: [Place]
        let pins: [Pin]
        let collapsed: [String]
    }

    struct View: Hashable, Codable, FetchableRecord {
        let id: Int64
        let person: Int64
        let name: String
        let query: String
        /// Whether it is the default view of the library; `nil` in exports from before this field existed.
        let usual: Bool?
    }

    struct Search: Hashable, Codable, FetchableRecord {
        let person: Int64
        let text: String
        let at: ExportedTime
    }

    /// A rule that files documents.
    struct Rule: Hashable, Codable {
        let id: Int64
        let person: Int64
        let isOn: Bool
        let rule: FilingRule
    }

    /// The objects of the map.
    struct Map: Hashable, Codable {
        struct Stop: Hashable, Codable, FetchableRecord {
            let round: Int64
            let position: Int
            let place: Int64
        }

        struct Object: Hashable, Codable, FetchableRecord {
            let id: Int64
            let kind: MapObjectKind
            let type: MapType?
            let name: String
            let note: String
            let glyph: String?
            let plan: Int64?
            /// Alternating longitudes and latitudes, as JSON text.
            let corners: String
            /// The code on the label of a place.
            let code: String?
            let version: Int
        }

        struct Plan: Hashable, Codable, FetchableRecord {
            let id: Int64
            let name: String
            let picture: BlobName
            let width: Int
            let height: Int
            let meters: Double
            let longitude: Double
            let latitude: Double
            let rotation: Double
        }

        let plans: [Plan]
        let objects: [Object]
        let stops: [Stop]
    }

    /// A file with some of the documents or events.
    struct Part: Hashable, Codable {
        /// The hash of its bytes.
        let sha256: BlobName
        /// The number of its entries.
        let count: Int
    }

    let format: String
    let version: Int
    /// The last assigned identifier by table. Identifiers are never reused, because events refer to deleted objects.
    let lastIdentifiers: [String: Int64]
    let persons: [Person]
    let folders: [Folder]
    let tags: [Name]
    let correspondents: [Name]
    let types: [Name]
    let settings: [Setting]
    let scenes: [Scene]
    let sidebar: Sidebar
    let views: [View]
    let searches: [Search]
    /// The rules in order; `nil` in exports of earlier versions.
    let rules: [Rule]?
    /// `nil` in exports of earlier versions.
    let map: Map?
    /// The files `documents-1.json` and so on.
    let documents: [Part]
    /// The files `events-1.json` and so on.
    let events: [Part]
}

/// A document of an exported library.
struct ExportedDocument: Hashable, Codable {
    /// The document without its pages and other parts.
    struct Filing: Hashable, Codable, FetchableRecord {
        let title: String
        let captured: ExportedTime
        let changed: ExportedTime
        let folder: Int64?
        let type: Int64?
        let correspondent: Int64?
        let date: Day?
        let due: Day?
        let retained: Day?
        let state: ListFilter.ReviewState
        let source: ListFilter.Source
        let person: Int64
        let owner: Int64?
        let serial: Int?
        let place: Int64?
        let trashed: ExportedTime?
        let version: Int
    }

    struct Page: Hashable, Codable {
        let id: Int64
        let look: PageRecord
        /// The reading state; `nil` if it is pending.
        let reading: Reading?
        let text: Text?
        let codes: [Code]
    }

    struct Reading: Hashable, Codable {
        let state: ReadingState
        let failures: Int
        let reason: String?
    }

    struct Text: Hashable, Codable {
        /// The words on the page, for other programs; the layout includes them, too.
        let words: String
        /// The bytes of `StoredText` in Base64.
        let layout: Data
        let languages: String
        let at: ExportedTime
    }

    struct Code: Hashable, Codable, FetchableRecord {
        let id: Int64
        let kind: String
        let text: String
    }

    struct Note: Hashable, Codable, FetchableRecord {
        let id: Int64
        let text: String
        let person: Int64
        let at: ExportedTime
    }

    struct Attachment: Hashable, Codable, FetchableRecord {
        let id: Int64
        let name: String
        let mediaType: String
        let size: Int
        let file: BlobName
        let person: Int64
        let at: ExportedTime
    }

    /// A file that pages of the document came from.
    struct Original: Hashable, Codable {
        struct Page: Hashable, Codable, FetchableRecord {
            let picture: BlobName
            /// The number in the file, from 1.
            let number: Int
        }

        let file: OriginalRecord
        /// The document's pages from it, by their pictures.
        let pages: [Page]
    }

    /// A page that was in the document before an event.
    struct FormerPage: Hashable, Codable {
        let event: Int64
        let at: ExportedTime
        let id: Int64
        let look: PageRecord
    }

    let id: Int64
    let filing: Filing
    let tags: [Int64]
    /// The pages in order.
    let pages: [Page]
    let notes: [Note]
    let attachments: [Attachment]
    /// `nil` in exports of earlier versions.
    let originals: [Original]?
    let formerPages: [FormerPage]
    /// The keys under which it was imported, so that it is not imported again.
    let origins: [String]

    /// All files of the document.
    var files: [BlobName] {
        pages.flatMap(\.look.files) + formerPages.flatMap(\.look.files) + attachments.map(\.file)
            + (originals ?? []).map(\.file.file)
    }
}

/// An event of an exported library.
struct ExportedEvent: Hashable, Codable, FetchableRecord {
    let id: Int64
    let at: ExportedTime
    let kind: LibraryEvent.Kind
    let person: Int64
    let document: Int64?
    let page: Int64?
    /// JSON as text with the data for undoing it.
    let detail: String?
}

/// The files in the folder of an export.
enum ExportFile {
    static let head = "library.json"
    /// The folder for pictures and other files by their hashes: `originals/ab/cdef…`.
    static let originals = "originals"

    /// - Parameter number: The index from 0.
    static func documents(_ number: Int) -> String { "documents-\(number + 1).json" }
    static func events(_ number: Int) -> String { "events-\(number + 1).json" }
}

/// The reason why a library cannot be exported or an export not imported.
public enum ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The target folder is not empty.
    case occupied(String)
    case notAnExport(String)
    /// A later version of the format.
    case unknownVersion(Int)
    /// A file of the export is damaged or has invalid content.
    case damaged(file: String, reason: String)
    /// The target library is not empty.
    case notEmpty(String)

    public var description: String {
        switch self {
        case .occupied(let folder): "\(folder) exists already. Name a folder that does not exist, or is empty."
        case .notAnExport(let folder): "\(folder) is not an exported library: it has no file \(ExportFile.head)."
        case .unknownVersion(let version):
            "The export has format version \(version). This program reads version \(ExportedLibrary.version)."
        case .damaged(let file, let reason): "\(file): \(reason)"
        case .notEmpty(let folder):
            "The library in \(folder) is not empty. An export is imported to a new one: name another folder with --data."
        }
    }
}
