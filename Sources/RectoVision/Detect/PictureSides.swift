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
        self.init(cutting: quad, in: size, border: Self.margin, beyond: Self.margin)
    }

    /// - Parameters:
    ///   - border: How near the picture's border both ends of a side on it are, in long sides of the picture.
    ///   - beyond: How far outside the picture a corner is.
    init(cutting quad: Quad, in size: PixelSize, border: Double, beyond: Double) {
        let (border, beyond) = (border * Double(size.longSide), beyond * Double(size.longSide))
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
            for side in 0..<4 where ends[side] <= border || alone[side] < -beyond {
                insert(PictureSides(rawValue: 1 << UInt8(side)))
            }
        }
    }

    /// Distance from a side of the picture that is neglected, in long sides of the picture.
    private static let margin = 0.008
}
