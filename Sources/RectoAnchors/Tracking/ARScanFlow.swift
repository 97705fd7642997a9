public import RectoCore

/// The steps of a scan that leads to an augmented view: coaching, scanning, matched, experience.
///
/// A value without a clock or pixels: it is fed with what each frame shows of the wanted anchor and when the frame was taken,
/// and with what the user asks for. Times are not trusted: a clock that stands still or goes back adds no time, and one that
/// leaps counts as a pause.
public struct ARScanFlow: Sendable {
    public enum State: Hashable, Sendable {
        /// Instructions and the anchor's picture cover the camera's; a button begins, or, once the scan has begun, returns to it.
        case coaching(isFirst: Bool)
        /// The camera's picture with the scan guide, and a small picture of the anchor.
        case scanning(Hint)
        /// The indicator of a match, on the anchor.
        case matched
        /// What the scan was for.
        case experience
    }

    /// What helps the user who scans.
    public enum Hint: Hashable, Sendable {
        /// The anchor is not in view.
        case lookForAnchor
        /// It is too small in the picture.
        case comeCloser
        /// It is recognised; a moment longer.
        case holdSteady
    }

    /// What the user asks for.
    public enum Action: Hashable, Sendable {
        /// Begin or return to the scan.
        case scan
        /// Show the instructions, from the scan.
        case coach
        /// Scan anew, from any state.
        case restart
    }

    /// What a frame shows of the anchor.
    public struct Observation: Hashable, Sendable {
        public var time: Duration
        /// Its corners in the frame; `nil` if it is not seen.
        public var corners: Quad?
        public var frameSize: PixelSize

        public init(time: Duration, corners: Quad?, frameSize: PixelSize) {
            self.time = time
            self.corners = corners
            self.frameSize = frameSize
        }
    }

    public struct Parameters: Hashable, Sendable {
        /// For how long the anchor is seen before it counts as matched, `0...10` seconds. Default 0.25: more than a frame or
        /// two in which something is mistaken for it.
        public var dwell = 0.25
        /// For how long the match is shown before the experience begins, `0...10` seconds. Default 1.2: a couple of beats.
        public var beat = 1.2
        /// For how long the anchor may be out of sight without being gone, `0...10` seconds. Default 0.5.
        public var absence = 0.5
        /// Share of the frame that the anchor covers at least, `0...1`. Default 0.02: markers on a smaller one tremble.
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
    /// Whether the anchor was seen lately: in the experience, whether markers have something to hang on.
    public private(set) var isSeen = false

    private var lastTime: Duration?
    /// Seconds that have added up.
    private var now = 0.0
    private var lastSeen = -Double.infinity
    /// Since when the anchor is seen large enough without a longer break, and since when the state is shown.
    private var steadySince: Double?
    private var shownSince = 0.0

    /// Seconds that a leap of the clock counts as.
    private static let longestStep = 60.0

    /// - Throws: ``ParameterError`` if a field is outside its range.
    public init(_ parameters: Parameters = Parameters()) throws(ParameterError) {
        try parameters.validate()
        self.parameters = parameters
    }

    /// Does what the user asks for, where the state allows it.
    public mutating func perform(_ action: Action) {
        switch (action, state) {
        case (.scan, .coaching), (.restart, _):
            (steadySince, lastSeen, isSeen) = (nil, -.infinity, false)
            enter(.scanning(.lookForAnchor))
        case (.coach, .scanning): enter(.coaching(isFirst: false))
        default: break
        }
    }

    /// Advances by what the next frame shows.
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
        // It must be in this frame, to have something to hang the indicator on.
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
        // Times as far apart as may be have a difference that is no duration.
        now += min(time.inSeconds - lastTime.inSeconds, Self.longestStep)
    }
}
