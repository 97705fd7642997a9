import ArgumentParser
import RectoBarcode
import RectoCapture
import RectoCodecs
import RectoCore

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Reads QR codes in pictures and in streams.",
        discussion: """
            Corners are pixels of the upright picture (EXIF orientation applied), in the order top-left, top-right, \
            bottom-right, bottom-left of the upright code. The time covers decoded pixels, without reading the file.

            --watch reads the frames of a source, always the newest, until it ends: a camera by its node, id or \
            serial:NUMBER, a stream by its path, - for standard input. Frames without a code are not reported.

            --onboarding checks codes against a policy. The state of each picture, and of each frame in which it changes, is \
            reported: unsuccessful (no code), seen (come closer or hold steady), invalid or successful, with the risks found. \
            Nothing is opened. Without --json no text of a code is shown, because it may hold secrets.

            --join joins payloads that are split over several codes (structured append), from all pictures or frames, and \
            prints each as soon as its last part is read. At the end it names missing parts and payloads with the wrong parity; \
            the exit status is then 1.

            EXAMPLES
              recto qr photo.jpg
              recto qr *.jpg --json > codes.jsonl
              recto qr label.png --symbology ean13,code128
              recto qr --join part-*.jpg
              recto qr --watch --source /dev/video0 --region 640,200,640,640
              recto qr badge.jpg --onboarding policy.json --json
            """)

    @Argument(help: InputFiles.help("image"))
    var images: [String] = []

    @Flag(help: "Print one JSON object per line, in the order of the inputs or frames.")
    var json = false

    @Flag(help: "Read a stream.")
    var watch = false

    @Option(help: "With --watch, where frames come from.")
    var source: String?

    @Option(name: .customLong("max-frames"), help: "With --watch, stop after this number of frames.")
    var maximumFrames: Int?

    @Option(help: "Search only this part of the picture: left,top,width,height in pixels.")
    var region: RegionArgument?

    @Option(
        name: .customLong("symbology"), parsing: .singleValue,
        help: "Read these instead of QR codes, separated by commas; may be repeated: \(SymbologyNames.all).")
    var symbologies: [SymbologyNames] = []

    @OptionGroup var results: ResultsArgument

    @OptionGroup(title: "Reading") var reading: ReadingOptions

    @OptionGroup var jobs: JobsArgument

    @Flag(help: "Join payloads that are split over several codes.")
    var join = false

    @Option(help: ArgumentHelp("Check codes against this policy.", valueName: "policy.json"))
    var onboarding: String?

    @Option(help: "The effort: still (everything), or frame (as much as for one frame of a stream).")
    var effort = Effort.still

    enum Effort: String, ExpressibleByArgument {
        case still, frame
    }

    func validate() throws {
        guard watch == (source != nil) else {
            throw ValidationError("--watch needs --source NAME, and --source needs --watch.")
        }
        guard watch != !images.isEmpty else {
            throw ValidationError(
                watch ? "--watch takes no pictures." : "Name a picture, or use --watch with --source NAME.")
        }
        if watch, jobs.given != nil { throw ValidationError("--jobs is for pictures, not for --watch.") }
        if watch, results.path != nil {
            throw ValidationError("--watch prints as it reads: redirect it with > instead of -o.")
        }
        if join, onboarding != nil {
            throw ValidationError("--join and --onboarding exclude each other: a policy decides on single codes.")
        }
        if !watch, maximumFrames != nil { throw ValidationError("--max-frames needs --watch.") }
        if let maximumFrames, maximumFrames < 1 {
            throw ValidationError("--max-frames is \(maximumFrames), required: 1 or more.")
        }
    }

    func run() throws {
        var parameters = watch || effort == .frame ? CodeReader.Parameters.live : CodeReader.Parameters()
        if !symbologies.isEmpty { parameters.symbologies = Set(symbologies.flatMap(\.symbologies)) }
        let check = try onboarding.map { try OnboardingCheck(policy: $0) }
        guard let source else { return try read(parameters, check) }
        var reader = RegionReader(try CodeReader(parameters), region)
        do {
            try watch(FrameSources.named(source), &reader, check)
        } catch let error as CaptureError {
            throw UnusableInput(file: source, reason: "\(error)")
        }
    }

    private func read(_ parameters: CodeReader.Parameters, _ check: OnboardingCheck?) throws {
        let pictures = reading.reader(layout: .gray)
        var failures = InputFailures(json: json)
        var joining = join ? PayloadJoining(json: json) : nil
        let files = InputFiles.list(images, pictures)
        try results.begin(files)
        try processInOrder(files.count, jobs: jobs.count, worker: RegionReader(try CodeReader(parameters), region)) {
            RegionReader(try CodeReader(parameters), region)
        } process: { index, reader in
            Result {
                let picture = try pictures.read(input: files[index].get()).gray
                let (codes, duration) = try picture.withView { try reader.read(.gray($0)) }
                return (codes: codes, unread: reader.unread, duration: duration)
            }
        } take: { index, read in
            let file = files[index].file
            do {
                let (codes, unread, duration) = try read.get()
                let state = check?.state(of: codes, unread: unread)
                let found = CodesInPicture(file: file, codes: codes, state, milliseconds: duration.inMilliseconds)
                if json { try Console.printJSON(found) } else { found.lines.forEach(Console.printLine) }
                try joining?.add(codes, from: file)
            } catch {
                try failures.record(error, of: file)
            }
            return !Console.outputHasFailed
        }
        let areWhole = try joining?.reportRest() ?? true
        try results.finish()
        if !areWhole { throw SomeInputsFailed() }
        try failures.throwIfAny()
    }

    private func watch(_ source: some FrameSource, _ reader: inout RegionReader, _ check: OnboardingCheck?) throws {
        var frames = source.makeAsyncIterator()
        var log = CodeLog(json: json, check: check)
        var joining = join ? PayloadJoining(json: json) : nil
        var hasFrames = false
        while !frames.hasEnded, let event = try frames.next(orFor: .seconds(3600)) {
            switch event {
            case .device(let event):
                Console.printErrorLine("recto: \(source.name) \(CameraWait(seconds: nil).text(event))")
            case .frame(let frame):
                hasFrames = true
                let (codes, duration) = try frame.withView(FrameDetail(isColor: false)) { try reader.read($0) }
                try log.report(frame, codes, unread: reader.unread, duration)
                try joining?.add(codes, from: source.name)
                if let maximumFrames, frame.number + 1 >= maximumFrames {
                    return try finish(joining)
                }
            }
        }
        if !hasFrames { throw UnusableInput(file: source.name, reason: "delivered no usable frame") }
        try finish(joining)
    }

    private func finish(_ joining: PayloadJoining?) throws {
        guard try joining?.reportRest() ?? true else { throw SomeInputsFailed() }
    }
}

/// Symbologies by their command-line names, separated by commas: letters and digits only.
struct SymbologyNames: ExpressibleByArgument {
    let symbologies: [Symbology]

    init?(argument: String) {
        let names = argument.lowercased().split(separator: ",", omittingEmptySubsequences: false)
        symbologies = names.compactMap { name in Symbology.allCases.first { Self.name($0) == name } }
        guard symbologies.count == names.count else { return nil }
    }

    static var all: String { Symbology.allCases.map(name).joined(separator: ", ") }

    private static func name(_ symbology: Symbology) -> String {
        symbology.rawValue.lowercased().filter { $0.isLetter || $0.isNumber }
    }
}
