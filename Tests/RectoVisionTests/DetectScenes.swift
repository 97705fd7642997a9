import Foundation
import RectoCore

/// Small drawn scenes with exactly known corners.
enum DetectScenes {
    /// A bright quad on a dark background; each pixel's light is its share covered by the quad (16 × 16 samples).
    static func quad(_ quad: Quad, size: PixelSize, inside: UInt8 = 220, outside: UInt8 = 60) -> GrayImage {
        var image = GrayImage(size: size)
        image.withMutableView { view in
            for y in 0..<view.height {
                for x in 0..<view.width {
                    let share = coverage(of: quad, x: x, y: y)
                    view.row(y)[x] = code(light(outside) + share * (light(inside) - light(outside)))
                }
            }
        }
        return image
    }

    /// The light of an sRGB code, 0…1.
    private static func light(_ code: UInt8) -> Double {
        let value = Double(code) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private static func code(_ light: Double) -> UInt8 {
        UInt8((255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
    }

    /// The share of a pixel inside a convex clockwise quad.
    private static func coverage(of quad: Quad, x: Int, y: Int) -> Double {
        let center = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
        // Signed distances to the sides, positive inside: far from all of them no samples are needed.
        let distances = (0..<4).map { side in
            let direction = quad[(side + 1) & 3] - quad[side]
            return direction.cross(center - quad[side]) / direction.length
        }
        let nearest = distances.min() ?? 0
        if nearest > 1 { return 1 }
        if nearest < -1 { return 0 }
        var inside = 0
        for j in 0..<16 {
            for i in 0..<16 {
                let point = Point2D(x: Double(x) + (Double(i) + 0.5) / 16, y: Double(y) + (Double(j) + 0.5) / 16)
                let holds = (0..<4).allSatisfy { (quad[($0 + 1) & 3] - quad[$0]).cross(point - quad[$0]) >= 0 }
                inside += holds ? 1 : 0
            }
        }
        return Double(inside) / 256
    }

    static let tilted = Quad(
        topLeft: Point2D(x: 160.3, y: 90.7), topRight: Point2D(x: 470.9, y: 120.2),
        bottomRight: Point2D(x: 500.4, y: 400.6), bottomLeft: Point2D(x: 120.8, y: 380.1))
}
