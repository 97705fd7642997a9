public import RectoCore
internal import RectoKernels
internal import RectoVision

/// Recognizes the anchors of a database in pictures and locates them.
///
/// Points of the picture are matched with the points of an anchor's views. Each match proposes an affine map, and the
/// maps that most matches agree with are refitted. The pixels decide: patches of the anchor are compared with the
/// picture at the places where a pose puts them.
public struct AnchorMatcher: Sendable {
    public struct Parameters: Hashable, Sendable {
        /// Long side in pixels of the picture in which points are detected, `160...2048`. Default 640: smaller is
        /// faster and finds fewer small anchors.
        public var workingSide = 640
        /// Long side in pixels of the picture in which patches are searched, at least ``workingSide``, up to 4096.
        /// Default 1280.
        public var refinementSide = 1280
        /// Number of points of a picture, `100...5000`. Default 1,000.
        public var pointCount = 1000
        /// Number of anchors searched for in a picture, `1...1000`: those ranked highest by the picture's strongest
        /// points. Default 3. If none of them is found, six times as many are searched for, ranked by all points; each
        /// takes about half a millisecond. Once one is found, up to twice as many with nearly as high a rank are
        /// searched for.
        public var candidates = 3
        /// Whether to search for the outline of a page that may be an anchor if points find no anchor. Default true:
        /// text and anchors with little detail are often found this way. It takes a few milliseconds more for pictures
        /// without an anchor.
        public var searchesOutlines = true
        /// Maximum number of anchors reported per picture, `1...1000`. Default 20.
        public var limit = 20
        /// Whether to report anchors that overlap more certain ones. Default false: where one of two similar anchors
        /// lies, both are recognized.
        public var reportsOverlapping = false
        public init() {}
    }

    public let parameters: Parameters
    public let database: AnchorDatabase
    /// Index used if there are more anchors than candidates.
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

    /// - Parameter picture: A picture of luminance.
    /// - Returns: The anchors in the picture, the most certain first, each at most once.
    public mutating func match(_ picture: GrayView) -> [AnchorMatch] {
        match(picture, fallbacks: [.morePoints, .outlines])
    }

    /// Searches made if the first one finds no anchor. Each takes about as long as the first.
    package struct FallbackSearches: OptionSet, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// More points, and poses grown from single matches.
        package static let morePoints = FallbackSearches(rawValue: 1)
        /// Outlines of pages, if ``Parameters/searchesOutlines`` is set.
        package static let outlines = FallbackSearches(rawValue: 2)
    }

    package mutating func match(_ picture: GrayView, fallbacks: FallbackSearches) -> [AnchorMatch] {
        pipeline.own().match(picture, database, index, parameters, fallbacks: fallbacks)
    }
}

/// An anchor recognized in a picture.
public struct AnchorMatch: Hashable, Sendable {
    public let anchor: Anchor
    /// Index of the anchor in its database.
    public let index: Int
    /// The map from the anchor's pixels to the picture's.
    public let homography: Homography
    /// Number of the anchor's distinct patches, which differ from all other places nearby, that the picture confirms,
    /// and number of those that could be visible in it.
    public let inliers: Int
    public let visible: Int
    /// Mean correlation of the visible patches with the picture at their places, `0...1`.
    public let correlation: Double

    /// The anchor's corners in the picture, clockwise from the anchor's top-left.
    public var corners: Quad { homography.corners(of: anchor.size) }
}
