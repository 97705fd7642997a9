import ArgumentParser
import Scores
import Recto
import RectoCodecs
import RectoCore
import RectoPictures
import RectoVision

struct QuadsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "quads", abstract: "Pages in pictures.",
        discussion: """
            FOLDERS
              with corners.json and images/; of pictures with sidecars NAME.json that have "quad" (recto-pictures make); with \
            metadata.csv (SmartDoc 2015, challenge 1, as images); with NAME.gt.xml beside a folder NAME of frames (SmartDoc's \
            own ground truth). Each is a set, SmartDoc's backgrounds are one each.

            FIGURES
              Of pictures with a page: how many have it found at an intersection over union of 0.9 and 0.95, the mean overlap, \
            in the picture and on the page (SmartDoc's score), and the corners' median error in per cent of the diagonal. \
            A page that is shown with less confidence than 0.35 counts as not found. Of pictures without one: how many \
            show one all the same.
            """)

    @Argument(help: ArgumentHelp("Folders of pictures with corners.", valueName: "folder"))
    var folders: [String] = []

    @Option(help: "Score so many scenes of the project's own generator too.")
    var scenes = 0

    @Option(help: "Score so many of its scenes without a page too.")
    var desks = 0

    @Option(help: "The first scene's seed. From 2000000 on nothing was tuned on them.")
    var seed: UInt64 = 2_000_000

    @OptionGroup var options: EvalOptions

    func validate() throws {
        if folders.isEmpty, scenes == 0, desks == 0 {
            throw ValidationError("Name a folder, or --scenes, or --desks.")
        }
        if !(0...1_000_000 ~= scenes) { throw ValidationError("--scenes is \(scenes), required: 0 to 1000000.") }
        if !(0...1_000_000 ~= desks) { throw ValidationError("--desks is \(desks), required: 0 to 1000000.") }
    }

    func run() throws {
        var detector = try PageDetector()
        var rows: [Report.Row] = []
        for folder in folders {
            for set in try QuadFolder(path: folder).sets() {
                rows.append(try score(set.name, set.items, &detector))
            }
        }
        if scenes > 0 { rows.append(try score("scenes from \(seed)", generated(scenes) { _ in }, &detector)) }
        if desks > 0 {
            rows.append(try score("desks from \(seed)", generated(desks) { $0.hasPage = false }, &detector))
        }
        try options.conclude(Report(task: "quads", rows: rows))
    }

    /// Scenes with no page or an entirely visible one.
    private func generated(
        _ count: Int, _ change: (inout SceneComposer.Options) -> Void
    ) throws -> some Sequence<QuadItem> {
        var settings = SceneComposer.Options()
        settings.allowsPartial = false
        change(&settings)
        let composer = SceneComposer(size: try PixelSize(width: 1280, height: 720), options: settings)
        return try (0..<UInt64(count)).lazy.map { number in
            let scene = try composer.compose(seed: seed + number)
            return QuadItem(name: "\(seed + number)", source: .image(scene.picture), truth: scene.quad)
        }
    }

    private func score(
        _ set: String, _ items: some Sequence<QuadItem>, _ detector: inout PageDetector
    ) throws -> Report.Row {
        var scores: [QuadScore] = []
        var (empty, shown) = (0, 0)
        for item in items {
            let (size, found) = try detect(item, &detector)
            guard let truth = item.truth else {
                empty += 1
                shown += found == nil ? 0 : 1
                options.tell("\(item.name): \(found == nil ? "nothing" : "a page") where there is none")
                continue
            }
            let score = QuadScore(found: found, truth: truth, in: size)
            options.tell("\(item.name): IoU \(score.overlap), corners \(score.cornerError.map { "\($0) %" } ?? "none")")
            scores.append(score)
        }
        func share(_ minimum: Double) -> Estimate? { .share(scores.count { $0.overlap >= minimum }, of: scores.count) }
        return Report.Row(
            set: set, count: scores.count + empty,
            figures: [
                Report.Figure(name: "IoU ≥ 0.9", estimate: share(0.9)),
                Report.Figure(name: "IoU ≥ 0.95", estimate: share(0.95)),
                Report.Figure(name: "mean IoU", estimate: .mean(scores.map(\.overlap)), decimals: 4),
                Report.Figure(name: "mean IoU on the page", estimate: .mean(scores.map(\.pageOverlap)), decimals: 4),
                Report.Figure(
                    name: "median corner error, %", estimate: .median(scores.compactMap(\.cornerError)), rises: false),
                Report.Figure(name: "shown without a page", estimate: .share(shown, of: empty), rises: false),
            ])
    }

    private func detect(_ item: QuadItem, _ detector: inout PageDetector) throws -> (PixelSize, Quad?) {
        let detection: PageDetection?
        let size: PixelSize
        switch try item.picture() {
        case .gray(let image): (size, detection) = (image.size, image.withView { detector.detect($0) })
        case .rgb(let image): (size, detection) = (image.size, image.withView { detector.detect($0) })
        }
        return (size, detection.flatMap { $0.level == nil ? nil : $0.quad })
    }
}
