import Foundation
import RectoCore
import RectoVision

/// The engine's observation of a frame in a browser, as JSON.
struct EngineMessage: Encodable {
    struct Page: Encodable {
        let corners: [Point]
        let velocity: [Point]
        let confidence: Double
        let occludedSides: UInt8
        let identity: Int
        let formerIdentity: Int?
        let quality: Quality?
    }

    struct Point: Encodable {
        let x: Double
        let y: Double
    }

    struct Quality: Encodable {
        let sharpness: Float
        let highFrequencyRatio: Float?
        let brightness: Float
        let surroundBrightness: Float
        let contrast: Float
        let glareShare: Float
        let parts: [UInt8]
    }

    let width: Int
    let height: Int
    let page: Page?
    let takesSignature: Bool
    let cutSides: UInt8
    let fillsFrame: Bool

    init(_ seen: CaptureObservation, takesSignature: Bool) {
        (width, height) = (seen.size.width, seen.size.height)
        page = seen.page.map { Page($0, seen.quality) }
        self.takesSignature = takesSignature
        fillsFrame = seen.glimpse == .fillsFrame
        if case .cut(let sides) = seen.glimpse { cutSides = sides.rawValue } else { cutSides = 0 }
    }

    var json: Data { get throws { try JSONEncoder().encode(self) } }
}

extension EngineMessage.Page {
    fileprivate init(_ page: TrackedQuad, _ quality: PageQuality?) {
        func points(_ quad: Quad) -> [EngineMessage.Point] { quad.corners.map { .init(x: $0.x, y: $0.y) } }
        (corners, velocity) = (points(page.quad), points(page.velocity))
        (confidence, occludedSides) = (page.confidence, page.occludedSides.rawValue)
        (identity, formerIdentity) = (page.identity, page.formerIdentity)
        self.quality = quality.map { EngineMessage.Quality($0) }
    }
}

extension EngineMessage.Quality {
    fileprivate init(_ quality: PageQuality) {
        (sharpness, highFrequencyRatio) = (quality.sharpness, quality.highFrequencyRatio)
        (brightness, surroundBrightness) = (quality.brightness, quality.surroundBrightness)
        (contrast, glareShare) = (quality.contrast, quality.glareShare)
        parts = (0..<64).map { quality.parts[$0] }
    }
}
