import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import StationRules

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
