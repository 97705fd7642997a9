import Foundation
import Recto
import RectoCodecs
import RectoCore
import StationRules
import StationServer
import TestSupport
import Testing

/// A browser's camera without a browser: previews, or the engine's observations, and stills are passed as from the
/// channel.
final class CameraUnderTest {
    let scanner: LiveScanner
    /// The time on the camera's clock in tenths of a second.
    private var time = 0
    /// The station's last answer.
    private(set) var answer: ScannerAnswer
    private var previews: [String: GrayImage] = [:]
    /// The browser's engine; `nil` if it sends pictures.
    private var observer: FrameObserver?

    /// Opens a camera view.
    /// - Parameter hasEngine: Whether the browser analyzes the pictures itself.
    convenience init(_ draft: Draft, replacing page: Int? = nil, hasEngine: Bool = false) async throws {
        try await self.init(
            try LiveScanner(draft, drafts: OtherDrafts()), replacing: page, hasEngine: hasEngine)
    }

    init(_ scanner: LiveScanner, replacing page: Int? = nil, hasEngine: Bool = false) async throws {
        observer = hasEngine ? try FrameObserver() : nil
        self.scanner = scanner
        await scanner.begin(replacing: page)
        await scanner.setCamera(.ready)
        answer = await scanner.answer()
    }

    func close() async { await scanner.end() }

    /// Shows a photo at ten pictures per second until the station requests a still or the time is over.
    @discardableResult
    func show(_ photo: String, seconds: Double = 4) async throws -> [ScannerAnswer] {
        let preview = try previews[photo] ?? Photos.preview(Photos.bytes(photo))
        previews[photo] = preview
        return try await show(preview, seconds: seconds)
    }

    @discardableResult
    func show(_ image: GrayImage, seconds: Double) async throws -> [ScannerAnswer] {
        var answers: [ScannerAnswer] = []
        for _ in 0..<Int(seconds * 10) {
            time += 1
            answer = await scanner.answer(try LiveUplink(try message(about: image)))
            answers.append(answer)
            if answer.still != nil || answer.destination != nil { break }
        }
        return answers
    }

    /// Returns the picture, or the browser engine's observation of it.
    private func message(about image: GrayImage) throws -> [UInt8] {
        let takesSignature = answer.needsSignature
        guard
            let seen = image.withView({
                observer?.observe(.gray($0), at: .milliseconds(time * 100), takesSignature: takesSignature)
            })
        else { return Uplink.luminance(image, sequence: time, milliseconds: time * 100) }
        return try Uplink.observation(seen, takesSignature: takesSignature, sequence: time)
    }

    /// Sends the requested still, or one with the given note.
    @discardableResult
    func sendStill(_ bytes: [UInt8], _ note: StillNote? = nil) async throws -> ScannerAnswer {
        let note = try #require(note ?? answer.still)
        answer = await scanner.answer(try LiveUplink(Uplink.still(bytes, note)))
        return answer
    }

    /// Shows a photo, and sends the still if one is requested.
    /// - Returns: Whether one was requested.
    @discardableResult
    func capture(_ photo: String, seconds: Double = 4) async throws -> Bool {
        try await show(photo, seconds: seconds)
        guard answer.still != nil else { return false }
        try await sendStill(Photos.bytes(photo))
        return true
    }
}

/// Drafts in their own folder.
actor OtherDrafts: DraftSource {
    private var folders: [TemporaryFolder] = []
    private(set) var drafts: [Draft] = []

    func hadPicture(_ key: String, draft name: DraftName) -> Bool { false }

    func draft(_ name: DraftName) throws -> Draft {
        if let draft = drafts.first(where: { $0.name == name }) { return draft }
        let folder = try TemporaryFolder()
        let draft = Draft(name, folder: folder.path("draft"))
        folders.append(folder)
        drafts.append(draft)
        return draft
    }
}
