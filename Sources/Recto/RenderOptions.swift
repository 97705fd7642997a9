public import RectoVision

/// How a page is rendered, apart from its corners.
public struct RenderOptions: Hashable, Codable, Sendable {
    public var filter: Filter
    /// How the page is rotated after it has been cropped.
    public var rotation: Rotation
    /// What is known about the paper.
    public var paper: PaperChoice
    /// Pixels per inch of paper; `nil` to keep the picture's resolution.
    public var dotsPerInch: Double?
    /// Whether a bent page is flattened.
    public var flattening = Flattening.off
    #if !hasFeature(Embedded)
        /// Whether fingers at the margins of a flattened page are replaced with paper where they hide nothing
        /// legible.
        public var fillsFingers = true
    #endif

    public init(
        filter: Filter = .color, rotation: Rotation = .none, paper: PaperChoice = .automatic, dotsPerInch: Double? = nil
    ) {
        self.filter = filter
        self.rotation = rotation
        self.paper = paper
        self.dotsPerInch = dotsPerInch
    }
}
