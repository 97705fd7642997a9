import RectoCore

/// A check for obstacles to taking the page of a frame.
struct CaptureCheck {
    /// The first obstacle to remove; `nil` if the page may be taken.
    private(set) var obstacle: CaptureGuidance?
    /// Whether the page is well placed, still and sharp, so that the frame may be kept.
    private(set) var isKept = false
    /// How sure it is that this is a page, 0...1: the weight of the time in order.
    private(set) var sureness = 0.0

    /// What earlier frames have shown of the page.
    struct History {
        /// The confidence that the page must have, and the confidence at or above which it is certain.
        var minimumConfidence: Double
        var sureConfidence: Double
        /// Whether the page was still before, so that it may move a little more.
        var isHeld: Bool
        /// The best sharpness of the page's last frames.
        var bestSharpness: Float
        /// Whether those frames have been equally sharp for long enough that the lens will not improve.
        var isFocused: Bool
    }

    init(
        _ observation: CaptureObservation, _ stillness: PageStillness, _ history: History,
        _ parameters: AutoCapture.Parameters
    ) {
        guard let page = observation.page, page.confidence >= history.minimumConfidence else {
            obstacle = Self.obstacle(of: observation.page == nil ? observation.glimpse : nil)
            return
        }
        sureness = min(1, max(0, page.confidence - Self.doubt) / max(history.sureConfidence - Self.doubt, 0.01))
        if let place = Self.place(page, in: observation.size, parameters) {
            obstacle = place
            return
        }
        let isStill =
            stillness.since != nil
            && stillness.speed <= (history.isHeld ? parameters.movingSpeed : parameters.stillSpeed)
        isKept = isStill && Self.isSharp(observation.quality, history, parameters)
        obstacle = Self.show(page, observation.quality, parameters) ?? (isKept ? nil : .moving)
    }

    /// The obstacle if no page can be followed.
    private static func obstacle(of glimpse: PageGlimpse?) -> CaptureGuidance {
        switch glimpse {
        case .cut(let sides): obstacle(at: sides)
        case .fillsFrame: .tooClose
        case nil: .noDocument
        }
    }

    /// The obstacle if the frame cuts the page at some sides.
    private static func obstacle(at sides: PictureSides) -> CaptureGuidance {
        sides.isSuperset(of: [.left, .right]) || sides.isSuperset(of: [.top, .bottom]) ? .tooClose : .partlyOutside
    }

    /// The obstacle in the placement of the page, if any.
    private static func place(
        _ page: TrackedQuad, in size: PixelSize, _ parameters: AutoCapture.Parameters
    ) -> CaptureGuidance? {
        let (low, high) = page.quad.bounds
        let (width, height) = (Double(size.width), Double(size.height))
        let sides = PictureSides(cutting: page.quad, in: size, border: borderReach, beyond: outsideSlack)
        if !sides.isEmpty { return obstacle(at: sides) }
        if !page.occludedSides.isEmpty { return .partlyOutside }
        return max((high.x - low.x) / width, (high.y - low.y) / height) < parameters.minimumSpan ? .tooFar : nil
    }

    /// The distance from the frame's border below which a side lies on it, as a share of the frame's long side. It is
    /// small because pages within the frame may be a few pixels from its border.
    private static let borderReach = 0.0035
    /// How far corners may be outside the frame, as a share of its long side: about the precision of corners at the
    /// border, and losing less of a page does no harm.
    private static let outsideSlack = 0.01

    /// Confidence at which no time in order is long enough.
    private static let doubt = 0.25

    /// The obstacle in the light or the tilt of the page, if any.
    private static func show(
        _ page: TrackedQuad, _ quality: PageQuality?, _ parameters: AutoCapture.Parameters
    ) -> CaptureGuidance? {
        if let quality {
            // A dark page is dark even in good light, but its surroundings are not.
            let brightness = Double(max(quality.brightness, quality.surroundBrightness))
            if brightness < parameters.minimumBrightness { return .tooDark }
            if Double(quality.glareShare) > parameters.largestGlare { return .glare }
        }
        func ratio(_ side: Int) -> Double {
            func length(_ side: Int) -> Double { page.quad[side].distance(to: page.quad[(side + 1) & 3]) }
            let (a, b) = (length(side), length(side + 2))
            return min(a, b) / max(a, b)
        }
        return min(ratio(0), ratio(1)) < parameters.minimumSideRatio ? .tilted : nil
    }

    /// The share of the minimum high-frequency ratio that suffices once the lens will not improve.
    private static let softLens = 0.6

    private static func isSharp(
        _ quality: PageQuality?, _ history: History, _ parameters: AutoCapture.Parameters
    ) -> Bool {
        // A page without print is as sharp as its edges, and those were detected.
        guard let quality, let highFrequencyRatio = quality.highFrequencyRatio else { return true }
        return Double(highFrequencyRatio) >= (history.isFocused ? softLens : 1) * parameters.minimumHighFrequencyRatio
            && Double(quality.sharpness) >= parameters.minimumSharpness * Double(history.bestSharpness)
    }
}

extension Quad {
    /// The smallest and the largest coordinates of the corners.
    fileprivate var bounds: (low: Point2D, high: Point2D) {
        var (low, high) = (self[0], self[0])
        for corner in 1..<4 {
            low = Point2D(x: min(low.x, self[corner].x), y: min(low.y, self[corner].y))
            high = Point2D(x: max(high.x, self[corner].x), y: max(high.y, self[corner].y))
        }
        return (low, high)
    }
}
