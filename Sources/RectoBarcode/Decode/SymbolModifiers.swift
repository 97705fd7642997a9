internal import CZBar

/// What a symbol states of the kind of its data.
struct SymbolModifiers {
    var isGS1 = false
    var isAIM = false

    init() {}

    /// - Parameter symbol: Of libzbar.
    init(_ symbol: OpaquePointer) {
        let modifiers = zbar_symbol_get_modifiers(symbol)
        isGS1 = modifiers >> ZBAR_MOD_GS1.rawValue & 1 == 1
        isAIM = modifiers >> ZBAR_MOD_AIM.rawValue & 1 == 1
    }
}
