import RectoCore

/// A stand-in without libzbar that finds no bar codes.
final class BarScanner {
    let symbologies: Set<Symbology>

    init(_ symbologies: Set<Symbology>) { self.symbologies = symbologies }

    func scan(_ view: GrayView) -> [Code] { [] }
}
