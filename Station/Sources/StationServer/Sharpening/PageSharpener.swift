package import FoundationEssentials
import Hummingbird
package import Recto
import RectoCodecs
package import RectoCore
import RectoVision
import Synchronization
import StationRules
package import StationStore

/// Merges frames of captured pages into sharper pictures, one page at a time on a low-priority thread.
///
/// Unfinished work is lost when the station stops, and the page stays as captured.
package final class PageSharpener: Sendable {
    /// A page of a draft in its stored state.
    package struct Capture: Sendable {
        package let draft: Draft
        package let page: Int
        /// The number of its picture.
        package let picture: Int
        /// The file of its picture.
        package let file: [UInt8]

        package init(draft: Draft, page: Int, picture: Int, file: [UInt8]) {
            (self.draft, self.page, self.picture, self.file) = (draft, page, picture, file)
        }
    }

    /// A page from a browser's camera for which more frames are expected.
    struct Expected: Sendable {
        let capture: Capture
        /// The size of the captured picture, and the page in it.
        let size: PixelSize
        let quad: Quad
        let time: Duration

        /// Returns the burst of received pictures, including the captured one if it is similar.
        func burst(with pictures: [BurstPicture]) throws -> PageBurst {
            let page = Page(try PictureReader().read(bytes: capture.file).pixels, quad: quad)
            let own = BurstPicture(jpegBytes: capture.file, quad: quad)
            return try (try? PageBurst.of(page, pictures + [own])) ?? PageBurst.of(page, pictures)
        }
    }

    private let library: Library
    private let fuser = BurstFuser()
    private let expected = Mutex<[String: Expected]>([:])

    package init(_ library: Library) { self.library = library }

    /// Merges a burst if an improvement is expected, and replaces the page's picture.
    /// - Returns: Whether it will be processed: not while others wait.
    @discardableResult
    package func add(_ burst: PageBurst, of capture: Capture) -> Bool {
        fuser.add(burst, if: { burst.hasDifferentFrames && burst.reason != nil }) { [library] fused in
            // Encode on the fuser's thread as well.
            guard let fused, let file = try? fused.jpegBytes() else { return }
            Task { await Self.store(fused, file, of: capture, in: library) }
        }
    }

    // MARK: Pictures of browsers

    /// Waits for more frames of a page.
    /// - Parameters:
    ///   - key: The key of the still.
    ///   - quad: The page in its picture.
    package func expect(_ key: String, of capture: Capture, _ size: PixelSize, _ quad: Quad) {
        let new = Expected(capture: capture, size: size, quad: quad, time: .now)
        expected.withLock { expected in
            expected = expected.filter { new.time - $1.time < FrameRequest.patience }
            expected[key] = new
            Self.drop(&expected, to: FrameRequest.places.each) { $0.capture.draft === capture.draft }
            Self.drop(&expected, to: FrameRequest.places.total) { _ in true }
        }
    }

    /// Removes the oldest entries above a limit.
    private static func drop(
        _ expected: inout [String: Expected], to count: Int, where isChosen: (Expected) -> Bool
    ) {
        let chosen = expected.filter { isChosen($1) }.sorted { $0.value.time < $1.value.time }
        for (key, _) in chosen.dropLast(count) { expected[key] = nil }
    }

    /// - Returns: `nil` if no frames are expected for this key and page.
    func expected(_ key: String, of draft: DraftName, page: Int) -> Expected? {
        guard let found = expected.withLock({ $0[key] }), found.capture.draft.name == draft,
            found.capture.page == page, .now - found.time < FrameRequest.patience
        else { return nil }
        return found
    }

    /// Whether frames are expected for a key.
    package func isExpected(_ key: String) -> Bool { expected.withLock { $0[key] != nil } }

    /// Merges the received frames, which are accepted only once.
    /// - Returns: Whether they will be processed: not while others wait.
    /// - Throws: ``HTTPError`` if they have already been received.
    func add(_ burst: PageBurst, expected key: String) throws -> Bool {
        guard let found = expected.withLock({ $0.removeValue(forKey: key) }) else { throw HTTPError(.conflict) }
        if add(burst, of: found.capture) { return true }
        expected.withLock { $0[key] = found }
        return false
    }

    /// Cancels all work, because the station is stopping.
    package func cancel() { fuser.cancel() }

    private static func store(
        _ fused: FusedPage, _ file: [UInt8], of capture: Capture, in library: Library
    ) async {
        let draft = capture.draft
        // If this fails, such as on a full disk, the page stays as captured.
        if (try? await draft.sharpen(capture.page, capture.picture, with: fused, file)) == true { return }
        guard case .saved(let document) = await draft.end else { return }
        _ = try? await CPUWorkQueue.exports.run {
            try library.sharpen(document, capture.file, with: fused, file, at: .now)
        }
    }
}

extension Library {
    /// Updates the page of a saved document, because its draft was saved before the sharper picture was ready.
    /// - Parameter single: The file of the captured picture.
    @discardableResult
    package func sharpen(
        _ document: Int64, _ single: [UInt8], with fused: FusedPage, _ file: [UInt8], at date: Date
    ) throws -> Bool {
        let name = BlobName(of: single)
        guard let made = fused.page.fusion, let page = try pages(of: document).first(where: { $0.original == name }),
            page.single == nil
        else { return false }
        let size = fused.captured.originalSize
        guard page.width == size.width, page.height == size.height else { return false }
        let quad = page.quad.flatMap { $0 == fused.captured.quad ? fused.page.quad : fused.fused($0) }
        guard page.quad == nil || quad != nil else { return false }
        var sharper = NewDocument.Page(
            picture: file, size: fused.page.originalSize, quad: quad, rotation: page.rotation, filter: page.filter,
            flattening: page.flattening)
        sharper.single = NewDocument.Page.Single(
            reading: { single }, FusionRecord(size: size, quad: page.quad, madeQuad: quad, made: made))
        return try sharpen(page, of: document, as: sharper, at: date)
    }
}

extension SharperPage {
    /// - Returns: `nil` for a page that was not merged from several frames.
    init?(_ page: ScanSession.SessionPage) {
        guard let fusion = page.fusion ?? page.setAside else { return nil }
        self.init(
            frames: fusion.frames, lostShare: fusion.lostShare, source: page.fusion == nil ? .single : .fused)
    }
}
