public import RectoCore

/// A QR code that was seen and not read: too small in the picture, blurred or damaged.
public struct UnreadCode: Hashable, Sendable {
    /// In pixels of the picture, clockwise from the symbol's own top-left.
    public var corners: Quad
    /// Mean side of a module in pixels. Below about 1.5 a symbol cannot be read.
    public var modulePixels: Double

    init(_ fit: SymbolFit) {
        let quad = fit.quad.quad
        let perimeter = (0..<4).reduce(0) { $0 + quad[$1].distance(to: quad[($1 + 1) % 4]) }
        corners = quad
        modulePixels = perimeter / Double(4 * fit.shape.dimension)
    }
}
