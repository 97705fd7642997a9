public import FoundationEssentials
public import Recto
public import RectoCore
public import RectoVision
public import StationRules

/// A document of the library.
public struct DocumentRecord: Hashable, Codable, Identifiable, Sendable {
    public let id: Int64
    public var title: String
    /// When it came.
    public let captured: Date
    public var changed: Date
    public let pages: Int
    public let folder: Int64?
    public let type: Int64?
    public let correspondent: Int64?
    /// The date that is written on it.
    public let date: Day?
    public let due: Day?
    /// It is to be kept until this day.
    public let retained: Day?
    public let state: ListFilter.ReviewState
    public let source: ListFilter.Source
    /// Who added it.
    public let person: Int64
    /// Who alone sees it; `nil` if all do.
    public let owner: Int64?
    /// The number on the paper, where papers are filed by numbers.
    public let serial: Int?
    /// The place of the map that it is in.
    public let place: Int64?
    /// When it was moved to the trash.
    public let trashed: Date?
    /// Grows by one with each change.
    public let version: Int
}

/// A page of a document: its original picture and its render options.
public struct PageRecord: Hashable, Codable, Sendable {
    /// The picture: a PNG or JPEG file.
    public var original: BlobName
    /// The picture's size.
    public var width: Int
    public var height: Int
    /// Eight coordinates, x and y in turn, clockwise from the page's top-left; `nil` if the whole picture is the page.
    public var corners: [Double]?
    public var rotation: Rotation
    public var filter: Filter
    /// Whether the page is made flat where it is bent.
    public var flattening: Flattening
    /// The picture that the page came with, where its own was made of that and of others.
    public var single: BlobName?
    /// How it was made then.
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

    /// Exports of earlier versions do not say whether pages are made flat: none was.
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

    /// How the page is to look.
    public var renderOptions: RenderOptions {
        var options = RenderOptions(filter: filter, rotation: rotation)
        options.flattening = flattening
        return options
    }

    /// How the page looks, as a text: of pages that are not made flat the one that earlier versions have kept.
    public var lookText: String {
        "\(rotation.rawValue) \(filter.rawValue)" + (flattening == .off ? "" : " \(flattening.rawValue)")
    }

    /// The corners as they stand in the database.
    var cornersText: String? {
        get throws { try Self.json(corners) }
    }

    /// How the page's picture was made of several, as it stands in the database.
    var fusionText: String? {
        get throws { try Self.json(fusion) }
    }

    private static func json(_ value: (some Encodable)?) throws -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try value.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    }

    /// The files that show the page.
    var files: [BlobName] { [original] + (single.map { [$0] } ?? []) }

    /// `nil` if the page has none, or if the stored corners are not a convex quad.
    public var quad: Quad? { Self.quad(of: corners) }

    /// - Parameter corners: As ``corners``, which may come from elsewhere.
    public static func quad(of corners: [Double]?) -> Quad? {
        guard let corners, corners.count == 8 else { return nil }
        let points = stride(from: 0, to: 8, by: 2).map { Point2D(x: corners[$0], y: corners[$0 + 1]) }
        guard let quad = try? Quad(corners: points), quad.isFinite, quad.isConvexClockwise else { return nil }
        return quad
    }
}

/// How a page's picture was made of several, and what is known of the one of them that the page came with.
public struct FusionRecord: Hashable, Codable, Sendable {
    /// The size of the picture that the page came with.
    public var width: Int
    public var height: Int
    /// The page's corners in it when the page's picture was made, and the same corners in that; `nil` if the whole picture was the
    /// page.
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
        /// Reads a PNG or JPEG file. The files of a document may be more than the memory holds at once.
        public var picture: () throws -> [UInt8]
        public var size: PixelSize
        public var quad: Quad?
        public var rotation: Rotation
        public var filter: Filter
        public var flattening: Flattening
        /// The picture that the page came with, where its own was made of that and of others.
        public var single: Single?

        /// A picture of which, and of others, a page's was made.
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

    public var title: String
    public var captured: Date
    /// The draft that it was scanned into. A draft becomes one document, however often it is saved.
    public var draft: String?
    /// Of all pictures that the draft has had.
    public var keys: [String]
    public var source: ListFilter.Source
    public var pages: [Page]

    public init(
        title: String, captured: Date, draft: String? = nil, keys: [String] = [], source: ListFilter.Source = .scan,
        pages: [Page]
    ) {
        self.title = title
        self.captured = captured
        self.draft = draft
        self.keys = keys
        self.source = source
        self.pages = pages
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
