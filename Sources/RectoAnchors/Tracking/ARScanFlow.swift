public import RectoCore

/// The steps of a scan that starts an augmented view: coaching, scanning, matched, experience.
///
/// A value without a clock or pixels. Its input is what each frame shows of the wanted anchor, the time of the frame,
/// and the user's actions. Times are not trusted: a clock that stops or runs backward adds no time, and a large jump
/// counts as a pause.
public struct ARScanFlow: Sendable {
    public enum State: Hashable, Sendable {
        /// Instructions and the anchor's picture cover the camera's picture. A button begins the scan or, once it has
        /// begun, returns to it.
        case coaching(isFirst: Bool)
        /// The camera's picture with the scan guide and a small picture of the anchor.
        case scanning(Hint)
        /// The indicator of a match, on the anchor.
        case matched
        /// The content that the scan starts.
        case experience
    }

    /// A hint for the scanning user.
    public enum Hint: Hashable, Sendable {
        /// The anchor is not in view.
        case lookForAnchor
        /// The anchor is too small in the picture.
        case comeCloser
        /// The anchor is recognized and must be held a moment longer.
        case holdSteady
    }

    /// An action of the user.
    public enum Action: Hashable, Sendable {
        /// Begins or returns to the scan.
        case scan
        /// Shows the instructions during the scan.
        case coach
        /// Restarts the scan from any state.
        case restart
    }

    /// A frame's view of the anchor.
    public struct Observation: Hashable, Sendable {
        public var time: Duration
        /// The anchor's corners in the frame; `nil` if it is not seen.
        public var corners: Quad?
        public var frameSize: PixelSize

        public init(time: Duration, corners: Quad?, frameSize: PixelSize) {
            self.time = time
            self.corners = corners
            self.frameSize = frameSize
        }
    }

    public struct Parameters: Hashable, Sendable {
        /// How long the anchor must be seen before it counts as matched, `0...10` seconds. Default 0.25: longer than
        /// the one or two frames of a false match.
        public var dwell = 0.25
        /// How long the match is shown before the experience begins, `0...10` seconds. Default 1.2: a couple of beats.
        public var beat = 1.2
        /// How long the anchor may be out of sight before it counts as gone, `0...10` seconds. Default 0.5.
        public var absence = 0.5
        /// Smallest share of the frame that the anchor must cover, `0...1`. Default 0.02: markers on a smaller anchor
        /// jitter.
        public var minimumArea = 0.02

        public init() {}

        func validate() throws(ParameterError) {
            try checkParameter("dwell", dwell, 0...10)
            try checkParameter("beat", beat, 0...10)
            try checkParameter("absence", absence, 0...10)
            try checkParameter("minimumArea", minimumArea, 0...1)
        }
    }

    public let parameters: Parameters
    public private(set) var state = State.coaching(isFirst: true)
    /// Whether the anchor was seen recently. In the experience: whether markers have an anchor to attach to.
    public private(set) var isSeen = false

    private var lastTime: Duration?
    /// Accumulated seconds.
    private var now = 0.0
    private var lastSeen = -Double.infinity
    /// Time since which the anchor is seen large enough without a longer break, and time since which the state is
    /// shown.
    private var steadySince: Double?
    private var shownSince = 0.0

    /// Maximum number of seconds that a jump of the clock counts as.
    private static let longestStep = 60.0

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
    }

    /// Performs an action of the user, if the state allows it.
    public mutating func perform(_ action: Action) {
        switch (action, state) {
        case (.scan, .coaching), (.restart, _):
            (steadySince, lastSeen, isSeen) = (nil, -.infinity, false)
            enter(.scanning(.lookForAnchor))
        case (.coach, .scanning): enter(.coaching(isFirst: false))
        default: break
        }
    }

    /// Advances the flow with the next frame.
    public mutating func observe(_ observation: Observation) -> State {
        advance(to: observation.time)
        let area = observation.corners.map { $0.isFinite ? $0.area : 0 } ?? 0
        if area > 0 { lastSeen = now }
        isSeen = now - lastSeen <= parameters.absence
        let isLarge = area >= parameters.minimumArea * Double(observation.frameSize.area)
        switch state {
        case .coaching, .experience: break
        case .scanning: scan(isInView: area > 0, isLarge: isLarge)
        case .matched:
            if !isSeen {
                steadySince = nil
                enter(.scanning(.lookForAnchor))
            } else if now - shownSince >= parameters.beat {
                enter(.experience)
            }
        }
        return state
    }

    private mutating func scan(isInView: Bool, isLarge: Bool) {
        if !isSeen || isInView && !isLarge { steadySince = nil }
        if isLarge { steadySince = steadySince ?? now }
        guard let since = steadySince else {
            enter(.scanning(isSeen ? .comeCloser : .lookForAnchor))
            return
        }
        // The indicator needs the anchor in this frame.
        enter(isLarge && now - since >= parameters.dwell ? .matched : .scanning(.holdSteady))
    }

    private mutating func enter(_ next: State) {
        guard next != state else { return }
        state = next
        shownSince = now
    }

    private mutating func advance(to time: Duration) {
        defer { lastTime = time }
        guard let lastTime, time > lastTime else { return }
        // The difference of two extreme times may not fit a duration.
        now += min(time.inSeconds - lastTime.inSeconds, Self.longestStep)
    }
}
