import ArgumentParser
import RectoCodecs
import RectoCore
import RectoVision
import Scores

struct PagesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pages", abstract: "Pages in pictures from the wild: what is right, and what goes wrong.",
        discussion: """
            FOLDERS
              with ground_truth.json and images/: pictures with the corners of all sheets and of other outlines that count \
            as right, pictures that a page fills from edge to edge, and pictures without a page.

            FIGURES
              A quad is shown from a confidence of 0.35 on and captured from 0.8 on; quads and outlines count as far as they \
            lie in the picture. Right: shown with an intersection over union of 0.9. Wrong: shown, but not right. Content \
            lost: more than 3 % of the page outside the quad. Cropped: more than 4 % of a page that fills the picture \
            outside. Of pictures without a page, all that is shown is wrong.
            """)

    @Argument(help: ArgumentHelp("Folders of pictures.", valueName: "folder"))
    var folders: [String]

    @OptionGroup var options: EvalOptions

    func run() throws {
        var detector = try PageDetector()
        let reader = PictureReader()
        var rows: [Report.Row] = []
        for set in try folders.flatMap({ try WildFolder(path: $0).groups() }) {
            let verdicts = try set.items.map { item in
                let verdict = try judge(item, reader, &detector)
                options.tell(
                    "\(item.name): shown \(verdict.isShown), IoU \(verdict.overlap), lost \(verdict.lostShare)")
                return verdict
            }
            rows.append(row(set, verdicts))
        }
        try options.conclude(Report(task: "pages", rows: rows))
    }

    private func judge(
        _ item: WildFolder.Item, _ reader: PictureReader, _ detector: inout PageDetector
    ) throws -> PageVerdict {
        let found: PageDetection?
        let size: PixelSize
        switch try reader.read(path: item.path).pixels {
        case .gray(let image): (size, found) = (image.size, image.withView { detector.detect($0) })
        case .rgb(let image): (size, found) = (image.size, image.withView { detector.detect($0) })
        }
        return PageVerdict(
            quad: found?.quad, confidence: found?.confidence ?? 0, content: item.content, in: size,
            show: PageDetection.Level.show.minimumConfidence, capture: PageDetection.Level.capture.minimumConfidence)
    }

    private func row(_ set: WildFolder.Group, _ verdicts: [PageVerdict]) -> Report.Row {
        let content = set.items.first?.content
        func share(_ applies: Bool, _ isMet: (PageVerdict) -> Bool) -> Estimate? {
            applies ? .share(verdicts.count(where: isMet), of: verdicts.count) : nil
        }
        var (isPage, isFull) = (false, false)
        if case .pages? = content { isPage = true }
        if case .fills? = content { isFull = true }
        /// Whether a shown quad is wrong, which depends on the kind of picture.
        func isWrong(_ verdict: PageVerdict) -> Bool {
            isPage ? verdict.isShown && !verdict.isRight : isFull ? verdict.isCropped : verdict.isShown
        }
        return Report.Row(
            set: set.name, count: verdicts.count,
            figures: [
                Report.Figure(name: "right", estimate: share(isPage) { $0.isRight }),
                Report.Figure(name: "wrong", estimate: share(true, isWrong), rises: false),
                Report.Figure(
                    name: "captured wrong", estimate: share(true) { isWrong($0) && $0.isCaptured }, rises: false),
                Report.Figure(name: "missed", estimate: share(isPage) { !$0.isShown }, rises: false),
                Report.Figure(name: "content lost", estimate: share(isPage) { $0.losesContent }, rises: false),
            ])
    }
}
