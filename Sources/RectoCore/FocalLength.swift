/// A camera's focal length, as far as it is known.
public struct FocalLength: Hashable, Codable, Sendable {
    /// In pixels of the picture; above 0.
    public let pixels: Double
    /// Standard deviation of its natural logarithm: about the relative error; 0 if it is exact.
    public let relativeUncertainty: Double

    /// `nil` if the length is not above 0 and finite, or the uncertainty not in `0...1`.
    public init?(pixels: Double, relativeUncertainty: Double = 0) {
        guard pixels.isFinite, pixels > 0, 0...1 ~= relativeUncertainty else { return nil }
        self.pixels = pixels
        self.relativeUncertainty = relativeUncertainty
    }
}
