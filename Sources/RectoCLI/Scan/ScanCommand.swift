import ArgumentParser
import FoundationEssentials
import Recto
import RectoBarcode
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Finds, straightens and cleans the pages in pictures and writes them to a document.",
        discussion: """
            Each picture becomes a page, in the order of the arguments. Where no page is found with the confidence of \
            --level, the whole picture is kept. PDF and TIFF hold all pages. In PNG or JPEG several pages become numbered files \
            (out-01.png, out-02.png). A file appears only when it is complete. The output names the sides at which the picture \
            cuts a page, and the reason if the whole picture is kept.

            EXAMPLES
              recto scan photos/ -o contract.pdf
              recto scan photos/ -o - | lp
              recto scan page.jpg -o page.png --filter bw --paper a4 --dpi 200
              recto scan photos/ -o contract.pdf --text eng+deu --pdfa
              recto scan --fuse burst*.jpg -o page.png
              recto scan stack/ -o letters.pdf --split-on code --text deu --name "{date} {title}"
              recto scan book/ -o chapter.pdf --flatten auto
              recto scan receipts.jpg -o receipts.pdf --several --split-on page
              recto scan receipt.jpg -o receipt.pdf --rotate 90 --paper none
              recto scan page.jpg -o page.pdf --corners 102,80,910,95,930,1260,88,1244
              recto scan --list files.jsonl --shard 3/64 --jsonl -o out/pages.pdf
            """)

    @Argument(help: InputFiles.help("in"))
    var inputs: [String] = []

    @OptionGroup var output: DocumentArgument

    @Option(help: "The filter for pages.")
    var filter = FilterName.color

    @OptionGroup(title: "Black and white") var ink: BinarizationOptions

    @Option(help: RotationArgument.help)
    var rotate = RotationArgument.fixed(.none)

    @Option(help: DeskewName.help)
    var deskew = DeskewName.auto

    @Option(help: FlattenName.help)
    var flatten: FlattenName?

    @Option(help: FingersName.help)
    var fingers = FingersName.auto

    @OptionGroup var sheets: SheetOptions

    @Option(help: "The paper; none keeps the measured proportions.")
    var paper = PaperName.auto

    @Option(help: "Pixels per inch of paper, 10 to 2400; by default the picture's own resolution.")
    var dpi: Double?

    @OptionGroup var quality: QualityArgument

    @OptionGroup var metadata: MetadataArgument

    @Option(help: "Threads that share the pixels of a page, 1 to 64. Their number does not change the page.")
    var threads = 1

    @Option(
        help: ArgumentHelp(
            """
            The page's corners in pixels of the picture: x,y of top-left, top-right, bottom-right, bottom-left. The first \
            becomes the top-left of the straightened page.
            """,
            valueName: "x,y,x,y,x,y,x,y"))
    var corners: CornersArgument?

    @Flag(help: "Sample by cubic convolution: sharper where --dpi asks for more than the picture has.")
    var fine = false

    @Option(help: "Crop to the page if its confidence reaches this level: show (0.35), lock (0.6) or capture (0.8).")
    var level = PageDetection.Level.show

    @Flag(name: .customLong("no-detect"), help: "Take the whole picture as the page.")
    var takesWholePicture = false

    @Flag(
        help: """
            Make one page from 3 to 16 pictures of a still page, with less noise, finer print and less glare.
            """)
    var fuse = false

    @Option(help: ArgumentHelp("The document's title (PDF, TIFF).", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Read the pages in these languages (eng, eng+deu) and add the text, to search and copy it (PDF).",
            valueName: "languages"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "With --text, write the text to this file too: .txt, .hocr or .xml (ALTO).", valueName: "file"))
    var sidecar: SidecarArgument?

    @Option(
        name: .customLong("split-on"),
        help: """
            Begin a new numbered document (out-01.pdf) at each page (page), or at each separator (code): sheets with PATCHT, \
            which are left out, and archive labels, ASN and a number (PDF, TIFF).
            """)
    var splitting: SplittingArgument?

    @Option(
        name: .customLong("split-pattern"), parsing: .singleValue,
        help: ArgumentHelp(
            "With --split-on code, begin a document at pages with this code too; * matches any characters, ? one; may be repeated.",
            valueName: "pattern"))
    var patterns: [String] = []

    @Option(
        help: ArgumentHelp(
            "Name the documents in the folder of -o by {date}, {title} (with --text), {code} and {number}; uncertain fields are left out.",
            valueName: "template"))
    var name: String?

    @OptionGroup(title: "Piles") var pile: PileOptions

    @OptionGroup(title: "Lists") var batch: BatchOptions

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup var jobs: JobsArgument

    @Flag(help: "Write PDF/A-2, for archives.")
    var pdfa = false

    @Option(
        name: .customLong("debug-images"),
        help: ArgumentHelp("Draw the steps of each picture, in this folder.", valueName: "folder"))
    var debugImages: String?

    @Flag(
        name: [.customLong("json"), .customLong("jsonl")],
        help: "Print a line with a JSON object for each picture.")
    var json = false

    func validate() throws {
        if batch.list != nil { try validateBatch() }
        if batch.list == nil, inputs.isEmpty { throw ValidationError("Missing expected argument '<in> ...'") }
        if !(1...64 ~= threads) { throw ValidationError("--threads is \(threads), required: 1 to 64.") }
        try metadata.check(output)
        if pdfa, output.format != .pdf { throw ValidationError("--pdfa needs a document that ends in .pdf.") }
        if sidecar != nil, text == nil { throw ValidationError("--sidecar needs --text.") }
        if text != nil, output.format != .pdf, sidecar == nil {
            throw ValidationError("--text needs a document that ends in .pdf, or --sidecar.")
        }
        if splitting != nil, !output.format.holdsManyPages {
            throw ValidationError("--split-on needs a document that ends in .pdf or .tif.")
        }
        if output.path == nil, splitting != nil || name != nil {
            throw ValidationError("-o - holds one document, without --split-on and --name.")
        }
        if fuse, pile.interleaves { throw ValidationError("--fuse and --interleave exclude each other.") }
        if fuse, splitting != nil { throw ValidationError("--fuse and --split-on exclude each other.") }
        if sheets.book, case .fixed(let rotation) = rotate, rotation != .none {
            throw ValidationError("--book and --rotate \(rotation.rawValue) exclude each other.")
        }
        if sheets.book, fuse { throw ValidationError("--book and --fuse exclude each other.") }
        let ofOneSheet = [("--fuse", fuse), ("--corners", corners != nil), ("--no-detect", takesWholePicture)]
        for (option, isGiven) in ofOneSheet where sheets.several && isGiven {
            throw ValidationError("--several and \(option) exclude each other.")
        }
        if fuse, takesWholePicture { throw ValidationError("--fuse and --no-detect exclude each other.") }
        if !patterns.isEmpty, splitting != .code { throw ValidationError("--split-pattern needs --split-on code.") }
        if let fields = try nameTemplate()?.fields {
            if !output.format.holdsManyPages {
                throw ValidationError("--name needs a document that ends in .pdf or .tif.")
            }
            if text == nil, fields.contains(.date) || fields.contains(.title) {
                throw ValidationError("--name with {date} or {title} needs --text.")
            }
            if splitting != .code, fields.contains(.code) {
                throw ValidationError("--name with {code} needs --split-on code.")
            }
        }
        if let dpi, !(10...2400 ~= dpi) { throw ValidationError("--dpi is \(dpi), required: 10 to 2400.") }
        if corners != nil, takesWholePicture { throw ValidationError("--corners and --no-detect exclude each other.") }
        if let corners, !corners.quad.isConvexClockwise {
            throw ValidationError("--corners is not a convex quad, clockwise from the top-left.")
        }
    }

    func run() throws {
        if let list = batch.list { return try scan(list: list) }
        var failures = InputFailures(json: json)
        let (documents, blankPages) = try scan(
            try pile.list(inputs, reading.reader()), CreationTime.now(), &failures)
        if !blankPages.isEmpty { Console.printErrorLine("recto: left out blank pages: \(blankPages.ranges)") }
        try failures.throwIfAny()
        if !documents.hasAny {
            let reason =
                blankPages.isEmpty ? "separating sheets" : splitting == nil ? "blank" : "blank or separating sheets"
            throw UnusableInput(file: output.path ?? "the document", reason: "was not written: all pages are \(reason)")
        }
    }

    /// Scans pictures to one document, or to several if they are split.
    /// - Parameter creationTime: The creation time of the documents.
    /// - Returns: The written documents, and the numbers of omitted blank pages.
    func scan(
        _ files: [Result<String, UnusableInput>], _ creationTime: Int?, _ failures: inout InputFailures
    ) throws -> (documents: ScannedDocuments, blankPages: [Int]) {
        if fuse, !(3...16 ~= files.count) {
            // An empty folder is reported first.
            for file in files { _ = try file.get() }
            throw ValidationError("--fuse has \(files.count) picture\(files.count == 1 ? "" : "s"), required: 3 to 16.")
        }
        // Each group of inputs becomes a page.
        let groups = fuse ? [files] : files.map { [$0] }
        let pages = files.flatMap { [Result<String, UnusableInput>](repeating: $0, count: sheets.mostPages) }
        // A missing language is reported before anything is written.
        let firstStages = try stages()
        let steps = debugImages.map {
            OverlayFolder(path: $0, inputs: pages, steps: [.found] + flatteningSteps + [.straightened, .finished])
        }
        let documentOptions = try documentOptions(expectedPages: groups.count * sheets.mostPages, creationTime)
        try output.check(pages: documentOptions.expectedPages)
        try files.checkNotOverwritten(by: ScannedDocuments.files(documentOptions) + (steps?.files ?? []))
        try steps?.make()
        let documents = try ScannedDocuments(documentOptions)
        output.reserve()
        var progress = ProgressBar(count: groups.count)
        var (pageCount, blankPages) = (0, [Int]())
        defer { progress.clear() }
        try processInOrder(groups.count, jobs: batch.shard == nil ? jobs.count : jobs.given ?? 1, worker: firstStages) {
            try stages()
        } process: { index, stages in
            Result { try prepare(groups[index], &stages) }
        } wait: { index in
            progress.show(index, groups[index][0].file)
        } take: { index, input in
            let file = groups[index][0].file
            do {
                let outcomes = try add(input.get(), documents, &failures)
                progress.clear()
                for (place, outcome) in outcomes.enumerated() {
                    pageCount += 1
                    switch outcome {
                    case .separator: try printResult(LeftOutPage(file: file, reason: .separator))
                    case .blank:
                        blankPages.append(pageCount)
                        try printResult(LeftOutPage(file: file, reason: .blank))
                    case .page(let page):
                        try printResult(page)
                        if let steps { write(stepsOf: page, index * sheets.mostPages + place, to: steps, &failures) }
                    }
                }
            } catch let failure as DocumentWriter.Failure where failure.endsDocument {
                throw failure
            } catch {
                progress.clear()
                pageCount += 1
                try failures.record(error, of: file)
            }
            return true
        }
        progress.clear()
        try documents.finish { try report($0, &failures) }
        return (documents, blankPages)
    }

    /// The processing stages of pictures. Each thread has its own.
    private struct Stages {
        var scanner: PageScanner
        var renderer: PageRenderer
        var separators: SeparatorReader?
        var textReader: PageTextReader?
    }

    private func stages() throws -> Stages {
        Stages(
            scanner: PageScanner(options, detector: try PageDetector()),
            renderer: PageRenderer(rectifier: try rectifier, binarization: try ink.binarization()),
            separators: splitting == .code ? try SeparatorReader(patterns) : nil,
            textReader: try text.map { try PageTextReader(try TextReader($0)) })
    }

    private func printResult(_ result: some Encodable & CustomStringConvertible) throws {
        if json { try Console.printJSON(result) } else { Console.printLine(result.description) }
    }

    /// Writes a finished document's text, and prints its name if it differs from `-o`.
    private func report(_ document: ScannedDocuments.Finished, _ failures: inout InputFailures) throws {
        if let sidecar = document.sidecar, !document.texts.isEmpty {
            failures.attempt(sidecar.path) { try sidecar.write(document.texts) }
            if !document.texts.contains(where: \.hasText) {
                Console.printErrorLine("recto: \(sidecar.path) is empty: no text found")
            }
        }
        if splitting != nil || name != nil { try printResult(document) }
    }

    private func nameTemplate() throws -> NameTemplate? {
        do { return try name.map { try NameTemplate($0) } } catch { throw ValidationError("--name \(error).") }
    }

    private func documentOptions(expectedPages: Int, _ creationTime: Int?) throws -> ScannedDocuments.Options {
        ScannedDocuments.Options(
            output: output, expectedPages: expectedPages, jpeg: quality.jpeg,
            metadata: DocumentMetadata(title: title, creationTime: creationTime),
            isArchival: pdfa, threads: threads, splitting: splitting, sidecar: sidecar, name: try nameTemplate())
    }

    private var rectifier: PageRectifier {
        get throws {
            var parameters = PageRectifier.Parameters()
            parameters.sampling = fine ? .fine : .bilinear
            parameters.workers = threads
            return try PageRectifier(parameters)
        }
    }

    private var fusion: FrameFusion {
        get throws {
            var parameters = FrameFusion.Parameters()
            parameters.workers = threads
            return try FrameFusion(parameters)
        }
    }

    private var options: PageScanner.Options {
        var options = PageScanner.Options()
        options.crop = corners.map { .corners($0.quad) } ?? (takesWholePicture ? .wholePicture : .detected)
        options.minimumLevel = level
        options.deskewsWholePictures = deskew == .auto
        options.renderOptions.filter = filter.filter
        if case .fixed(let rotation) = rotate { options.renderOptions.rotation = rotation }
        options.renderOptions.paper = paper.choice
        options.renderOptions.dotsPerInch = dpi
        options.renderOptions.flattening = flattening.flattening
        options.renderOptions.fillsFingers = fingers == .auto
        return options
    }

    /// Pages of books are usually bent.
    private var flattening: FlattenName { flatten ?? (sheets.book ? .auto : .off) }

    private var flatteningSteps: [OverlayFolder.Step] { flattening == .off ? [] : FlatteningSteps.steps }

    /// The pages of one input, which may be added to a document.
    private struct PreparedInput: Sendable {
        var mark: DocumentSeparator.Mark?
        /// With `--fuse`, the pictures that cannot be read.
        var unusable: [UnusableInput] = []
        var outcomes: [PageOutcome] = []
    }

    /// The outcome for a page.
    private enum PageOutcome: Sendable {
        case page(ScannedPicture)
        case separator
        case blank
    }

    /// Reads the pictures of a page, or the one of several, and renders the pages.
    private func prepare(_ inputs: [Result<String, UnusableInput>], _ stages: inout Stages) throws -> PreparedInput {
        var timings = StageTimings()
        var prepared = PreparedInput()
        let (files, pictures) = try timings.measure(.read) { try read(inputs, &prepared.unusable) }
        guard let picture = pictures.first else { return prepared }
        prepared.mark = stages.separators?.mark(of: picture)
        if prepared.mark == .sheet {
            prepared.outcomes = [.separator]
            return prepared
        }
        let burst = fuse ? try stages.scanner.scan(burst: pictures, by: fusion) : nil
        let fused = burst.map { FusedPicture(burst: $0, files: files) }
        let scans = try burst.map { [$0.scan] } ?? sheets.scan(picture, by: &stages.scanner)
        prepared.outcomes = try scans.map { scan in
            defer { timings = StageTimings() }
            // A page with a code that starts a document is not blank.
            if prepared.mark == nil, pile.dropsBlank, try BlankPageJudge().isBlank(scan.page, by: &stages.renderer) {
                return .blank
            }
            return .page(try render(inputs[0].file, scan, fused, timings, &stages))
        }
        return prepared
    }

    /// Adds the pages of an input to their document.
    private func add(
        _ input: PreparedInput, _ documents: ScannedDocuments, _ failures: inout InputFailures
    ) throws -> [PageOutcome] {
        for unusable in input.unusable { try failures.record(unusable, of: unusable.file) }
        var nextMark = input.mark
        return try input.outcomes.map { outcome in
            if case .blank = outcome { return outcome }
            _ = try documents.take(nextMark, finished: { try report($0, &failures) })
            nextMark = nil
            guard case .page(var page) = outcome else { return outcome }
            let finished = page
            page.place = try page.timings.measure(.write) { () throws(DocumentWriter.Failure) in
                try documents.add(finished, metadata.kept(finished.page.timeAndPlace))
            }
            return .page(page)
        }
    }

    private func render(
        _ file: String, _ scan: PageScanner.Scan, _ fused: FusedPicture?, _ timings: StageTimings,
        _ stages: inout Stages
    ) throws -> ScannedPicture {
        var (page, timings) = (scan.page, timings)
        var orientation: OrientationSuggestion?
        if case .automatic = rotate, stages.textReader == nil {
            let suggestion = try timings.measure(.orient) { () throws(PageRectifier.Failure) in
                try stages.renderer.suggestOrientation(of: page)
            }
            page.rotation = suggestion.sureRotation ?? .none
            orientation = suggestion
        }
        var reading: PageTextReader.Reading?
        if stages.textReader != nil {
            reading = try timings.measure(.recognize) { try read(page, &stages.textReader) }
        }
        page.rotation = reading?.rotation ?? page.rotation
        let rendered = try stages.renderer.render(page)
        guard Resolution(dotsPerInch: rendered.dotsPerInch) != nil else {
            let found = rendered.dotsPerInch.rounded(decimals: 2)
            throw UnusableInput(file: file, reason: "has a page of \(found) dpi, required: 1 to 100000")
        }
        let text = reading.map { TextFormat.Page(name: file, text: $0.text, dotsPerInch: $0.dotsPerInch) }
        return ScannedPicture(
            file: file, fused: fused, scan: scan, page: page,
            isDetected: corners == nil && !takesWholePicture, orientation: orientation,
            rendered: rendered, trace: stages.renderer.flatteningTrace, text: text,
            timings: timings + scan.timings + rendered.timings)
    }

    /// Reads the pictures of a page. With several, unusable ones are skipped.
    private func read(
        _ inputs: [Result<String, UnusableInput>], _ unusable: inout [UnusableInput]
    ) throws -> (files: [String], pictures: [Picture]) {
        guard fuse else {
            let file = try inputs[0].get()
            return ([file], [try reading.reader().read(input: file).withSquarePixels])
        }
        var (files, pictures): ([String], [Picture]) = ([], [])
        for input in inputs {
            do {
                pictures.append(try reading.reader().read(input: input.get()).withSquarePixels)
                files.append(input.file)
            } catch {
                unusable.append(UnusableInput(error, file: input.file))
            }
        }
        if pictures.isEmpty {
            unusable.append(UnusableInput(file: inputs[0].file, reason: "and the other pictures cannot be read"))
        }
        return (files, pictures)
    }

    /// With `--text`. For pages that are to be upright, OCR decides the rotation.
    private func read(_ page: Page, _ reader: inout PageTextReader?) throws(TextError) -> PageTextReader.Reading? {
        guard case .automatic = rotate else { return try reader?.read(page) }
        return try reader?.readUpright(page)
    }

    private func write(
        stepsOf scanned: ScannedPicture, _ input: Int, to folder: OverlayFolder, _ failures: inout InputFailures
    ) {
        let page = scanned.page
        failures.attempt(folder.file(input, .found)) {
            try folder.write(page.drawn(else: scanned.scan.detection?.quad), input, .found)
        }
        if let outcome = scanned.rendered.flattening {
            let drawing = FlatteningSteps(scanned.trace, outcome, of: page.original)
            for step in FlatteningSteps.steps {
                failures.attempt(folder.file(input, step)) {
                    if let image = drawing.image(of: step) { try folder.write(image, input, step) }
                }
            }
        }
        failures.attempt(folder.file(input, .straightened)) {
            var plain = page
            plain.filter = .photo
            // The text of a page must be upright for flattening.
            if plain.flattening == .off { plain.rotation = .none }
            try folder.write(try plain.render().image, input, .straightened)
        }
        failures.attempt(folder.file(input, .finished)) {
            try folder.write(scanned.rendered.image, input, .finished)
        }
    }
}
