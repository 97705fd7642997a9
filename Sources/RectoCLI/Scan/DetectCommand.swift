import ArgumentParser
import FoundationEssentials
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The page of a picture, and what is needed to draw it.
private struct FoundPage: Sendable {
    let page: DetectedPage
    let picture: Picture?
    let steps: DetectionSteps?
}

struct DetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Finds the page in pictures and prints its corners.",
        discussion: """
            Corners are pixels of the upright picture (EXIF orientation applied), in the order top-left, top-right, \
            bottom-right, bottom-left. The first is the one nearest to the picture's top-left (the smallest x + y), whichever \
            way the text runs. The time covers detection on decoded pixels, without reading the file.

            The confidence, 0 to 1, is the probability that this is a page and that its corners are right. It reaches \
            the level show at 0.35, lock at 0.6 and capture at 0.8. Below show, no page is reported. If a page fills \
            the picture, as in a scan, there is nothing to crop, and the output says so.

            --all lists every quad that might be a page, the best first, without overlaps, each with its score and what each \
            feature adds to it or subtracts from it, compared with the average of the training quads.

            EXAMPLES
              recto detect photo.jpg
              recto detect *.jpg --json > corners.jsonl
              recto detect desk.jpg --all --limit 5
              recto detect photo.jpg --overlay out/
              recto detect photo.jpg --debug-images out/
            """)

    @Argument(help: InputFiles.help("image"))
    var images: [String]

    @Flag(help: "Print one JSON object per line, in the order of the inputs.")
    var json = false

    @Flag(help: "List all quads that might be pages, with the reasons.")
    var all = false

    @Option(help: "With --all, the maximum number of quads, 1 to 100.")
    var limit = 20

    @OptionGroup var results: ResultsArgument

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup var jobs: JobsArgument

    @Option(help: ArgumentHelp("Draw the results on copies of the pictures, in this folder.", valueName: "folder"))
    var overlay: String?

    @Option(
        name: .customLong("debug-images"),
        help: ArgumentHelp("Draw the steps of the detection, in this folder.", valueName: "folder"))
    var debugImages: String?

    func validate() throws {
        if !(1...100 ~= limit) { throw ValidationError("--limit is \(limit), required: 1 to 100.") }
    }

    func run() throws {
        let reader = reading.reader()
        let files = InputFiles.list(images, reader)
        try results.begin(files)
        let overlays = overlay.map { OverlayFolder(path: $0, inputs: files, steps: [.found]) }
        let steps = debugImages.map { OverlayFolder(path: $0, inputs: files, steps: DetectionSteps.steps) }
        for folder in [overlays, steps].compactMap({ $0 }) {
            try files.checkNotOverwritten(by: folder.files)
            try folder.make()
        }
        var failures = InputFailures(json: json)
        try processInOrder(files.count, jobs: jobs.count, worker: try PageDetector()) {
            try PageDetector()
        } process: { index, detector in
            Result {
                let file = try files[index].get()
                let picture = try reader.read(input: file).withSquarePixels
                let page = detect(file, picture, &detector)
                return FoundPage(
                    page: page, picture: overlays == nil ? nil : picture,
                    steps: steps.map { _ in
                        DetectionSteps(detector.trace(picture, limit: limit), of: picture, found: page)
                    })
            }
        } take: { index, found in
            do {
                let found = try found.get()
                if json { try Console.printJSON(found.page) } else { found.page.lines.forEach(Console.printLine) }
                if let overlays, let picture = found.picture {
                    failures.attempt(overlays.file(index, .found)) {
                        try overlays.write(found.page.drawn(over: picture), index, .found)
                    }
                }
                if let steps, let drawing = found.steps { write(drawing, index, to: steps, &failures) }
            } catch {
                try failures.record(error, of: files[index].file)
            }
            return !Console.outputHasFailed
        }
        try results.finish()
        try failures.throwIfAny()
    }

    private func detect(_ file: String, _ picture: Picture, _ detector: inout PageDetector) -> DetectedPage {
        var detection: PageDetection?
        var candidates: [PageCandidate]?
        let duration = ContinuousClock().measure {
            if all {
                let listed = detector.explain(picture, limit: limit)
                (candidates, detection) = (listed, listed.first?.detection)
            } else {
                detection = detector.detect(picture)
            }
        }
        return DetectedPage(
            file: file, width: picture.size.width, height: picture.size.height, detection: detection,
            candidates: candidates, milliseconds: duration.inMilliseconds)
    }

    private func write(
        _ drawing: DetectionSteps, _ input: Int, to folder: OverlayFolder, _ failures: inout InputFailures
    ) {
        for step in DetectionSteps.steps {
            failures.attempt(folder.file(input, step)) {
                if let image = try drawing.image(of: step) { try folder.write(image, input, step) }
            }
        }
    }
}
