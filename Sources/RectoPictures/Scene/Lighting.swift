import RectoCore

/// The light that falls on a scene, as seen in the picture.
struct Lighting {
    /// Soft shapes that darken the picture: outline, blur in pixels, share of light removed.
    struct Shadow {
        let path: Path
        let radius: Double
        let strength: Float
    }

    /// Share by which light falls from one side of the picture to the other.
    let slope: Float
    let slopeDirection: Point2D
    let shadows: [Shadow]
    /// A glossy spot: center, radii in pixels, light added at its center.
    let glare: (center: Point2D, radii: Point2D, angle: Double, strength: Float)?

    init(_ generator: inout SeededGenerator, size: PixelSize, around center: Point2D) {
        let long = Double(size.longSide)
        slope = Float(generator.chance(0.7) ? generator.uniform(0, 0.55) : 0)
        slopeDirection = Point2D.direction(generator.uniform(0, 2 * .pi))
        var shadows: [Shadow] = []
        if generator.chance(0.35) {
            shadows.append(Self.castShadow(&generator, size: size))
            if generator.chance(0.25) { shadows.append(Self.castShadow(&generator, size: size)) }
        }
        self.shadows = shadows
        if generator.chance(0.12) {
            let offset = Point2D.direction(generator.uniform(0, 2 * .pi)) * (long * generator.uniform(0, 0.3))
            let radius = long * generator.uniform(0.04, 0.16)
            glare = (
                center + offset, Point2D(x: radius, y: radius * generator.uniform(0.4, 1)),
                generator.uniform(0, .pi), Float(generator.uniform(0.15, 0.7))
            )
        } else {
            glare = nil
        }
    }

    /// The shadow of a phone and an arm, of a window frame, or of something outside the picture.
    private static func castShadow(_ generator: inout SeededGenerator, size: PixelSize) -> Shadow {
        let long = Double(size.longSide)
        let middle = Point2D(x: Double(size.width) / 2, y: Double(size.height) / 2)
        let angle = generator.uniform(0, 2 * .pi)
        let place = middle + Point2D.direction(generator.uniform(0, 2 * .pi)) * (long * generator.uniform(0, 0.35))
        func turned(_ x: Double, _ y: Double) -> Point2D {
            place + Point2D(x: x * long, y: y * long).rotated(by: angle)
        }
        var path = Path()
        switch generator.integer(0...2) {
        case 0:
            // Phone and arm.
            path.add([turned(-0.13, -0.24), turned(0.13, -0.24), turned(0.13, 0.24), turned(-0.13, 0.24)])
            path.add([turned(-0.1, 0.1), turned(0.16, 0.1), turned(0.4, 1.6), turned(-0.05, 1.6)])
        case 1:
            // The edge of something large.
            path.add([turned(0, -2), turned(2, -2), turned(2, 2), turned(0.1, 2)])
        default:
            // Bars of a window.
            for bar in -2...2 {
                let x = Double(bar) * 0.38
                path.add([turned(x, -2), turned(x + 0.1, -2), turned(x + 0.1, 2), turned(x, 2)])
            }
        }
        return Shadow(
            path: path, radius: long * generator.uniform(0.004, 0.05), strength: Float(generator.uniform(0.2, 0.6)))
    }

    /// Applies the lighting to a picture in even light.
    func apply(to picture: inout LightImage) {
        let size = picture.size
        var light = [Float](repeating: 1, count: size.area)
        for shadow in shadows {
            SoftMask(shadow.path, within: size, radius: shadow.radius).forEach(in: size) { x, y, value in
                light[y * size.width + x] *= 1 - shadow.strength * min(1, value)
            }
        }
        let diagonal = Float(size.diagonal)
        let dx = Float(slopeDirection.x) / diagonal
        let dy = Float(slopeDirection.y) / diagonal
        picture.pixels.withUnsafeMutableBufferPointer { pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let along =
                        (Float(x) - Float(size.width) / 2) * dx + (Float(y) - Float(size.height) / 2) * dy + 0.5
                    let index = y * size.width + x
                    pixels[index] = pixels[index] * (light[index] * (1 - slope * along))
                }
            }
        }
        addGlare(to: &picture)
    }

    private func addGlare(to picture: inout LightImage) {
        guard let glare else { return }
        let spot = Path(ellipseAt: glare.center, radii: glare.radii, angle: glare.angle)
        let size = picture.size
        SoftMask(spot, within: size, radius: min(glare.radii.x, glare.radii.y) * 1.2).forEach(in: size) { x, y, value in
            picture.pixels[y * size.width + x] += LinearRGB(gray: glare.strength * value)
        }
    }
}
