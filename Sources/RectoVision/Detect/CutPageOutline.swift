import RectoCore

extension Quad {
    /// The quad with those sides exactly on the picture's border whose ends both lie near it.
    /// - Parameter share: How near, in long sides of the picture.
    /// - Returns: The quad, and its sides on the border as a set with a bit for each.
    func snapped(toBordersOf size: PixelSize, within share: Double) -> (quad: Quad, sides: UInt8) {
        let (width, height) = (Double(size.width), Double(size.height))
        let reach = share * Double(size.longSide)
        var (quad, sides) = (self, UInt8(0))
        for side in 0..<4 {
            let next = (side + 1) & 3
            for border in [0, width] where abs(self[side].x - border) <= reach && abs(self[next].x - border) <= reach {
                (quad[side].x, quad[next].x) = (border, border)
                sides |= 1 << UInt8(side)
            }
            for border in [0, height] where abs(self[side].y - border) <= reach && abs(self[next].y - border) <= reach {
                (quad[side].y, quad[next].y) = (border, border)
                sides |= 1 << UInt8(side)
            }
        }
        return (quad, sides)
    }

    /// The outline of a page of which the quad is the visible part: a side on the picture's border crosses the page at
    /// any angle, so it is moved out until it has the direction of a side of the page.
    ///
    /// That direction is the one of the opposite side or, if the border cuts that too, perpendicular to the neighboring
    /// sides. The perspective of the hidden side is unknown.
    /// - Parameter sides: The sides on the border, a bit for each.
    /// - Returns: The same quad if the outline would be much larger.
    func completed(beyond sides: UInt8) -> Quad {
        var outline = self
        for side in 0..<4 where sides & (1 << UInt8(side)) != 0 {
            let isOppositeCut = sides & (1 << UInt8((side + 2) & 3)) != 0
            guard let moved = outline.movingOut(side, along: outline.direction(of: side, isOppositeCut: isOppositeCut))
            else { return self }
            outline = moved
        }
        return outline.isConvexClockwise && outline.area <= Self.largestGrowth * area ? outline : self
    }

    /// The largest area of a completed outline, in areas of the visible part.
    private static let largestGrowth = 1.6

    /// The vector from a corner to the next.
    private func edge(_ side: Int) -> Point2D { self[(side + 1) & 3] - self[side & 3] }

    /// The direction that a side of a page has, of any length.
    private func direction(of side: Int, isOppositeCut: Bool) -> Point2D {
        guard isOppositeCut else { return edge(side + 2) * -1 }
        let (before, after) = (edge(side + 3), edge(side + 1))
        let across = before * (1 / before.length) - after * (1 / after.length)
        return Point2D(x: -across.y, y: across.x)
    }

    /// The quad with a side of another direction that leaves nothing out.
    /// - Returns: `nil` if the side does not cross its neighbors.
    private func movingOut(_ side: Int, along direction: Point2D) -> Quad? {
        let next = (side + 1) & 3
        // Clockwise quads have their inside on the right of a side, which is the positive cross product.
        let origin = direction.cross(self[side] - self[next]) < 0 ? self[side] : self[next]
        func crossing(_ point: Point2D, _ other: Point2D) -> Point2D? {
            let along = other - point
            let sine = direction.cross(along)
            guard abs(sine) > 1e-6 * direction.length * along.length else { return nil }
            return point + along * (direction.cross(origin - point) / sine)
        }
        guard let start = crossing(self[side], self[(side + 3) & 3]),
            let end = crossing(self[next], self[(side + 2) & 3])
        else { return nil }
        var moved = self
        (moved[side], moved[next]) = (start, end)
        return moved
    }
}
