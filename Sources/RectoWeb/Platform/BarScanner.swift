import RectoCore

/// There is no libzbar here: no bar code is found.
final class BarScanner {
    let symbologies: Set<Symbology>

    init(_ symbologies: Set<Symbology>) { self.symbologies = symbologies }

    func scan(_ view: GrayView) -> [Code] { [] }
}
