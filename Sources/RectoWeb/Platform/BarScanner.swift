import RectoCore

/// A stand-in without libzbar that finds no bar codes.
final class BarScanner {
    let symbologies: Set<Symbology>

    static func openLibrary() throws(CodeReader.Failure) { throw .noLibrary("browsers have no libzbar") }

    init?(_ symbologies: Set<Symbology>) { return nil }

    func scan(_ view: GrayView) -> [Code] { [] }
}
