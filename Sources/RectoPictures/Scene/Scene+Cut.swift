import RectoCore

extension Scene {
    /// The scene in a smaller frame that cuts the page at one to three sides. Between a twentieth and two fifths of the
    /// page's extent is beyond each of these sides.
    func cut() -> Scene {
        guard let quad else { return self }
        var generator = SeededGenerator(seed: seed, part: Self.cutPart)
        let corners = quad.corners
        let (low, high) = (
            Point2D(x: corners.map(\.x).min() ?? 0, y: corners.map(\.y).min() ?? 0),
            Point2D(x: corners.map(\.x).max() ?? 0, y: corners.map(\.y).max() ?? 0)
        )
        var (left, top) = (0.0, 0.0)
        var (right, bottom) = (Double(picture.size.width), Double(picture.size.height))
        let first = generator.integer(0...3)
        let count = generator.pick(weighted: [(1, 0.55), (2, 0.35), (3, 0.1)])
        // The second side is a neighbor, or the opposite one.
        let second = generator.chance(0.7) ? 1 : 2
        for side in [first, first + second, first + (second == 1 ? 3 : 1)].prefix(count) {
            let share = generator.uniform(Self.shares.lowerBound, Self.shares.upperBound)
            switch side & 3 {
            case 0: top = max(top, low.y + share * (high.y - low.y))
            case 1: right = min(right, high.x - share * (high.x - low.x))
            case 2: bottom = min(bottom, high.y - share * (high.y - low.y))
            default: left = max(left, low.x + share * (high.x - low.x))
            }
        }
        let origin = (x: Int(left), y: Int(top))
        let size = try? PixelSize(width: Int(right) - origin.x, height: Int(bottom) - origin.y)
        guard let size else { return self }
        var flags = flags
        flags.partial = true
        func moved(_ quad: Quad) -> Quad {
            quad.map { Point2D(x: $0.x - Double(origin.x), y: $0.y - Double(origin.y)) }
        }
        var scene = Scene(
            seed: seed, picture: picture.part(of: size, at: origin), quad: moved(quad), background: background,
            flags: flags, page: page, pageSeed: pageSeed, tiltDegrees: tiltDegrees, focal: focal,
            jpegQuality: jpegQuality)
        scene.otherQuads = otherQuads.map(moved)
        return scene
    }

    private static let cutPart: UInt64 = 30
    private static let shares = 0.05...0.4
}

extension RGBImage {
    /// A copy of a part of the picture; what is outside it is black.
    fileprivate func part(of size: PixelSize, at origin: (x: Int, y: Int)) -> RGBImage {
        var part = RGBImage(size: size)
        withView { source in
            part.withMutableView { target in
                let count = min(size.width, source.width - origin.x)
                for row in 0..<min(size.height, source.height - origin.y) where count > 0 {
                    target.row(row).update(from: source.row(origin.y + row) + 3 * origin.x, count: 3 * count)
                }
            }
        }
        return part
    }
}
