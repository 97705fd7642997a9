import ArgumentParser
import FoundationEssentials
import Recto
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
            (out-1.png, out-2.png). A file appears only when it is complete.

            EXAMPLES
              recto scan photos/ -o contract.pdf
              recto scan page.jpg -o page.png --filter bw --paper a4 --dpi 200
              recto scan photos/ -o contract.pdf --text eng+deu --pdfa
              recto scan receipt.jpg -o receipt.pdf --rotate 90 --paper none
              recto scan page.jpg -o page.pdf --corners 102,80,910,95,930,1260,88,1244
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "in"))
    var inputs: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The document: .pdf, .tif, .png or .jpg.", valueName: "file"))
    var output: OutputArgument

    @Option(help: "The filter for pages.")
    var filter = FilterName.color

    @OptionGroup(title: "Black and white") var ink: BinarizationOptions

    @Option(
        help: """
            Turn pages clockwise by so many degrees; auto turns text upright, and leaves pages as they are where there is \
            no text or its direction is in doubt.
            """)
    var rotate = RotationArgument.fixed(.none)

    @Option(help: "The paper; none keeps the measured proportions.")
    var paper = PaperName.auto

    @Option(help: "Pixels per inch of paper, 10 to 2400; by default the picture's own resolution.")
    var dpi: Double?

    @OptionGroup var quality: QualityArgument

    @Option(help: "How many threads share the pixels of a page, 1 to 64. The page is the same with any number.")
    var threads = 1

    @Option(
        help: ArgumentHelp(
            "The page's corners in pixels of the picture: x,y of top-left, top-right, bottom-right, bottom-left.",
            valueName: "x,y,x,y,x,y,x,y"))
    var corners: CornersArgument?

    @Flag(help: "Sample by cubic convolution: sharper where --dpi asks for more than the picture has.")
    var fine = false

    @Option(help: "Crop to pages of this level of confidence: show (0.35), lock (0.6) or capture (0.8).")
    var level = PageDetection.Level.show

    @Flag(name: .customLong("no-detect"), help: "Take the whole picture as the page.")
    var takesWholePicture = false

    @Option(help: ArgumentHelp("The document's title (PDF, TIFF).", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            "Read the pages in these languages (eng, eng+deu) and lay the text over them, to be found and copied (PDF).",
            valueName: "languages"))
    var text: String?

    @Option(
        help: ArgumentHelp(
            "With --text, write the text to this file too: .txt, .hocr or .xml (ALTO).", valueName: "file"))
    var sidecar: SidecarArgument?

    @Flag(help: "Write PDF/A-2, for archives.")
    var pdfa = false

    @Option(
        name: .customLong("debug-images"),
        help: ArgumentHelp("Write each picture's steps into this folder.", valueName: "folder"))
    var debugImages: String?

    @Flag(help: "Print one JSON object a line for each picture.")
    var json = false

    func validate() throws {
        if !(1...64 ~= threads) { throw ValidationError("--threads is \(threads), required: 1 to 64.") }
        if pdfa, output.format != .pdf { throw ValidationError("--pdfa needs a document that ends in .pdf.") }
        if sidecar != nil, text == nil { throw ValidationError("--sidecar needs --text.") }
        if text != nil, output.format != .pdf, sidecar == nil {
            throw ValidationError("--text needs a document that ends in .pdf, or --sidecar.")
        }
        if let dpi, !(10...2400 ~= dpi) { throw ValidationError("--dpi is \(dpi), required: 10 to 2400.") }
        if corners != nil, takesWholePicture { throw ValidationError("--corners and --no-detect exclude each other.") }
        if let corners, !corners.quad.isConvexClockwise {
            throw ValidationError("--corners is not a convex quad, clockwise from the page's top-left.")
        }
    }

    func run() throws {
        let files = InputFiles.list(inputs)
        let steps = debugImages.map {
            OverlayFolder(path: $0, inputs: files, steps: [.found, .straightened, .finished])
        }
        let outputs = DocumentWriter.files(path: output.path, format: output.format, expectedPages: files.count)
        let others = (steps?.files ?? []) + [sidecar?.path].compactMap(\.self)
        try files.checkNotOverwritten(by: outputs + others)
        // A language that is missing is told before any work is done.
        var reader = try text.map { try PageTextReader(try TextReader($0)) }
        try steps?.make()
        let document = try DocumentWriter(
            path: output.path, format: output.format, expectedPages: files.count, jpeg: quality.jpeg,
            metadata: DocumentMetadata(title: title, creationTime: Int(Date().timeIntervalSince1970)),
            isArchival: pdfa, workers: threads)
        var scanner = PageScanner(options, detector: try PageDetector())
        var renderer = PageRenderer(rectifier: try rectifier, binarization: try ink.binarization())
        var progress = ProgressBar(count: files.count)
        var failures = InputFailures(json: json)
        var texts: [TextFormat.Page] = []
        defer { progress.clear() }
        for (index, input) in files.enumerated() {
            progress.show(index, input.file)
            do {
                let scanned = try scan(input.get(), &scanner, &renderer, &reader, document)
                if let text = scanned.text { texts.append(text) }
                progress.clear()
                if json { try Console.printJSON(scanned) } else { Console.printLine(scanned.description) }
                if let steps { write(stepsOf: scanned, index, to: steps, &failures) }
            } catch let failure as DocumentWriter.Failure where failure.endsDocument {
                throw failure
            } catch {
                progress.clear()
                try failures.record(error, of: input.file)
            }
        }
        try document.finish()
        if let sidecar, !texts.isEmpty {
            failures.attempt(sidecar.path) { try sidecar.write(texts) }
        }
        try failures.throwIfAny()
    }

    private var rectifier: PageRectifier {
        get throws {
            var parameters = PageRectifier.Parameters()
            parameters.sampling = fine ? .fine : .bilinear
            parameters.workers = threads
            return try PageRectifier(parameters)
        }
    }

    private var options: PageScanner.Options {
        var options = PageScanner.Options()
        options.crop = corners.map { .corners($0.quad) } ?? (takesWholePicture ? .wholePicture : .detected)
        options.minimumLevel = level
        options.filter = filter.filter
        if case .fixed(let rotation) = rotate { options.rotation = rotation }
        options.paper = paper.choice
        options.dotsPerInch = dpi
        return options
    }

    /// Reads a picture and adds its page to the document.
    private func scan(
        _ file: String, _ scanner: inout PageScanner, _ renderer: inout PageRenderer,
        _ reader: inout PageTextReader?, _ document: DocumentWriter
    ) throws -> ScannedPicture {
        var timings = StageTimings()
        let picture = try timings.measure(.read) { () throws(PictureError) in try PictureReader().read(path: file) }
        let scan = try scanner.scan(picture)
        var page = scan.page
        var orientation: OrientationSuggestion?
        if case .automatic = rotate {
            let suggestion = try timings.measure(.orient) { () throws(PageRectifier.Failure) in
                try renderer.suggestOrientation(of: page)
            }
            page.rotation = suggestion.sureRotation ?? .none
            orientation = suggestion
        }
        let rendered = try renderer.render(page)
        timings = timings + scan.timings + rendered.timings
        guard let resolution = Resolution(dotsPerInch: rendered.dotsPerInch) else {
            let found = rendered.dotsPerInch.rounded(decimals: 2)
            throw UnusableInput(file: file, reason: "has a page of \(found) dpi, required: 1 to 100000")
        }
        var reading: PageTextReader.Reading?
        if reader != nil { reading = try timings.measure(.recognize) { try reader?.read(page) } }
        let place = try timings.measure(.write) { () throws(DocumentWriter.Failure) in
            try document.add(rendered.image, resolution: resolution, text: reading?.text)
        }
        return ScannedPicture(
            file: file, picture: picture, scan: scan, page: page, orientation: orientation, rendered: rendered,
            text: reading.map { TextFormat.Page(name: file, text: $0.text, dotsPerInch: $0.dotsPerInch) },
            timings: timings, place: place)
    }

    private func write(
        stepsOf scanned: ScannedPicture, _ input: Int, to folder: OverlayFolder, _ failures: inout InputFailures
    ) {
        let page = scanned.page
        failures.attempt(folder.file(input, .found)) {
            var canvas = scanned.picture.rgb
            if let quad = page.quad ?? scanned.scan.detection?.quad { canvas.draw(quad) }
            try folder.write(.rgb(canvas), input, .found)
        }
        failures.attempt(folder.file(input, .straightened)) {
            var plain = page
            plain.filter = .photo
            plain.rotation = .none
            try folder.write(try plain.render().image, input, .straightened)
        }
        failures.attempt(folder.file(input, .finished)) {
            try folder.write(scanned.rendered.image, input, .finished)
        }
    }
}

/// The output of `recto scan` for a picture.
private struct ScannedPicture: Encodable, CustomStringConvertible {
    var file: String
    var picture: Picture
    var scan: PageScanner.Scan
    /// The page with the corners and the rotation that it was rendered with.
    var page: Page
    /// With `--rotate auto`.
    var orientation: OrientationSuggestion?
    var rendered: RenderedPage
    /// With `--text`.
    var text: TextFormat.Page?
    var timings: StageTimings
    var place: DocumentWriter.Place

    private enum CodingKeys: String, CodingKey {
        case file, width, height, quad, confidence, level, output, page, pageWidth, pageHeight, dpi, paper, filter,
            rotation, orientation, suggestion, words, textConfidence
        case milliseconds
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(file, forKey: .file)
        try line.encode(picture.size.width, forKey: .width)
        try line.encode(picture.size.height, forKey: .height)
        try line.encode(page.quad?.jsonCorners, forKey: .quad)
        try line.encode(scan.detection?.confidence.rounded(decimals: 4), forKey: .confidence)
        try line.encode(scan.detection?.level, forKey: .level)
        try line.encode(place.file, forKey: .output)
        try line.encode(place.page, forKey: .page)
        try line.encode(rendered.size.width, forKey: .pageWidth)
        try line.encode(rendered.size.height, forKey: .pageHeight)
        try line.encode(rendered.dotsPerInch.rounded(decimals: 2), forKey: .dpi)
        try line.encode(rendered.paper?.size.rawValue, forKey: .paper)
        try line.encode(page.filter.rawValue, forKey: .filter)
        try line.encode(page.rotation.rawValue, forKey: .rotation)
        try line.encodeIfPresent(orientation, forKey: .orientation)
        try line.encodeIfPresent(rendered.suggestion, forKey: .suggestion)
        if let text {
            try line.encode(text.text.words.count, forKey: .words)
            try line.encode(text.text.confidence?.rounded(decimals: 4), forKey: .textConfidence)
        }
        try line.encode(timings.json, forKey: .milliseconds)
    }

    var description: String {
        let found =
            switch (page.quad, scan.detection) {
            case (.some, let detection?):
                "page found (confidence \(detection.confidence.rounded(decimals: 2))"
                    + "\(detection.level.map { ", \($0.rawValue)" } ?? ""))"
            case (.some, nil): "corners as given"
            case (nil, .some), (nil, nil): "whole picture"
            }
        let paper = rendered.paper.map { " \($0.size.rawValue.uppercased()) \($0.orientation.rawValue)" } ?? ""
        let times = StageTimings.Stage.allCases.compactMap { stage in
            timings[stage].map { "\(stage.rawValue) \($0.inMilliseconds.rounded(decimals: 1))" }
        }
        let turn = orientation.map { " \($0.description)," } ?? ""
        let content = rendered.suggestion.map { " \($0.description)," } ?? ""
        let words = text.map { " \($0.text.words.count) words," } ?? ""
        return
            "\(file): \(found),\(paper)\(turn)\(content)\(words) \(rendered.size) at \(Int(rendered.dotsPerInch.rounded())) dpi; "
            + "\(times.joined(separator: ", ")) ms"
    }
}
