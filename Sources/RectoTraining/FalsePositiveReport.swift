import Dispatch
import Foundation
import RectoAnchors
import RectoCodecs
import RectoCore
import Synchronization

/// How often anchors are found in pictures that do not show them.
struct FalsePositiveReport {
    private let frames: Int
    private let anchors: Int
    private let finds: [Find]

    /// An anchor found in a frame that does not show it.
    private struct Find: Sendable {
        let seed: UInt64
        let evidence: String
        let anchor: String
        let picture: GrayImage
        let image: GrayImage
    }

    /// Frames with seeds from `seed` on, alternating pages and empty desks, against anchors of seeds that no frame
    /// shows.
    ///
    /// The generator's cards, certificates, prints and posters are not used as anchors: it has one portrait, one
    /// signature and one card layout, which frames would truly show.
    init(seed: UInt64, count: Int, anchors: Int) throws {
        let images = try Self.images(from: seed + 50_000, count: anchors)
        let database = try AnchorDatabase.build(
            images: images, names: images.indices.map { "anchor \($0)" }, physicalWidths: images.map { _ in nil })
        let found = Mutex<[Find]>([])
        let workers = ProcessInfo.processInfo.activeProcessorCount
        let failure = Mutex<(any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
            do {
                var matcher = try AnchorMatcher(database)
                for index in stride(from: worker, to: count, by: workers) {
                    let picture = try AnchorScene.background(seed: seed + UInt64(index))
                    for match in picture.withView({ matcher.match($0) }) {
                        let find = Find(
                            seed: seed + UInt64(index), evidence: match.evidence, anchor: match.anchor.name,
                            picture: picture, image: images[match.index])
                        found.withLock { $0.append(find) }
                    }
                }
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let error = failure.withLock({ $0 }) { throw error }
        (frames, self.anchors) = (count, anchors)
        finds = found.withLock { $0 }.sorted { ($0.seed, $0.anchor) < ($1.seed, $1.anchor) }
    }

    /// Pictures suitable for anchors, with seeds from `first` on.
    private static func images(from first: UInt64, count: Int) throws -> [GrayImage] {
        var images: [GrayImage] = []
        var next = first
        while images.count < count {
            defer { next += 1 }
            guard AnchorScene.isUnique(next) else { continue }
            let image = try AnchorScene.anchor(seed: next)
            let single = try? AnchorDatabase.build(images: [image], names: ["a"], physicalWidths: [nil])
            if single != nil { images.append(image) }
        }
        return images
    }

    var lines: [String] {
        ["\(finds.count) finds in \(frames) frames with \(anchors) anchors"]
            + finds.map { "\($0.seed): \($0.anchor)\($0.evidence)" }
    }

    /// Writes the pictures of the findings: `SEED-ANCHOR-picture.png` and `SEED-ANCHOR-anchor.png` for each.
    func write(to folder: String) throws {
        let folder = URL(filePath: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for find in finds {
            for (name, image) in [("anchor", find.image), ("picture", find.picture)] {
                let file = "\(find.seed)-\(find.anchor)-\(name).png"
                try PNGWriter().write(.gray(image), path: folder.appending(path: file).path)
            }
        }
    }
}
