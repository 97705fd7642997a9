import Foundation
import RectoCore
import RectoPictures
import RectoVision

extension GrayImage {
    /// A drawn page of text.
    static func drawnPage(pixelsPerMillimeter: Double = 150 / 25.4) throws -> GrayImage {
        let page = try PageComposer().compose(
            seed: SceneComposer.tuningSeeds.lowerBound + 7, kind: .letter, format: .a5,
            pixelsPerMillimetre: pixelsPerMillimeter)
        return GrayImage(lumaOf: page.image)
    }

    /// A scan of a page without visible edges, its lines falling to the right by an angle.
    func skewed(byDegrees degrees: Double) -> GrayImage {
        var image = GrayImage(size: size)
        let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
        withView { source in
            image.withMutableView { target in
                for y in 0..<target.height {
                    for x in 0..<target.width {
                        let (u, v) = (Double(x - width / 2), Double(y - height / 2))
                        let column = Int((cosine * u + sine * v).rounded()) + width / 2
                        let row = Int((cosine * v - sine * u).rounded()) + height / 2
                        let isInside = 0..<width ~= column && 0..<height ~= row
                        target.row(y)[x] = isInside ? source.row(row)[column] : 255
                    }
                }
            }
        }
        return image
    }
}
