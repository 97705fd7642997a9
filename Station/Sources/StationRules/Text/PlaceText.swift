/// How a place on a picture is told: a text with room for two numbers, which a browser fills in anew while the place moves.
public struct PlaceText: Hashable, Sendable {
    /// With `{x}` and `{y}` where whole numbers go.
    public let pattern: String

    public static let pixels = PlaceText(pattern: "{x} across, {y} down")
    public static let percent = PlaceText(pattern: "{x} % across, {y} % down")

    public func text(x: Double, y: Double) -> String {
        pattern.replacing("{x}", with: "\(Int(x.rounded()))").replacing("{y}", with: "\(Int(y.rounded()))")
    }
}
