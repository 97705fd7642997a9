import ArgumentParser
import Foundation
import Recto
import RectoAnchors
import RectoCodecs
import RectoCore
import Scores

struct AnchorsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "anchors", abstract: "Images in pictures, in their poses.",
        discussion: """
            FOLDERS
              with H1to2p … or homographies.json (Oxford's affine covariant regions), with reference_poses.json, or of such \
            folders, which count as one set. The anchors of a folder are looked for together.

            FIGURES
              Of the anchors that pictures show: how many are found with their corners, in the mean, within 3, 5 and 10 pixels. Of \
            the anchors that pictures do not show: how many are found all the same.
            """)

    @Argument(help: ArgumentHelp("Folders of pictures with homographies.", valueName: "folder"))
    var folders: [String]

    @OptionGroup var options: EvalOptions

    func run() throws {
        let rows = try folders.map { folder in
            let tally = try PlanarFolder(path: folder).sets().reduce(into: Tally()) { try score($1, &$0) }
            return tally.row(URL(filePath: folder).standardized.lastPathComponent)
        }
        try options.conclude(Report(task: "anchors", rows: rows))
    }

    private struct Tally {
        /// Errors of the shown anchors in pixels; infinite for anchors that were not found.
        var errors: [Double] = []
        /// Number of anchors that are not shown, and of those among them that were found.
        var absent = 0
        var imagined = 0

        func row(_ set: String) -> Report.Row {
            let shares = [3, 5, 10].map { bound in
                Report.Figure(
                    name: "< \(bound) px",
                    estimate: .share(errors.count { $0 < Double(bound) }, of: errors.count))
            }
            let imagined = Report.Figure(
                name: "found where it is not", estimate: .share(imagined, of: absent), rises: false)
            return Report.Row(set: set, count: errors.count, figures: shares + [imagined])
        }
    }

    private func score(_ set: PlanarSet, _ tally: inout Tally) throws {
        let images = try set.anchors.map { try PictureReader(layout: .gray).read(path: $0).gray }
        var matcher = try AnchorMatcher(
            try AnchorDatabase.build(images: images, names: set.anchors, physicalWidths: images.map { _ in nil }))
        for picture in set.pictures {
            let matches = try PictureReader(layout: .gray).read(path: picture.path).gray.withView { matcher.match($0) }
            for (anchor, image) in zip(set.anchors, images) where !picture.unscored.contains(anchor) {
                let found = matches.first { $0.anchor.name == anchor }
                guard let pose = picture.poses[anchor] else {
                    tally.absent += 1
                    tally.imagined += found == nil ? 0 : 1
                    continue
                }
                let error = found.map { $0.corners.meanDistance(to: Quad(image.size).map(pose.map)) } ?? .infinity
                options.tell("\(picture.path), \(anchor): \(found == nil ? "not found" : "\(error) px")")
                tally.errors.append(error)
            }
        }
    }
}

extension Quad {
    /// Mean distance of its corners from another quad's, in order.
    fileprivate func meanDistance(to other: Quad) -> Double {
        (0..<4).reduce(0) { $0 + (self[$1] - other[$1]).length } / 4
    }
}
