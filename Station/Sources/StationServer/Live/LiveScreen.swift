import Recto
package import RectoCapture
import RectoCodecs
package import RectoCore
package import StationRules

/// The screen behind a channel: processes a camera's pictures and sends the browser what to show.
///
/// Pictures come from the browser's camera or from one of the station's. Everything else is the same for both.
package protocol LiveScreen: Actor {
    /// An action of the person, as JSON.
    associatedtype Action: Decodable & Sendable
    /// The content for the browser, as JSON.
    associatedtype Answer: Encodable & Sendable

    /// The current content.
    func answer() async -> Answer
    func answer(_ action: Action) async -> Answer
    /// Processes a picture of the browser's camera.
    func answer(_ picture: LiveUplink) async -> Answer
    /// Processes a frame of the station's camera.
    func process(_ frame: CapturedFrame) async -> Answer
    /// Sets whether a camera is available, or the reason why not.
    func setCamera(_ state: CameraState)
    /// Sets the size of full-size pictures of the browser's camera, and whether the browser buffers such frames of a
    /// resting page.
    func setStill(_ size: PixelSize, keepsFilm: Bool)
    /// Signals changes to the content with causes other than messages and frames; `nil` if there are no such changes.
    nonisolated var changes: AsyncStream<Void>? { get }
}

extension LiveScreen {
    nonisolated package var changes: AsyncStream<Void>? { nil }
    package func setStill(_ size: PixelSize, keepsFilm: Bool) {}
}

/// Support for the station's cameras, whose frames need not be uploaded by a browser.
extension LiveScreen {
    /// Processes each frame of a camera until it ends or the task is canceled.
    /// - Parameters:
    ///   - name: See ``StationSources``.
    ///   - turn: Whether the browser has drawn the last picture.
    ///   - send: Receives a JPEG file with its answer when the browser is ready for it, and only an answer when just
    ///     the camera's state has changed.
    package func watch(
        _ name: String, turn: PictureTurn, send: @Sendable (_ picture: [UInt8]?, Answer) async throws -> Void
    ) async throws {
        do {
            for try await event in StationSources.named(name) {
                switch event {
                case .frame(let frame):
                    setCamera(.ready)
                    let answer = await process(frame)
                    // A frame that cannot be encoded is skipped.
                    guard turn.isDue, let picture = try? frame.jpegBytes() else { continue }
                    turn.take()
                    try await send(picture, answer)
                case .device(let event):
                    guard let state = CameraState(event) else { continue }
                    setCamera(state)
                    try await send(nil, await answer())
                }
            }
        } catch is CaptureError { setCamera(.absent) }
        // At the end of a video, its last picture stays.
        try await send(nil, await answer())
    }
}

extension CapturedFrame {
    /// Returns the frame as a JPEG file. Frames that are JPEG files are not encoded again.
    fileprivate func jpegBytes() throws -> [UInt8] {
        if encoding == .jpeg { return try withBytes { Array($0) } }
        return try withView { try JPEGWriter.standard.encode(Picture.Pixels(copying: $0).raster) }
    }
}

extension CameraState {
    /// `nil` for events that do not change the state.
    fileprivate init?(_ event: DeviceEvent) {
        switch event {
        case .opened, .resumed: self = .ready
        case .absent: self = .absent
        case .busy: self = .busy
        case .refused: self = .refused
        case .lost, .fault, .stalled: self = .lost
        case .formatChanged, .released: self = .starting
        case .damaged: return nil
        }
    }
}

/// A message to the browser: a screen's answer with the number of the answered picture.
struct LiveAnswer<Content: Encodable>: Encodable {
    /// `nil` if it does not answer a picture of the browser.
    let sequence: UInt32?
    let content: Content

    private enum CodingKeys: CodingKey { case sequence }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sequence, forKey: .sequence)
    }
}
