/// The number of pixels per inch of a picture or page.
public struct Resolution: Hashable, Sendable {
    /// Dots per inch, `1...100000`.
    public let horizontal: Double
    /// Dots per inch, `1...100000`.
    public let vertical: Double

    /// 200 dots per inch, assumed for pictures that state no resolution.
    public static let assumed = Resolution(unchecked: 200, 200)

    /// The plausible values.
    static let range = 1.0...100_000.0

    /// - Returns: `nil` if a value is outside `1...100000`.
    public init?(horizontal: Double, vertical: Double) {
        guard Self.range ~= horizontal, Self.range ~= vertical else { return nil }
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Creates a resolution for square pixels.
    /// - Returns: `nil` if the value is outside `1...100000`.
    public init?(dotsPerInch: Double) {
        self.init(horizontal: dotsPerInch, vertical: dotsPerInch)
    }

    /// The resolution with both axes exchanged.
    var transposed: Resolution { Resolution(unchecked: vertical, horizontal) }

    private init(unchecked horizontal: Double, _ vertical: Double) {
        self.horizontal = horizontal
        self.vertical = vertical
    }
}
