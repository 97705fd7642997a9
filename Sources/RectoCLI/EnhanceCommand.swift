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
            The picture keeps its size. The time is for the filter on decoded pixels, without reading and writing.

            EXAMPLES
              recto enhance page.png -o clean.png --filter bw
              recto enhance page.jpg -o page.pdf --filter gray --json
            """)

    @Argument(help: ArgumentHelp("A picture (PNG, JPEG).", valueName: "image"))
    var image: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The result: .png, .jpg, .tif or .pdf.", valueName: "file"))
    var output: String

    @Option(help: "How the page is to look: \(FilterName.allValueStrings.joined(separator: ", ")).")
    var filter = FilterName.color

    @Flag(help: "Print a JSON object.")
    var json = false

    func validate() throws {
        guard DocumentWriter.Format(path: output) != nil else {
            throw ValidationError("The output '\(output)' ends in none of .pdf, .tif, .png, .jpg.")
        }
    }

    func run() throws {
        guard let format = DocumentWriter.Format(path: output) else { return }
        let outputs = DocumentWriter.files(path: output, format: format, expectedPages: 1)
        try [.success(image)].checkAreSpared(by: outputs)
        do {
            let picture = try read()
            var enhancer = Enhancer()
            var enhanced: Raster?
            let duration = ContinuousClock().measure { enhanced = enhancer.enhance(picture, as: filter.filter) }
            if let enhanced { try write(enhanced, picture.resolution, format) }
            let line = EnhancedPicture(
                file: image, output: output, milliseconds: duration.milliseconds.rounded(decimals: 3))
            if json { try Console.sayJSON(line) } else { Console.say(line.description) }
        } catch let unusable as UnusableInput {
            Console.complain("recto: \(unusable)")
            if json { try Console.sayJSON(unusable) }
            throw SomeInputsFailed()
        }
    }

    private func read() throws -> Picture {
        do {
            return try PictureReader().read(path: image)
        } catch {
            throw UnusableInput(file: image, reason: "\(error)")
        }
    }

    private func write(_ image: Raster, _ resolution: Resolution?, _ format: DocumentWriter.Format) throws {
        do {
            let writer = try DocumentWriter(path: output, format: format, expectedPages: 1)
            try writer.add(image, dotsPerInch: resolution?.horizontal ?? Self.assumedDotsPerInch)
            try writer.finish()
        } catch {
            throw UnusableInput(file: output, reason: "\(error)")
        }
    }

    /// The resolution stated for a picture that states none itself.
    private static let assumedDotsPerInch = 200.0
}

/// What `recto enhance` says.
private struct EnhancedPicture: Encodable, CustomStringConvertible {
    var file: String
    var output: String
    var milliseconds: Double

    var description: String { "\(file): enhanced in \(milliseconds.rounded(decimals: 1)) ms, written to \(output)" }
}
