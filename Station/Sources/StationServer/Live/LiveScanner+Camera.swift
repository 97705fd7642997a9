import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import StationRules

/// A camera of the station's own: its frames need not come up from a browser, and what is taken is the frame itself.
extension LiveScanner {
    /// Looks at each frame of a camera until it ends or nobody looks any more.
    /// - Parameters:
    ///   - name: As `FrameSources` calls it.
    ///   - send: Is given a picture to show, a JPEG file, whenever the browser has drawn the last one, and what was found in
    ///     it; between pictures, what has changed.
    package func watch(_ name: String, send: @Sendable (_ picture: [UInt8]?, LiveDownlink) async throws -> Void)
        async throws
    {
        do {
            for try await event in FrameSources.named(name) {
                switch event {
                case .frame(let frame):
                    setCamera(.ready)
                    let answer = await look(at: frame)
                    if takeTurnToShow() { try await send(try Self.picture(of: frame), answer) }
                case .device(let event):
                    guard let state = CameraState(event) else { continue }
                    setCamera(state)
                    try await send(nil, await downlink())
                }
            }
        } catch is CaptureError { setCamera(.absent) }
        // The end of a film: its last picture stays.
        try await send(nil, await downlink())
    }

    /// A frame as a JPEG file: as it came where it is one.
    private static func picture(of frame: CapturedFrame) throws -> [UInt8] {
        if frame.encoding == .jpeg { return frame.withBytes { Array($0) } }
        return try frame.withView { view in
            switch Picture.Pixels(copying: view) {
            case .gray(let image): try JPEGWriter.standard.encode(.gray(image))
            case .rgb(let image): try JPEGWriter.standard.encode(.rgb(image))
            }
        }
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
