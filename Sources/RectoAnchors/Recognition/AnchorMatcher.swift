public import RectoCore
internal import RectoKernels
internal import RectoVision

/// Recognises the anchors of a database in pictures, and where they lie.
///
/// Points of the picture are matched with the points of an anchor's views. Each match proposes an affine map; the maps that most
/// matches agree with are refitted. The pixels decide: patches of the anchor are compared with what the picture has where a pose
/// puts them.
public struct AnchorMatcher: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Long side of the picture in which points are looked for, in pixels, `160...2048`. Default 640: smaller is faster
        /// and finds fewer small anchors.
        public var workingSide = 640
        /// Long side of the picture in which patches are looked for, in pixels, at least ``workingSide``, up to 4096.
        /// Default 1280.
        public var refinementSide = 1280
        /// Points of a picture, `100...5000`. Default 1,000.
        public var pointCount = 1000
        /// Anchors that are searched for in a picture: those that rank highest by the picture's strongest points, `1...1000`.
        /// Default 3. If none of them is found, six times as many are searched for that rank highest by all points; each takes
        /// about half a millisecond. Once one is found, up to twice as many are searched for whose rank is nearly as high.
        public var candidates = 3
        /// Whether a picture in which no anchor is found by its points is searched for the outline of a page that may be one.
        /// Default yes: text and anchors with little on them are often found so. It takes a few milliseconds more for pictures
        /// without an anchor.
        public var searchesOutlines = true
        /// Anchors that are reported of a picture at most, `1...1000`. Default 20.
        public var limit = 20
        /// Whether anchors are reported that lie over surer ones. Default no: two anchors that are alike are both recognised
        /// where one of them is.
        public var reportsOverlapping = false
        public init() {}
    }

    public let parameters: Parameters
    public let database: AnchorDatabase
    /// Where there are more anchors than candidates.
    private let index: AnchorIndex?
    private var pipeline = Scratch(RecognitionPipeline())

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ database: AnchorDatabase, _ parameters: Parameters = Parameters()) throws(ParameterError) {
        try checkParameter("workingSide", parameters.workingSide, 160...2048)
        try checkParameter("refinementSide", parameters.refinementSide, parameters.workingSide...4096)
        try checkParameter("pointCount", parameters.pointCount, 100...5000)
        try checkParameter("candidates", parameters.candidates, 1...1000)
        try checkParameter("limit", parameters.limit, 1...1000)
        self.parameters = parameters
        self.database = database
        index = database.anchors.count > parameters.candidates ? AnchorIndex(database) : nil
    }

    /// - Parameter picture: Luminance.
    /// - Returns: The anchors that the picture shows, the surest first; each at most once.
    public mutating func match(_ picture: GrayView) -> [AnchorMatch] {
        match(picture, fallbacks: [.morePoints, .outlines])
    }

    /// What else is searched by if the first search finds no anchor: either takes about as long again.
    package struct FallbackSearches: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// More points, and poses grown from single matches.
        package static let morePoints = FallbackSearches(rawValue: 1)
        /// Outlines of pages, if ``Parameters/searchesOutlines`` says so.
        package static let outlines = FallbackSearches(rawValue: 2)
    }

    package mutating func match(_ picture: GrayView, fallbacks: FallbackSearches) -> [AnchorMatch] {
        pipeline.own().match(picture, database, index, parameters, fallbacks: fallbacks)
    }
}

/// An anchor that was recognised in a picture.
public struct AnchorMatch: Hashable, Sendable {
    public let anchor: Anchor
    /// Of the anchor in its database.
    public let index: Int
    /// From the anchor's pixels to the picture's.
    public let homography: Homography
    /// Distinct patches of the anchor, which are unlike all other places near by, that the picture confirms; and those that
    /// could be seen in it.
    public let inliers: Int
    public let visible: Int
    /// Mean correlation of the visible patches with what the picture has at their place, `0...1`.
    public let correlation: Double

    /// The anchor's corners in the picture, clockwise from its own top-left.
    public var corners: Quad { homography.corners(of: anchor.size) }
}
