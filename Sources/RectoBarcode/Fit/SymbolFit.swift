/// A version's grid laid over a picture.
struct SymbolFit {
    var version: Int
    var quad: SymbolQuad
    /// How well the fixed patterns agree, −1…1, and the timing patterns alone.
    var agreement: Float
    var timing: Float

    var shape: SymbolShape { SymbolShape(version: version) }

    /// By which versions are compared: above 0.9 for the right one, below 0.65 for its neighbours.
    var rank: Float { agreement + 0.5 * timing }
}
