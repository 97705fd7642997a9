import RectoCore
import RectoVision
import StationServer

/// What the engine says in a browser.
extension LiveObservation {
    init(_ seen: CaptureObservation, takesSignature: Bool) {
        self.init(
            width: seen.size.width, height: seen.size.height, page: seen.page.map { Page($0, seen.quality) },
            takesSignature: takesSignature)
    }
}

extension LiveObservation.Page {
    fileprivate init(_ page: TrackedQuad, _ quality: PageQuality?) {
        func points(_ quad: Quad) -> [LiveObservation.Point] { quad.corners.map { .init(x: $0.x, y: $0.y) } }
        self.init(
            corners: points(page.quad), velocity: points(page.velocity), confidence: page.confidence,
            occludedSides: page.occludedSides.rawValue, identity: page.identity, formerIdentity: page.formerIdentity,
            quality: quality.map { LiveObservation.Quality($0) })
    }
}

extension LiveObservation.Quality {
    fileprivate init(_ quality: PageQuality) {
        self.init(
            sharpness: quality.sharpness, highFrequencyRatio: quality.highFrequencyRatio,
            brightness: quality.brightness, surroundBrightness: quality.surroundBrightness, contrast: quality.contrast,
            glareShare: quality.glareShare, parts: (0..<64).map { quality.parts[$0] })
    }
}
