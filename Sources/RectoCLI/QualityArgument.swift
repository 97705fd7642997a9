import ArgumentParser
import RectoCodecs

/// `--quality`: how closely gray and color pages are stored.
struct QualityArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How closely gray and color pages are stored in PDF, TIFF and JPEG, 1 to 100 (default: \(usual)).",
            valueName: "number"))
    var quality: Int?

    private static let usual = JPEGWriter.document.quality

    func validate() throws {
        if let quality, !(1...100 ~= quality) {
            throw ValidationError("--quality is \(quality), required: 1 to 100.")
        }
    }

    var jpeg: JPEGWriter {
        // Checked above.
        quality.flatMap { try? JPEGWriter(quality: $0, effort: .small) } ?? .document
    }
}
