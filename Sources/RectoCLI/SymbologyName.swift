import ArgumentParser
import RectoBarcode

/// Kinds of codes as the command line names them: letters and digits alone.
struct SymbologyName: ExpressibleByArgument {
    let symbology: Symbology

    init?(argument: String) {
        let named = Symbology.allCases.first { Self.name($0) == argument.lowercased() }
        guard let named else { return nil }
        symbology = named
    }

    static var allNames: String { Symbology.allCases.map(name).joined(separator: ", ") }

    private static func name(_ symbology: Symbology) -> String {
        symbology.rawValue.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
