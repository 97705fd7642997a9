public import RectoCore

/// Projects annotations from the anchor's picture to the camera's.
public struct MarkerProjection: Hashable, Sendable {
    /// A marker in a frame.
    public struct Marker: Hashable, Codable, Sendable {
        /// Relative to the frame's size.
        public let x: Double
        public let y: Double
        /// Whether it lies in the visible area. Other markers are hidden.
        public let isVisible: Bool
    }

    /// From relative coordinates on the anchor to pixels of the frame.
    private let map: Homography
    private let size: PixelSize
    private let visible: VisibleArea

    /// - Parameters:
    ///   - corners: The anchor's corners in the frame, clockwise from its own top-left.
    ///   - visible: The visible area of the frame.
    /// - Returns: `nil` if the corners have no homography.
    public init?(corners: Quad, in size: PixelSize, visible: VisibleArea) {
        guard let map = Homography(unitSquareTo: corners) else { return nil }
        self.map = map
        self.size = size
        self.visible = visible
    }

    public func marker(at place: AnnotationPlace) -> Marker {
        let point = map.map(place.point)
        let (x, y) = (point.x / Double(size.width), point.y / Double(size.height))
        guard x.isFinite, y.isFinite else { return Marker(x: 0, y: 0, isVisible: false) }
        return Marker(x: x, y: y, isVisible: visible.contains(x: x, y: y))
    }

    /// The anchor's middle.
    public var middle: Marker { marker(at: .middle) }
}

/// The part of a frame that is visible in a view which the frame covers.
public struct VisibleArea: Hashable, Sendable {
    /// The share of the frame's width and height that is cut off on each side.
    public let cutX: Double
    public let cutY: Double

    public static let all = VisibleArea(cutX: 0, cutY: 0)

    /// - Parameter aspect: The view's width divided by its height. An invalid value shows the whole frame.
    public init(of frame: PixelSize, aspect: Double) {
        let frameAspect = Double(frame.width) / Double(frame.height)
        guard aspect.isFinite, aspect > 0 else {
            self = .all
            return
        }
        self.init(
            cutX: max(0, (1 - aspect / frameAspect) / 2), cutY: max(0, (1 - frameAspect / aspect) / 2))
    }

    private init(cutX: Double, cutY: Double) {
        self.cutX = cutX
        self.cutY = cutY
    }

    public func contains(x: Double, y: Double) -> Bool { cutX...1 - cutX ~= x && cutY...1 - cutY ~= y }
}
