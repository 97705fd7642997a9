import RectoAnchors
package import RectoCapture
import RectoCore
package import StationRules

/// The engine behind a camera view of the AR scanner: recognizes and tracks the anchor.
package actor LiveArScanner: LiveScreen {
    private var machine: ArScannerMachine
    private let engine: AnchorScanner
    /// The number of processed frames. None are processed while the instructions are shown.
    package private(set) var processedFrames = 0

    /// - Parameter features: A database of one anchor, as bytes.
    /// - Throws: ``AnchorDatabaseError`` if the bytes are not a database.
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
        // A damaged picture is ignored.
        if machine.processesFrames { _ = picture.withFrame { process($0, at: picture.time) } }
        return answer()
    }

    package func process(_ frame: CapturedFrame) -> ArAnswer {
        if machine.processesFrames { try? frame.withView { process($0, at: frame.time) } }
        return answer()
    }

    private func process(_ frame: FrameView, at time: Duration) {
        processedFrames += 1
        guard let update = try? engine.process(frame, at: time) else { return }
        let seen = update.sightings.first { $0.state == .seen }
        machine.handle(
            .frame(ARScanFlow.Observation(time: time, corners: seen?.corners, frameSize: frame.size)))
    }
}

/// An action of the person in a camera view of the AR scanner, as JSON.
package struct ArAction: Decodable, Sendable {
    package enum Kind: String, Decodable {
        case scan
        case coach
        case view
        case select
        case card
        case next
        case previous
        case back
    }

    package let kind: Kind
    /// The index of an annotation.
    package var index: Int?
    /// The view's width divided by its height.
    package var aspect: Double?

    package init(kind: Kind, index: Int? = nil, aspect: Double? = nil) {
        self.kind = kind
        self.index = index
        self.aspect = aspect
    }

    /// `nil` if a member that the kind needs is missing.
    package var event: ArScannerMachine.Event? {
        switch kind {
        case .scan: .scan
        case .coach: .coach
        case .view: aspect.map { .view(aspect: $0) }
        case .select: index.map { .select($0) }
        case .card: index.map { .card($0) }
        case .next: .next
        case .previous: .previous
        case .back: .back
        }
    }
}

/// The content of a camera view of the AR scanner, as JSON.
package struct ArAnswer: Encodable, Sendable {
    package let display: ArScannerDisplay
    /// The anchor's middle while the match is shown.
    package let indicator: MarkerProjection.Marker?
    /// The anchor's outline while the match is shown: eight coordinates, clockwise from its own top-left, relative to the
    /// picture's size.
    package let outline: [Double]?
    /// The markers in the order of the annotations; empty while they are hidden.
    package let markers: [MarkerProjection.Marker]

    init(_ machine: ArScannerMachine) {
        display = ArScannerDisplay(machine)
        indicator = machine.indicator
        outline = machine.outline?.corners.flatMap { [$0.x, $0.y] }
        markers = machine.markers
    }
}
