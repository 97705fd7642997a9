import RectoCore
package import RectoVision

/// The analysis of a frame by a browser's engine, as JSON: the `CaptureObservation` of `recto.js`, without its
/// signature.
package struct LiveObservation: Decodable, Sendable {
    package struct Page: Decodable, Sendable {
        package let corners: [Point]
        package let velocity: [Point]
        package let confidence: Double
        package let occludedSides: UInt8
        package let identity: Int
        package let formerIdentity: Int?
        package let quality: Quality?
    }

    package struct Point: Decodable, Sendable {
        package let x: Double
        package let y: Double
    }

    package struct Quality: Decodable, Sendable {
        package let sharpness: Float
        package let highFrequencyRatio: Float?
        package let brightness: Float
        package let surroundBrightness: Float
        package let contrast: Float
        package let glareShare: Float
        package let parts: [UInt8]
    }

    package let width: Int
    package let height: Int
    package let page: Page?
    /// Whether the browser computed the page's signature, which may be missing.
    package let takesSignature: Bool
    /// The sides at which the frame cuts a page that cannot be followed, and whether one fills the frame.
    package let cutSides: UInt8?
    package let fillsFrame: Bool?
}

// Values from a browser are untrusted.
extension LiveObservation {
    /// - Parameter signature: The page's signature, which may be empty.
    /// - Returns: `nil` for invalid values.
    package func observation(at time: Duration, signature: ArraySlice<UInt8>) -> CaptureObservation? {
        let sides = LiveUplink.previewSides
        guard sides.contains(width), sides.contains(height), let size = try? PixelSize(width: width, height: height),
            takesSignature && page != nil || signature.isEmpty
        else { return nil }
        var observation = CaptureObservation(time: time, size: size)
        guard let page else {
            guard cutSides ?? 0 <= 15 else { return nil }
            let cut = PictureSides(rawValue: cutSides ?? 0)
            observation.glimpse = fillsFrame == true ? .fillsFrame : cut.isEmpty ? nil : .cut(cut)
            return observation
        }
        guard let tracked = page.tracked(in: size) else { return nil }
        observation.page = tracked
        if let quality = page.quality {
            guard let measured = quality.measured else { return nil }
            observation.quality = measured
        }
        if !signature.isEmpty {
            guard let signature = PageSignature(bytes: signature) else { return nil }
            observation.signature = signature
        }
        return observation
    }
}

extension LiveObservation.Page {
    /// The largest plausible distance of a tracked page's corner, in long sides of the frame, and its largest speed,
    /// in long sides per second.
    private static let (farthest, fastest) = (4.0, 1000.0)

    fileprivate func tracked(in size: PixelSize) -> TrackedQuad? {
        let side = Double(size.longSide)
        guard let quad = Self.quad(corners, upTo: Self.farthest * side), quad.isConvexClockwise,
            let velocity = Self.quad(velocity, upTo: Self.fastest * side), 0...1 ~= confidence
        else { return nil }
        var page = TrackedQuad(
            quad: quad, confidence: confidence, occludedSides: TrackedQuad.Sides(rawValue: occludedSides),
            velocity: velocity, identity: identity)
        page.formerIdentity = formerIdentity
        return page
    }

    private static func quad(_ points: [LiveObservation.Point], upTo limit: Double) -> Quad? {
        guard points.allSatisfy({ abs($0.x) <= limit && abs($0.y) <= limit }) else { return nil }
        return try? Quad(corners: points.map { Point2D(x: $0.x, y: $0.y) })
    }
}

extension LiveObservation.Quality {
    fileprivate var measured: PageQuality? {
        let (levels, shares): (ClosedRange<Float>, ClosedRange<Float>) = (0...255, 0...1)
        guard parts.count == SIMD64<UInt8>.scalarCount, sharpness.isFinite,
            highFrequencyRatio.map({ $0.isFinite }) ?? true, shares.contains(glareShare),
            [brightness, surroundBrightness, contrast].allSatisfy({ levels.contains($0) })
        else { return nil }
        return PageQuality(
            sharpness: sharpness, highFrequencyRatio: highFrequencyRatio, brightness: brightness,
            surroundBrightness: surroundBrightness, contrast: contrast, glareShare: glareShare, parts: SIMD64(parts))
    }
}
