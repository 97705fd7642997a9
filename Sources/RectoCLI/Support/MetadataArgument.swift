import ArgumentParser
import Recto
import RectoCodecs

/// `--metadata`: whether a JPEG file states when and where its picture was taken.
struct MetadataArgument: ParsableArguments {
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case drop, keep
    }

    @Option(
        name: .customLong("metadata"),
        help: "The picture's time and place (GPS): keep writes them to .jpg; other formats never hold them.")
    var choice = Choice.drop

    /// - Throws: `ValidationError` if the format cannot hold them.
    func check(_ output: DocumentArgument) throws {
        guard choice == .keep, output.format != .jpeg else { return }
        throw ValidationError("--metadata keep needs a document that ends in .jpg.")
    }

    /// Returns what is written of a picture's time and place.
    func kept(_ timeAndPlace: TimeAndPlace?) -> TimeAndPlace? { choice == .keep ? timeAndPlace : nil }
}
