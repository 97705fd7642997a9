/// What one frame shows.
public struct OnboardingObservation: Sendable {
    /// A code that was found and not decoded.
    public struct Located: Hashable, Sendable {
        /// Side of a module in pixels of the frame; nothing where it is not known.
        public var modulePixels: Double?

        public init(modulePixels: Double? = nil) { self.modulePixels = modulePixels }
    }

    /// When the frame was taken, by a clock that does not go back. Frames of one and the same time count as one.
    public var time: Duration
    /// All that were decoded in it, within the alignment guide if there is one.
    public var codes: [ScannedCode]
    /// All that were found and not decoded.
    public var located: [Located]

    public init(time: Duration, codes: [ScannedCode] = [], located: [Located] = []) {
        self.time = time
        self.codes = codes
        self.located = located
    }
}
