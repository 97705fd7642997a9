public import RectoCore

/// The square over a live view in which a code is to be lined up.
public enum AlignmentGuide {
    /// Side of the square, as a share of the picture's shorter side.
    private static let share = 0.7

    /// The square in a picture of a size, in pixels.
    public static func rectangle(in size: PixelSize) -> (left: Double, top: Double, side: Double) {
        let (width, height) = (Double(size.width), Double(size.height))
        let side = min(width, height) * share
        return ((width - side) / 2, (height - side) / 2, side)
    }

    /// Whether a code lies in the square with all its corners.
    public static func contains(_ code: Quad, in size: PixelSize) -> Bool {
        let (left, top, side) = rectangle(in: size)
        return code.corners.allSatisfy {
            (left...left + side).contains($0.x) && (top...top + side).contains($0.y)
        }
    }
}
