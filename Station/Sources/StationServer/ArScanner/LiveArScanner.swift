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

/// What the person did in a camera view of the AR scanner, as JSON.
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
    /// Of an annotation.
    package var index: Int?
    /// Of the view: its width by its height.
    package var aspect: Double?

    package init(kind: Kind, index: Int? = nil, aspect: Double? = nil) {
        self.kind = kind
        self.index = index
        self.aspect = aspect
    }

    /// Nothing if what the kind needs is missing.
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

/// What a camera view of the AR scanner is to show, as JSON.
package struct ArAnswer: Encodable, Sendable {
    package let display: ArScannerDisplay
    /// The middle of the anchor, while the match is shown.
    package let indicator: MarkerProjection.Marker?
    /// The anchor's outline then: eight coordinates, clockwise from its own top-left, as shares of the picture's width and
    /// height.
    package let outline: [Double]?
    /// Of the annotations, in their order; none while they are hidden.
    package let markers: [MarkerProjection.Marker]

    init(_ machine: ArScannerMachine) {
        display = ArScannerDisplay(machine)
        indicator = machine.indicator
        outline = machine.outline?.corners.flatMap { [$0.x, $0.y] }
        markers = machine.markers
    }
}
