/// A camera's focal length and its uncertainty.
public struct FocalLength: Hashable, Codable, Sendable {
    /// Focal length in pixels of the picture, above 0.
    public let pixels: Double
    /// Standard deviation of the natural logarithm, which is about the relative error; 0 if the value is exact.
    public let relativeUncertainty: Double

    /// Returns `nil` if the length is not finite and above 0, or the uncertainty is not in `0...1`.
    public init?(pixels: Double, relativeUncertainty: Double = 0) {
        guard pixels.isFinite, pixels > 0, 0...1 ~= relativeUncertainty else { return nil }
        self.pixels = pixels
        self.relativeUncertainty = relativeUncertainty
    }
}
