package import FoundationEssentials
import Hummingbird
package import Recto
import RectoCodecs
package import RectoCore
import RectoVision
import Synchronization
import StationRules
package import StationStore

/// Makes sharper pictures of pages that were captured, one after the other, on a thread that comes after all others.
///
/// What is not done when the station ends is lost, and the page stays as it was captured.
package final class PageSharpener: Sendable {
    /// A page of a draft as it was stored.
    package struct Capture: Sendable {
        package let draft: Draft
        package let page: Int
        /// Number of its picture.
        package let picture: Int
        /// Its file.
        package let file: [UInt8]

        package init(draft: Draft, page: Int, picture: Int, file: [UInt8]) {
            (self.draft, self.page, self.picture, self.file) = (draft, page, picture, file)
        }
    }

    /// A page of a browser's camera, of which more pictures are to come.
    struct Expected: Sendable {
        let capture: Capture
        /// Of the picture that was captured, and the page in it.
        let size: PixelSize
        let quad: Quad
        let time: Duration

        /// The pictures that have come, with the one that was captured if it is like them.
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

    /// Makes a picture of a burst, if one that is better than a frame is to be expected, and puts it in the place of the page's.
    /// - Returns: Whether it will be looked at: not while others wait.
    @discardableResult
    package func add(_ burst: PageBurst, of capture: Capture) -> Bool {
        fuser.add(burst, if: { burst.hasDifferentFrames && burst.reason != nil }) { [library] fused in
            // Encoded on the fuser's thread, too.
            guard let fused, let file = try? fused.jpegBytes() else { return }
            Task { await Self.store(fused, file, of: capture, in: library) }
        }
    }

    // MARK: Pictures of browsers

    /// Waits for more pictures of a page.
    /// - Parameters:
    ///   - key: Of the still.
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

    /// Forgets the oldest of some, so that few are left.
    private static func drop(
        _ expected: inout [String: Expected], to count: Int, where isChosen: (Expected) -> Bool
    ) {
        let chosen = expected.filter { isChosen($1) }.sorted { $0.value.time < $1.value.time }
        for (key, _) in chosen.dropLast(count) { expected[key] = nil }
    }

    /// - Returns: `nil` if no pictures are waited for under this key and for this page.
    func expected(_ key: String, of draft: DraftName, page: Int) -> Expected? {
        guard let found = expected.withLock({ $0[key] }), found.capture.draft.name == draft,
            found.capture.page == page, .now - found.time < FrameRequest.patience
        else { return nil }
        return found
    }

    /// Whether pictures are waited for under a key.
    package func isExpected(_ key: String) -> Bool { expected.withLock { $0[key] != nil } }

    /// Makes a picture of those that have come. They come once.
    /// - Returns: Whether they are looked at: not while others wait.
    /// - Throws: ``HTTPError`` if they have come already.
    func add(_ burst: PageBurst, expected key: String) throws -> Bool {
        guard let found = expected.withLock({ $0.removeValue(forKey: key) }) else { throw HTTPError(.conflict) }
        if add(burst, of: found.capture) { return true }
        expected.withLock { $0[key] = found }
        return false
    }

    /// Gives up what is under way: the station ends.
    package func cancel() { fuser.cancel() }

    private static func store(
        _ fused: FusedPage, _ file: [UInt8], of capture: Capture, in library: Library
    ) async {
        let draft = capture.draft
        // A disk that is full, say: the page stays as it was captured.
        if (try? await draft.sharpen(capture.page, capture.picture, with: fused, file)) == true { return }
        guard case .saved(let document) = await draft.end else { return }
        _ = try? await CPUWorkQueue.exports.run {
            try library.sharpen(document, capture.file, with: fused, file, at: .now)
        }
    }
}

extension Library {
    /// The draft of a page was saved before its sharper picture was there: the page of the document gets it.
    /// - Parameter single: The file of the picture that the page was captured with.
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
    /// - Returns: `nil` for a page that was not made of several pictures.
    init?(_ page: ScanSession.SessionPage) {
        guard let fusion = page.fusion ?? page.setAside else { return nil }
        self.init(
            frames: fusion.frames, lostShare: fusion.lostShare, source: page.fusion == nil ? .single : .fused)
    }
}
