import Recto
package import RectoCapture
import RectoCodecs
import RectoCore
package import StationRules

/// What a live channel shows: looks at the pictures of a camera, and tells the browser what is seen in them.
///
/// Pictures come from the browser's camera, or from one of the station's own; all else is the same for both.
package protocol LiveScreen: Actor {
    /// What the person can do, as JSON.
    associatedtype Action: Decodable & Sendable
    /// What the browser is to show, as JSON.
    associatedtype Answer: Encodable & Sendable

    /// What is shown at the moment.
    func answer() async -> Answer
    func answer(_ action: Action) async -> Answer
    /// Looks at a picture of the browser's camera.
    func answer(_ picture: LiveUplink) async -> Answer
    /// Looks at a frame of the station's camera.
    func renderOptions(at frame: CapturedFrame) async -> Answer
    /// There is a camera now, or why there is none.
    func setCamera(_ state: CameraState)
}

/// A camera of the station's own: its frames need not come up from a browser.
extension LiveScreen {
    /// Looks at each frame of a camera until it ends or nobody looks any more.
    /// - Parameters:
    ///   - name: See ``StationSources``.
    ///   - turn: Whether the browser has drawn the last picture.
    ///   - send: Is given a picture to show, a JPEG file, whenever it is its turn, and what was found in it; between pictures,
    ///     what has changed.
    package func watch(
        _ name: String, turn: PictureTurn, send: @Sendable (_ picture: [UInt8]?, Answer) async throws -> Void
    ) async throws {
        do {
            for try await event in StationSources.named(name) {
                switch event {
                case .frame(let frame):
                    setCamera(.ready)
                    let answer = await renderOptions(at: frame)
                    // A frame that cannot be encoded is not shown; the next one is.
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
        // The end of a film: its last picture stays.
        try await send(nil, await answer())
    }
}

extension CapturedFrame {
    /// A JPEG file of the frame: as it came where it is one.
    fileprivate func jpegBytes() throws -> [UInt8] {
        if encoding == .jpeg { return withBytes { Array($0) } }
        return try withView { try JPEGWriter.standard.encode(Picture.Pixels(copying: $0).raster) }
    }
}

extension CameraState {
    /// Nothing for events that change nothing.
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

/// What goes down a live channel: a screen's answer, with the number of the picture that it answers.
struct LiveAnswer<Content: Encodable>: Encodable {
    /// Nothing for what answers no picture of the browser's.
    let sequence: UInt32?
    let content: Content

    private enum CodingKeys: CodingKey { case sequence }

    func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(sequence, forKey: .sequence)
    }
}
