public import FoundationEssentials
public import Recto
public import RectoCore
public import RectoVision
public import StationRules

/// A document of the library.
public struct DocumentRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    /// The time at which it was added.
    public let captured: Date
    public var changed: Date
    public let pages: Int
    public let folder: Int64?
    public let type: Int64?
    public let correspondent: Int64?
    /// The date written on it.
    public let date: Day?
    public let due: Day?
    /// The end of the retention period.
    public let retained: Day?
    public let state: ListFilter.ReviewState
    public let source: ListFilter.Source
    /// The person who added it.
    public let person: Int64
    /// The only person who sees it; `nil` if everybody does.
    public let owner: Int64?
    /// The number on the paper, for paper filed by number.
    public let serial: Int?
    /// The place on the map where the paper is stored.
    public let place: Int64?
    /// The time at which it was moved to the trash.
    public let trashed: Date?
    /// A counter that increases with each change.
    public let version: Int
}

/// A page of a document: its original picture and its render options.
public struct PageRecord: Hashable, Codable, Sendable {
    /// The picture: a PNG or JPEG file.
    public var original: BlobName
    /// The picture's size.
    public var width: Int
    public var height: Int
    /// Eight coordinates, alternating x and y, clockwise from the page's top left; `nil` if the whole picture is the
    /// page.
    public var corners: [Double]?
    public var rotation: Rotation
    public var filter: Filter
    /// Whether a curved page is flattened.
    public var flattening: Flattening
    /// The captured picture, if the page's picture was merged from it and others.
    public var single: BlobName?
    /// How the picture was merged.
    public var fusion: FusionRecord?

    public init(
        original: BlobName, size: PixelSize, quad: Quad?, rotation: Rotation = .none, filter: Filter = .color,
        flattening: Flattening = .off
    ) {
        self.original = original
        self.width = size.width
        self.height = size.height
        self.corners = quad.map { $0.corners.flatMap { [$0.x, $0.y] } }
        self.rotation = rotation
        self.filter = filter
        self.flattening = flattening
    }

    private enum CodingKeys: String, CodingKey {
        case original, width, height, corners, rotation, filter, flattening, single, fusion
    }

    /// Exports of earlier versions lack the flattening setting, because pages were never flattened.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        original = try container.decode(BlobName.self, forKey: .original)
        width = try container.decode(Int.self, forKey: .width)
        height = try container.decode(Int.self, forKey: .height)
        corners = try container.decodeIfPresent([Double].self, forKey: .corners)
        rotation = try container.decode(Rotation.self, forKey: .rotation)
        filter = try container.decode(Filter.self, forKey: .filter)
        flattening = try container.decodeIfPresent(Flattening.self, forKey: .flattening) ?? .off
        single = try container.decodeIfPresent(BlobName.self, forKey: .single)
        fusion = try container.decodeIfPresent(FusionRecord.self, forKey: .fusion)
    }

    /// The options for rendering the page.
    public var renderOptions: RenderOptions {
        var options = RenderOptions(filter: filter, rotation: rotation)
        options.flattening = flattening
        return options
    }

    /// The render options as text. For pages without flattening, the format of earlier versions.
    public var lookText: String {
        "\(rotation.rawValue) \(filter.rawValue)" + (flattening == .off ? "" : " \(flattening.rawValue)")
    }

    /// The corners in the database format.
    var cornersText: String? {
        get throws { try Self.json(corners) }
    }

    /// The merge record in the database format.
    var fusionText: String? {
        get throws { try Self.json(fusion) }
    }

    private static func json(_ value: (some Encodable)?) throws -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    }

    /// The files of the page's pictures.
    var files: [BlobName] { [original] + (single.map { [$0] } ?? []) }

    /// `nil` if the page has no corners, or if the stored ones are not a convex quad.
    public var quad: Quad? { Self.quad(of: corners) }

    /// - Parameter corners: Corners in the format of ``corners``, which may be untrusted.
    public static func quad(of corners: [Double]?) -> Quad? {
        guard let corners, corners.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point2D(x: corners[$0], y: corners[$0 + 1]) }
        guard let quad = try? Quad(corners: points), quad.isFinite, quad.isConvexClockwise else { return nil }
        return quad
    }
}

/// How a page's picture was merged from several, and the state of the captured one.
public struct FusionRecord: Hashable, Codable, Sendable {
    /// The width of the captured picture.
    public var width: Int
    public var height: Int
    /// The page's corners in the captured picture at the time of the merge, and the same corners in the merged one;
    /// `nil` if the whole picture was the page.
    public var corners: [Double]?
    public var madeCorners: [Double]?
    public var made: PageFusion

    public init(size: PixelSize, quad: Quad?, madeQuad: Quad?, made: PageFusion) {
        (width, height) = (size.width, size.height)
        corners = quad.map { $0.corners.flatMap { [$0.x, $0.y] } }
        madeCorners = madeQuad.map { $0.corners.flatMap { [$0.x, $0.y] } }
        self.made = made
    }

    public var quad: Quad? { PageRecord.quad(of: corners) }
    public var madeQuad: Quad? { PageRecord.quad(of: madeCorners) }
}

/// A document to store.
public struct NewDocument {
    public struct Page {
        /// Reads a PNG or JPEG file. The files of a document may exceed the available memory together.
        public var picture: () throws -> [UInt8]
        public var size: PixelSize
        public var quad: Quad?
        public var rotation: Rotation
        public var filter: Filter
        public var flattening: Flattening
        /// The corners of a page that was found, but not with certainty: the whole picture is the page for now.
        public var unsure: Quad?
        /// The captured picture, if the page's picture was merged from it and others.
        public var single: Single?

        /// A captured picture from which, together with others, a page's picture was merged.
        public struct Single {
            /// Reads a PNG or JPEG file.
            public var picture: () throws -> [UInt8]
            public var fusion: FusionRecord

            public init(reading picture: @escaping () throws -> [UInt8], _ fusion: FusionRecord) {
                (self.picture, self.fusion) = (picture, fusion)
            }
        }

        public init(
            picture: [UInt8], size: PixelSize, quad: Quad?, rotation: Rotation = .none, filter: Filter = .color,
            flattening: Flattening = .off
        ) {
            self.init(
                reading: { picture }, size: size, quad: quad, rotation: rotation, filter: filter, flattening: flattening
            )
        }

        public init(
            reading picture: @escaping () throws -> [UInt8], size: PixelSize, quad: Quad?, rotation: Rotation,
            filter: Filter, flattening: Flattening = .off
        ) {
            self.picture = picture
            self.size = size
            self.quad = quad
            self.rotation = rotation
            self.filter = filter
            self.flattening = flattening
        }
    }

    /// A file that comes in with the document.
    public struct Original {
        public var file: NewOriginal
        /// The indexes of its pages in the document.
        public var pages: Range<Int>

        public init(_ file: NewOriginal, pages: Range<Int>) { (self.file, self.pages) = (file, pages) }
    }

    public var title: String
    public var captured: Date
    /// The draft that it was scanned into. A draft becomes only one document, however often it is saved.
    public var draft: String?
    /// The keys of all pictures that the draft has had.
    public var keys: [String]
    public var source: ListFilter.Source
    public var pages: [Page]
    /// The files that the pages come from. Those of drafts are known already.
    public var originals: [Original]

    public init(
        title: String, captured: Date, draft: String? = nil, keys: [String] = [], source: ListFilter.Source = .scan,
        pages: [Page], originals: [Original] = []
    ) {
        self.title = title
        self.captured = captured
        self.draft = draft
        self.keys = keys
        self.source = source
        self.pages = pages
        self.originals = originals
    }
}

extension NewDocument.Page {
    func file() throws(StoreError) -> [UInt8] { try Self.read(picture) }

    func singleFile() throws(StoreError) -> [UInt8]? {
        try single.map { (single) throws(StoreError) in try Self.read(single.picture) }
    }

    private static func read(_ picture: () throws -> [UInt8]) throws(StoreError) -> [UInt8] {
        do { return try picture() } catch { throw .unreadable("a picture of the draft", reason: "\(error)") }
    }
}
