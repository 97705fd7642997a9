public import RectoVision

/// How a page is to look, apart from where it is in its picture.
public struct RenderOptions: Hashable, Codable, Sendable {
    public var filter: Filter
    /// How the page is turned after it has been cut out of the picture.
    public var rotation: Rotation
    /// What is known of the paper.
    public var paper: PaperChoice
    /// Pixels per inch of paper; `nil` to keep the picture's own resolution.
    public var dotsPerInch: Double?
    /// Whether the page is made flat if it is bent.
    public var flattening = Flattening.off
    #if !hasFeature(Embedded)
        /// Whether fingers at the margins of a page that is made flat become paper where nothing that can be read is lost.
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
