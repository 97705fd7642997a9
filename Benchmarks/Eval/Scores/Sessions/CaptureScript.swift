package import RectoCore
package import RectoPictures

/// What happens in a simulated session, and by which camera it is filmed: all that a seed decides before the scene.
package struct CaptureScript {
    /// A page's time in view, in seconds.
    package struct Appearance {
        /// From the end of one turn to the start of the next.
        package var shown: Range<Double>
        /// Within it, the time without a hand, a reflection or a lens that looks for its focus.
        package var still: Range<Double>
    }

    package private(set) var options = SceneStream.Options()
    package private(set) var pages: [Appearance] = []
    package let size: PixelSize
    package let framesPerSecond: Double

    package var end: Double { pages.last?.shown.upperBound ?? 0 }

    /// Seconds that a page lies still unless more is asked for, that turning it takes, and that events after the turn last.
    private static let lying = 1.7...2.5
    private static let turning = 0.4...0.8
    private static let handLeaves = 0.05...0.35
    private static let focusing = 0.2...0.5
    private static let mirroring = 0.3...0.8
    /// Seconds from which the hand is in view before a turn.
    private static let handComes = 0.15

    /// What makes a session harder than usual.
    package enum Trouble: String, CaseIterable, Sendable {
        /// The hand that holds the camera trembles.
        case tremor
        /// A pile is shown fast: each page for a second, and the next within a few frames.
        case haste
        /// The camera makes paper as bright as it can.
        case overexposure
    }

    private static let lyingInHaste = 0.9...1.3
    private static let turningInHaste = 0.1...0.3
    private static let tremor = 0.0008...0.0025
    private static let gain: ClosedRange<Float> = 1.5...3

    /// - Parameters:
    ///   - turns: How often a page is turned.
    ///   - longer: For so many seconds more than usual a page lies still.
    package init(seed: UInt64, turns: Int, longer: Double = 0, trouble: Trouble? = nil) throws {
        var generator = SeededGenerator(seed: seed)
        (size, framesPerSecond) = try Self.camera(&generator)
        options.motion = Bool.random(using: &generator) ? .held : .still
        // A blank page over another is no event that can be seen.
        options.scene.kind = PageKind.allCases.filter { $0 != .blank }.randomElement(using: &generator)
        add(trouble, &generator)
        let (lying, turning) =
            trouble == .haste ? (Self.lyingInHaste, Self.turningInHaste) : (Self.lying, Self.turning)
        var start = 0.0
        for turn in 0...turns {
            let isLast = turn == turns
            let settled = turn == 0 || trouble == .haste ? start : addEvents(after: start, &generator)
            let hasHand = Double.random(in: 0..<1, using: &generator) < 0.5 && trouble != .haste
            let end = settled + longer + .random(in: lying, using: &generator)
            let left = end + (hasHand ? Self.handComes : 0)
            pages.append(Appearance(shown: start..<left, still: settled..<end))
            guard !isLast else { break }
            start = left + .random(in: turning, using: &generator)
            options.pageTurns.append(left..<start)
            if hasHand { options.hands.append(end..<start + .random(in: Self.handLeaves, using: &generator)) }
        }
    }

    private mutating func add(_ trouble: Trouble?, _ generator: inout SeededGenerator) {
        switch trouble {
        case .tremor:
            options.motion = .held
            options.tremor = .random(in: Self.tremor, using: &generator)
        case .overexposure: options.gain = .random(in: Self.gain, using: &generator)
        case .haste, nil: break
        }
    }

    /// An hour, say, of a desk without a page, over which hands come and go.
    package init(emptyFor seconds: Double, seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        (size, framesPerSecond) = try Self.camera(&generator)
        options.motion = SceneStream.Options.Motion.allCases.randomElement(using: &generator) ?? .held
        options.scene.hasPage = false
        var time = 0.0
        let hasHands = Bool.random(using: &generator)
        while hasHands, time < seconds {
            let start = time + .random(in: 0.5...2, using: &generator)
            time = start + .random(in: 0.5...3, using: &generator)
            options.hands.append(start..<time)
        }
        pages = [Appearance(shown: 0..<seconds, still: seconds..<seconds)]
    }

    /// Half the cameras are slow and coarse; of the others one half is fast, one half fine.
    private static func camera(_ generator: inout SeededGenerator) throws -> (PixelSize, Double) {
        let (coarse, fine) = (try PixelSize(width: 640, height: 360), try PixelSize(width: 960, height: 540))
        return [(coarse, 15), (coarse, 15), (coarse, 30), (fine, 15)].randomElement(using: &generator) ?? (coarse, 15)
    }

    /// - Returns: When they are over.
    private mutating func addEvents(after turned: Double, _ generator: inout SeededGenerator) -> Double {
        var settled = turned
        if let hand = options.hands.last, hand.contains(turned) { settled = hand.upperBound }
        let draw = Double.random(in: 0..<1, using: &generator)
        if draw < 0.25 {
            let end = turned + .random(in: Self.focusing, using: &generator)
            options.refocusing.append(turned..<end)
            settled = max(settled, end)
        } else if draw < 0.35 {
            let end = settled + .random(in: Self.mirroring, using: &generator)
            options.glare.append(settled..<end)
            settled = end
        }
        return settled
    }
}
