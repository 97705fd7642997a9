public import ArgumentParser
import Recto
import RectoCodecs
import RectoCore
public import RectoText
import RectoVision

struct TextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "text",
        abstract: "Reads the text of pages in pictures.",
        discussion: """
            Each picture's page is found, straightened, cleaned and turned upright, and then read by Tesseract. Without --json, \
            --hocr or --alto, the output is plain text with a form feed after each page, or the format of the suffix of -o: .hocr \
            or .xml (ALTO). Places are in pixels of the straightened page, whose size the output states. If the text of the page \
            is uncertain, the whole picture is read too, and the more certain result is used. Standard error names pages without \
            text. If no page has any, plain text is empty, and the exit status is 1.

            Tesseract's library and a model for each language must be installed: libtesseract5, tesseract-ocr-eng, …

            EXAMPLES
              recto text page.jpg
              recto text letter.jpg --language deu+eng --json
              recto text photos/ -o pages.hocr
              curl --silent https://example.com/page.jpg | recto text -
            """)

    @Argument(help: InputFiles.help("in"))
    var inputs: [String]

    @Option(
        name: .shortAndLong,
        help: "Tesseract's names of the languages, joined by +, the most important first.")
    var language = "eng"

    @Flag(
        help: "Print a line with a JSON object for each picture: blocks, lines and words, with places and confidence.")
    var json = false

    @Flag(help: "Print plain text, the default.")
    var txt = false

    @Flag(help: "Print one hOCR document of all pages.")
    var hocr = false

    @Flag(help: "Print one ALTO document of all pages.")
    var alto = false

    @Option(help: "What to expect: blocks in reading order, one column, one block, or text anywhere.")
    var layout = TextReader.Layout.automatic

    @Option(
        help: """
            Flatten bent pages, such as those of books, before reading them: auto if it is sure, force wherever there is text. \
            Places are on the page before flattening.
            """)
    var flatten = FlattenName.auto

    @Option(help: DeskewName.help)
    var deskew = DeskewName.auto

    @Option(help: RotationArgument.help)
    var rotate = RotationArgument.automatic

    @OptionGroup var results: ResultsArgument

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup var jobs: JobsArgument

    @Flag(name: .customLong("no-detect"), help: "Take the whole picture as the page.")
    var takesWholePicture = false

    func validate() throws {
        guard [json, txt, hocr, alto].count(where: \.self) <= 1 else {
            throw ValidationError("--json, --txt, --hocr and --alto exclude each other.")
        }
    }

    func run() throws {
        let files = InputFiles.list(inputs, reading.reader())
        // A missing language is reported before any work is done.
        let firstStages = try stages()
        try results.begin(files)
        var pages: [ReadPicture] = []
        var pagesWithText = 0
        var progress = ProgressBar(count: files.count)
        var failures = InputFailures(json: json)
        defer { progress.clear() }
        try processInOrder(files.count, jobs: jobs.count, worker: firstStages) {
            try stages()
        } process: { index, stages in
            Result { try read(files[index].get(), &stages) }
        } wait: { index in
            progress.show(index, files[index].file)
        } take: { index, page in
            progress.clear()
            do {
                let page = try page.get()
                if json { try Console.printJSON(page) } else { pages.append(page) }
                if page.formatted.hasText {
                    pagesWithText += 1
                } else {
                    Console.printErrorLine("recto: \(InputFiles.shown(page.file)): no text found")
                }
            } catch {
                try failures.record(error, of: files[index].file)
            }
            return !Console.outputHasFailed
        }
        // JSON, hOCR and ALTO describe the pages, plain text is only their text.
        let isEmpty = !json && format == .plain && pagesWithText == 0
        if isEmpty { throw SomeInputsFailed() }
        if !json, !pages.isEmpty { Console.print(format.document(pages.map(\.formatted))) }
        try results.finish()
        try failures.throwIfAny()
    }

    private var format: TextFormat {
        if hocr { return .hocr }
        if alto { return .alto }
        return txt ? .plain : results.path.flatMap { TextFormat(path: $0) } ?? .plain
    }

    private struct Stages {
        var scanner: PageScanner
        var reader: PageTextReader
    }

    private func stages() throws -> Stages {
        var parameters = PageTextReader.Parameters()
        (parameters.layout, parameters.flattening) = (layout, flatten.flattening)
        parameters.readsWholePicture = true
        var options = PageScanner.Options()
        options.crop = takesWholePicture ? .wholePicture : .detected
        options.deskewsWholePictures = deskew == .auto
        if case .fixed(let rotation) = rotate { options.renderOptions.rotation = rotation }
        return Stages(
            scanner: PageScanner(options, detector: try PageDetector()),
            reader: try PageTextReader(try TextReader(language), parameters))
    }

    private func read(_ file: String, _ stages: inout Stages) throws -> ReadPicture {
        let scan = try stages.scanner.scan(try reading.reader().read(input: file).withSquarePixels)
        let deskewing = DeskewResult(scan.deskewing)
        if case .automatic = rotate {
            return ReadPicture(file: file, deskew: deskewing, reading: try stages.reader.readUpright(scan.page))
        }
        return ReadPicture(file: file, deskew: deskewing, reading: try stages.reader.read(scan.page))
    }
}

extension TextReader.Layout: ExpressibleByArgument {}

/// The output of `recto text` for a picture.
private struct ReadPicture: Encodable, Sendable {
    let file: String
    let deskew: DeskewResult?
    let reading: PageTextReader.Reading

    var formatted: TextFormat.Page {
        TextFormat.Page(name: file, text: reading.text, dotsPerInch: reading.dotsPerInch)
    }

    private enum CodingKeys: CodingKey { case file, proposals, deskew }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(file, forKey: .file)
        try object.encode(ProposalsJSON(DocumentProposals([reading.text])), forKey: .proposals)
        try object.encodeIfPresent(deskew, forKey: .deskew)
        try reading.encode(to: encoder)
    }
}
