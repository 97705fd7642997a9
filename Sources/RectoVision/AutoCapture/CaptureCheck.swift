import RectoCore

/// What speaks against taking the page of a frame.
struct CaptureCheck {
    /// What is to be mended first; nothing if the page may be taken.
    private(set) var obstacle: CaptureGuidance?
    /// Whether the page is held still.
    let isStill: Bool
    /// Whether a page that is about to be taken still may be.
    private(set) var isKept = false
    /// Whether the obstacle is one with which the page is taken after all, when it has been still for long.
    private(set) var isTakenInTime = false
    /// Whether the frame may be the one that is kept.
    var isUsable: Bool { isKept }

    /// - Parameters:
    ///   - speed: Of the corners, in roots of the page's area a second.
    ///   - isSteadying: Whether the page was still before: then it may move a little more.
    ///   - bestSharpness: Of the page's last frames.
    init(
        _ observation: CaptureObservation, speed: Double, isSteadying: Bool, _ bestSharpness: Float,
        _ parameters: AutoCapture.Parameters
    ) {
        isStill = speed < parameters.movingSpeed
        guard let page = observation.page, page.confidence >= parameters.keptConfidence else {
            obstacle = .noDocument
            return
        }
        if let hard = Self.place(page, in: observation.size, parameters) {
            obstacle = hard
            return
        }
        let isSharp = Self.isSharp(observation.quality, bestSharpness, parameters)
        isKept = isStill && isSharp
        if let soft = Self.show(page, observation.quality, parameters) {
            isTakenInTime = true
            obstacle = soft
        } else if speed > (isSteadying ? parameters.movingSpeed : parameters.stillSpeed) || !isSharp {
            obstacle = .moving
        } else if page.confidence < parameters.leastConfidence, !isSteadying {
            obstacle = .noDocument
        }
    }

    /// What is wrong with where the page is.
    private static func place(
        _ page: TrackedQuad, in size: PixelSize, _ parameters: AutoCapture.Parameters
    ) -> CaptureGuidance? {
        let corners = page.quad.corners
        let (width, height) = (Double(size.width), Double(size.height))
        let slack = 0.004 * Double(size.longSide)
        let isLeft = corners.contains { $0.x < -slack }
        let isRight = corners.contains { $0.x > width + slack }
        let isAbove = corners.contains { $0.y < -slack }
        let isBelow = corners.contains { $0.y > height + slack }
        if (isLeft && isRight) || (isAbove && isBelow) { return .tooClose }
        if isLeft || isRight || isAbove || isBelow || !page.occludedSides.isEmpty { return .partlyOutside }
        let spanX = (corners.map(\.x).max() ?? 0) - (corners.map(\.x).min() ?? 0)
        let spanY = (corners.map(\.y).max() ?? 0) - (corners.map(\.y).min() ?? 0)
        return max(spanX / width, spanY / height) < parameters.leastSpan ? .tooFar : nil
    }

    /// What is wrong with how the page shows.
    private static func show(
        _ page: TrackedQuad, _ quality: PageQuality?, _ parameters: AutoCapture.Parameters
    ) -> CaptureGuidance? {
        if let quality {
            if Double(quality.brightness) < parameters.leastBrightness { return .tooDark }
            if Double(quality.glareShare) > parameters.largestGlare { return .glare }
        }
        let sides = (0..<4).map { page.quad[$0].distance(to: page.quad[($0 + 1) & 3]) }
        let ratio = min(
            min(sides[0], sides[2]) / max(sides[0], sides[2]), min(sides[1], sides[3]) / max(sides[1], sides[3]))
        return ratio < parameters.leastSideRatio ? .tilted : nil
    }

    private static func isSharp(
        _ quality: PageQuality?, _ bestSharpness: Float, _ parameters: AutoCapture.Parameters
    ) -> Bool {
        // A page without print is as sharp as its edges, which have been found.
        guard let quality, let fineness = quality.fineness else { return true }
        return Double(fineness) >= parameters.leastFineness
            && Double(quality.sharpness) >= parameters.leastSharpness * Double(bestSharpness)
    }
}
