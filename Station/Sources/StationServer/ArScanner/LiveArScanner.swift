import RectoAnchors
package import RectoCapture
import RectoCore
package import StationRules

/// The engine behind a camera view of the AR scanner: recognises the anchor, and follows it.
package actor LiveArScanner: LiveScreen {
    private var machine: ArScannerMachine
    private let engine: AnchorScanner
    /// Pictures that were looked at: none while the person reads the instructions.
    package private(set) var framesLookedAt = 0

    /// - Parameter features: A database of one anchor, as bytes.
    /// - Throws: ``AnchorDatabaseError`` if it is none.
    package init(features: [UInt8], annotations: [Annotation]) throws {
        let database = try features.withUnsafeBytes { try AnchorDatabase(bytes: $0) }
        engine = try AnchorScanner(database)
        machine = ArScannerMachine(annotations, scan: try ARScanFlow())
    }

    package func answer() -> ArAnswer { ArAnswer(machine) }

    @discardableResult
    package func answer(_ action: ArAction) -> ArAnswer {
        if let event = action.event { machine.handle(event) }
        return answer()
    }

    package func setCamera(_ state: CameraState) { machine.handle(.camera(state)) }

    package func answer(_ picture: LiveUplink) -> ArAnswer {
        // A damaged picture counts as if it had not come.
        if machine.isLooking { _ = picture.withFrame { renderOptions(at: $0, picture.time) } }
        return answer()
    }

    package func renderOptions(at frame: CapturedFrame) -> ArAnswer {
        if machine.isLooking { try? frame.withView { renderOptions(at: $0, frame.time) } }
        return answer()
    }

    private func renderOptions(at frame: FrameView, _ time: Duration) {
        framesLookedAt += 1
        guard let update = try? engine.process(frame, at: time) else { return }
        let seen = update.sightings.first { $0.state == .seen }
        machine.handle(
            .frame(ARScanFlow.Observation(time: time, corners: seen?.corners, frameSize: frame.size)))
    }
}
