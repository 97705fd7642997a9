public import RectoCore

/// Sides of a picture.
public struct PictureSides: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let top = PictureSides(rawValue: 1)
    public static let right = PictureSides(rawValue: 2)
    public static let bottom = PictureSides(rawValue: 4)
    public static let left = PictureSides(rawValue: 8)

    /// The names of the sides in this order: top, right, bottom, left.
    public var names: [String] {
        let all: [(PictureSides, String)] = [(.top, "top"), (.right, "right"), (.bottom, "bottom"), (.left, "left")]
        return all.filter { contains($0.0) }.map { $0.1 }
    }

    /// Creates the sides beyond which a page continues: those on which a side of the page lies, and those beyond which
    /// one of its corners lies.
    /// - Parameters:
    ///   - quad: The page, in pixels of the picture.
    ///   - size: The size of the picture.
    public init(cutting quad: Quad, in size: PixelSize) {
        let margin = Self.margin * Double(size.longSide)
        self = []
        for corner in 0..<4 {
            let (here, next) = (quad[corner], quad[(corner + 1) & 3])
            let (width, height) = (Double(size.width), Double(size.height))
            // How far both ends of a side, and the corner itself, lie within the picture, from each of its sides.
            let ends: InlineArray<4, Double> = [
                max(here.y, next.y), max(width - here.x, width - next.x), max(height - here.y, height - next.y),
                max(here.x, next.x),
            ]
            let alone: InlineArray<4, Double> = [here.y, width - here.x, height - here.y, here.x]
            for side in 0..<4 where ends[side] <= margin || alone[side] < -margin {
                insert(PictureSides(rawValue: 1 << UInt8(side)))
            }
        }
    }

    /// Distance from a side of the picture that is neglected, in long sides of the picture.
    private static let margin = 0.008
}

extension Quad {
    /// The quad with those sides exactly on the picture's border whose ends both lie near it.
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
}
