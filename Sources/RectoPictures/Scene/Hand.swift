import RectoCore

/// A hand that holds the page: rounded fingers that extend over its border, drawn by distance to their bones.
struct Hand {
    /// A cone with round ends between two places in the picture.
    private struct Bone {
        let from: Point2D
        let to: Point2D
        let fromRadius: Double
        let toRadius: Double
    }

    private var bones: [Bone] = []
    private var nails: [Path] = []
    private let skin: LinearRGB
    /// The first bone that a sleeve covers, and the sleeve's color.
    private let sleeve: (bone: Bone, color: LinearRGB)

    /// - Parameters:
    ///   - page: The page in the picture.
    ///   - scale: Pixels per millimeter on the page.
    init(_ generator: inout SeededGenerator, page: Quad, scale: Double) {
        let tone = generator.unit()
        skin = LinearRGB(0.72, 0.43, 0.31).mixed(with: LinearRGB(0.16, 0.08, 0.05), Float(tone * tone))
        // Usually at the lower edge or the sides.
        let side = generator.pick([1, 2, 2, 2, 3])
        let corner = page[side]
        let edge = page[(side + 1) & 3] - corner
        let outward = -edge.quarterTurn * (1 / max(1, edge.length))
        let along = edge * (1 / max(1, edge.length))
        let place = corner + edge * generator.uniform(0.15, 0.85)
        let lean = generator.uniform(-0.45, 0.45)
        let direction = outward.rotated(by: lean)
        let fingers = generator.chance(0.6) ? 1 : generator.integer(2...3)
        let thumb = fingers == 1
        let radius = (thumb ? 10.5 : 8.5) * scale
        let palm = place + direction * (100 * scale)
        for finger in 0..<fingers {
            let shift = along * ((Double(finger) - Double(fingers - 1) / 2) * 19 * scale)
            let reach = generator.uniform(6, 20) * scale
            let tip = place + shift - direction * reach
            let knuckle = place + shift * 0.9 + direction * (45 * scale)
            bones.append(Bone(from: tip, to: knuckle, fromRadius: radius * 0.86, toRadius: radius * 1.1))
            bones.append(
                Bone(from: knuckle, to: palm + shift * 0.6, fromRadius: radius * 1.1, toRadius: radius * 2))
            let nail = tip + direction * (radius * 0.15)
            let angle = PortableAngle.of(direction)
            nails.append(Path(ellipseAt: nail, radii: Point2D(x: radius * 0.55, y: radius * 0.44), angle: angle))
        }
        let forearm = direction.rotated(by: generator.uniform(-0.3, 0.3))
        let wrist = palm + forearm * (70 * scale)
        bones.append(Bone(from: palm, to: wrist, fromRadius: 38 * scale, toRadius: 29 * scale))
        let cuff = Bone(
            from: wrist + forearm * (20 * scale), to: wrist + forearm * (600 * scale), fromRadius: 38 * scale,
            toRadius: 50 * scale)
        bones.append(cuff)
        sleeve = (cuff, DeskPalette.accent(&generator, brightness: 0.1...0.7))
    }

    func draw(on picture: inout LightImage, shadowDirection: Point2D, scale: Double) {
        let size = picture.size
        var outline = Path()
        for bone in bones {
            outline.addStroke([bone.from, bone.to]) { 2 * (bone.fromRadius + (bone.toRadius - bone.fromRadius) * $0) }
        }
        let shift = shadowDirection * (5 * scale)
        SoftMask(outline.map { $0 + shift }, within: size, radius: 6 * scale).forEach(in: size) { x, y, value in
            let index = y * size.width + x
            picture.pixels[index] = picture.pixels[index] * (1 - 0.4 * min(1, value))
        }
        guard let mask = CoverageMask(outline, within: size) else { return }
        picture.fill(mask) { x, y in
            let place = Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5)
            let cloth = Self.depth(at: place, in: sleeve.bone)
            if cloth > 0 { return (sleeve.color * Float(0.4 + 0.6 * cloth), 1) }
            let depth = bones.reduce(0) { max($0, Self.depth(at: place, in: $1)) }
            // A round shape lit from one side: dark towards the border, with a reddish transition.
            let shade = Float(0.45 + 0.6 * depth)
            let warmth = Float(1 - depth)
            return (LinearRGB(skin.r * shade * (1 + 0.1 * warmth), skin.g * shade, skin.b * shade), 1)
        }
        for nail in nails {
            picture.fill(nail, (skin + LinearRGB(0.08, 0.06, 0.06)) * 1.1, opacity: 0.7)
        }
    }

    /// Depth of a place inside a limb: 0 at the border, 1 on the bone.
    private static func depth(at point: Point2D, in bone: Bone) -> Double {
        let along = bone.to - bone.from
        let share = max(0, min(1, (point - bone.from).dot(along) / max(1e-9, along.dot(along))))
        let radius = bone.fromRadius + (bone.toRadius - bone.fromRadius) * share
        let distance = point.distance(to: bone.from + along * share) / radius
        return distance < 1 ? (1 - distance * distance).squareRoot() : 0
    }
}

/// The angle of a vector, for drawing.
private enum PortableAngle {
    /// The angle clockwise from the right, by bisection on the cosine; accurate to 1e-6.
    static func of(_ vector: Point2D) -> Double {
        let cosine = vector.x / max(1e-12, vector.length)
        var low = 0.0
        var high = Double.pi
        for _ in 0..<24 {
            let middle = (low + high) / 2
            if PortableMath.cos(middle) > cosine { low = middle } else { high = middle }
        }
        return vector.y < 0 ? -low : low
    }
}
