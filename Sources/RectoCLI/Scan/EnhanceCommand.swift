import ArgumentParser
import Recto
import RectoCodecs
import RectoCore
import RectoVision

struct EnhanceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enhance",
        abstract: "Applies a filter to a picture that is a flat page already.",
        discussion: """
            The picture keeps its size, unless it is turned level or flattened. The time covers the filter on decoded pixels, without reading and writing.

            EXAMPLES
              recto enhance page.png -o clean.png --filter bw
              recto enhance page.jpg -o page.pdf --filter gray --json
              recto enhance book-page.jpg -o flat.png --flatten auto
              recto enhance page.png -o clean.png --filter bw --method sauvola --window 41
            """)

    @Argument(
        help: ArgumentHelp("A picture, a page such as file.pdf#page=2, or - for standard input.", valueName: "image"))
    var image: String

    @OptionGroup var output: DocumentArgument

    @Option(help: "The filter.")
    var filter = FilterName.color

    @Option(help: DeskewName.help)
    var deskew = DeskewName.off

    @Option(help: FlattenName.help)
    var flatten = FlattenName.off

    @Option(help: FingersName.help)
    var fingers = FingersName.auto

    @OptionGroup var quality: QualityArgument

    @OptionGroup var metadata: MetadataArgument

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup(title: "Black and white") var ink: BinarizationOptions

    @Flag(help: "Print a JSON object.")
    var json = false

    func validate() throws { try metadata.check(output) }

    func run() throws {
        if let path = output.path { try [.success(image)].checkNotOverwritten(by: [path]) }
        output.reserve()
        var failures = InputFailures(json: json)
        do {
            let enhanced = try enhance()
            if json { try Console.printJSON(enhanced) } else { Console.printLine(enhanced.description) }
        } catch let error as SomeInputsFailed {
            throw error
        } catch {
            try failures.record(error, of: image)
        }
        try failures.throwIfAny()
    }

    private func enhance() throws -> EnhancedPicture {
        let picture = try reading.reader().read(input: image)
        let start = ContinuousClock.now
        var renderer = PageRenderer(binarization: try ink.binarization())
        var (pixels, deskewing) = (picture.pixels, PageDeskewer.Outcome?.none)
        if deskew == .auto {
            var deskewer = PageDeskewer()
            (pixels, deskewing) = deskewer.deskew(pixels)
        }
        var page = Page(pixels, renderOptions: RenderOptions(filter: filter.filter))
        (page.flattening, page.fillsFingers) = (flatten.flattening, fingers == .auto)
        let enhanced = try renderer.render(page)
        let duration = ContinuousClock.now - start
        let document = try DocumentWriter(
            path: output.path, format: output.format, expectedPages: 1, jpeg: quality.jpeg)
        try document.add(
            enhanced.image, resolution: Self.stated(picture) ?? .assumed,
            timeAndPlace: metadata.kept(picture.timeAndPlace))
        try output.finish(document)
        return EnhancedPicture(
            file: image, output: output.name, deskew: DeskewResult(deskewing), flatten: FlatteningResult(enhanced),
            suggestion: enhanced.suggestion,
            milliseconds: duration.inMilliseconds.rounded(decimals: 3))
    }

    /// The resolution that a picture states, unless it is implausibly low: the page would be meters wide.
    private static func stated(_ picture: Picture) -> Resolution? {
        picture.resolution.flatMap { min($0.horizontal, $0.vertical) >= minimumDotsPerInch ? $0 : nil }
    }

    private static let minimumDotsPerInch = 20.0
}

/// The output of `recto enhance`.
private struct EnhancedPicture: Encodable, CustomStringConvertible {
    var file: String
    var output: String
    var deskew: DeskewResult?
    var flatten: FlatteningResult?
    var suggestion: FilterSuggestion?
    var milliseconds: Double

    var description: String {
        let deskewing = deskew.map { "\($0), " } ?? ""
        let flatness = flatten.map { "\($0), " } ?? ""
        let content = suggestion.map { "\($0.description), " } ?? ""
        return
            "\(file): \(deskewing)\(flatness)\(content)enhanced in \(milliseconds.rounded(decimals: 1)) ms, written to \(output == InputFiles.standardInput ? "standard output" : output)"
    }
}
