public import RectoAnchors
public import RectoCore

/// The state machine of the AR scanner: from coaching to the annotations of the recognized anchor.
///
/// It has no pixels and no clock. Events report the person's actions and the anchor in each frame.
public struct ArScannerMachine: Sendable {
    public enum Event: Hashable, Sendable {
        case camera(CameraState)
        /// Begins the scan, or returns to it.
        case scan
        /// The anchor's thumbnail was tapped.
        case coach
        /// A frame was processed.
        case frame(ARScanFlow.Observation)
        /// The view's width divided by its height.
        case view(aspect: Double)
        /// A marker was tapped, or a card was swiped into the middle.
        case select(Int)
        case card(Int)
        case next
        case previous
        case back
    }

    public enum Phase: String, Hashable, Codable, Sendable, CaseIterable {
        case coaching
        case scanning
        case matched
        case experience
    }

    public let annotations: [Annotation]
    public private(set) var camera = CameraState.starting
    public private(set) var selection: AnnotationSelection
    /// The anchor's corners in the last frame that shows it.
    public private(set) var corners: Quad?
    private var scan: ARScanFlow
    private var frameSize: PixelSize?
    private var aspect = Double.nan

    public init(_ annotations: [Annotation], scan: ARScanFlow) {
        self.annotations = annotations
        self.scan = scan
        selection = AnnotationSelection(count: annotations.count)
    }

    public mutating func handle(_ event: Event) {
        switch event {
        case .camera(let state): camera = state
        case .scan: scan.perform(.scan)
        case .coach:
            scan.perform(.coach)
            corners = nil
        case .frame(let observation):
            guard processesFrames else { return }
            _ = scan.observe(observation)
            // If a frame misses the anchor, markers stay in place: it is either found again at once or lost.
            corners = observation.corners ?? corners
            frameSize = observation.frameSize
        case .view(let aspect): self.aspect = aspect
        case .select, .card, .next, .previous, .back:
            if phase == .experience { choose(event) }
        }
    }

    private mutating func choose(_ event: Event) {
        switch event {
        case .select(let index): selection.select(index)
        case .card(let index): selection.tapCard(index)
        case .next: selection.selectNext()
        case .previous: selection.selectPrevious()
        default: selection.back()
        }
    }

    // MARK: What is shown

    public var phase: Phase {
        switch scan.state {
        case .coaching: .coaching
        case .scanning: .scanning
        case .matched: .matched
        case .experience: .experience
        }
    }

    /// Whether frames are processed: not while the instructions are shown.
    public var processesFrames: Bool { camera == .ready && phase != .coaching }
    /// The label of the button below the instructions.
    public var buttonLabel: String {
        if case .coaching(isFirst: true) = scan.state { localized("Begin Scan") } else { localized("Return to Scan") }
    }
    /// Whether the guide and the crosshair are shown: before the match, and when the anchor is lost after it.
    public var showsGuide: Bool { phase == .scanning || phase == .experience && !scan.isSeen }
    public var showsIndicator: Bool { phase == .matched }
    /// Whether markers are shown: only while the anchor is visible.
    public var showsMarkers: Bool { phase == .experience && scan.isSeen }

    public var prompt: String {
        guard camera == .ready else { return camera == .starting ? localized("Starting the camera") : "" }
        switch scan.state {
        case .coaching: return ""
        case .scanning(.lookForAnchor): return localized("Point the camera at the picture")
        case .scanning(.comeCloser): return localized("Move closer")
        case .scanning(.holdSteady): return localized("Hold the camera steady")
        case .matched: return localized("Matched")
        case .experience:
            if !scan.isSeen { return localized("Point the camera at the picture again") }
            return selection.selected == nil && !annotations.isEmpty ? localized("Tap a marker") : ""
        }
    }

    /// Read out by screen readers when the selection changes.
    public var announcement: String {
        guard let index = selection.selected else { return "" }
        let annotation = annotations[index]
        let subtitle = annotation.subtitle.isEmpty ? "" : ", \(annotation.subtitle)"
        let place = localized("\(index + 1) of \(annotations.count): \(annotation.title + subtitle)")
        return selection.showsDetail ? localized("\(place), details open") : place
    }

    /// The markers in the order of the annotations; empty while none is shown.
    public var markers: [MarkerProjection.Marker] {
        guard showsMarkers, let projection else { return [] }
        return annotations.map { projection.marker(at: $0.place) }
    }

    /// The anchor's middle, where the match is shown; `nil` otherwise.
    public var indicator: MarkerProjection.Marker? { showsIndicator ? projection?.middle : nil }

    /// The anchor's outline while the match is shown, relative to the frame's size.
    public var outline: Quad? {
        guard showsIndicator, let corners, let frameSize else { return nil }
        return corners.map {
            Point2D(x: $0.x / Double(frameSize.width), y: $0.y / Double(frameSize.height))
        }
    }

    private var projection: MarkerProjection? {
        guard let corners, let frameSize else { return nil }
        return MarkerProjection(
            corners: corners, in: frameSize, visible: VisibleArea(of: frameSize, aspect: aspect))
    }
}

/// The content of the AR scanner's view, for the browser.
public struct ArScannerDisplay: Hashable, Codable, Sendable {
    public let camera: CameraState
    public let phase: ArScannerMachine.Phase
    /// Whether the browser should send pictures.
    public let processesFrames: Bool
    public let button: String
    public let prompt: String
    public let guide: Bool
    public let indicator: Bool
    public let markers: Bool
    /// The selected annotation.
    public let selected: Int?
    public let detail: Bool
    public let announcement: String

    public init(_ machine: ArScannerMachine) {
        camera = machine.camera
        phase = machine.phase
        processesFrames = machine.processesFrames
        button = machine.buttonLabel
        prompt = machine.prompt
        guide = machine.showsGuide
        indicator = machine.showsIndicator
        markers = machine.showsMarkers
        selected = machine.selection.selected
        detail = machine.selection.showsDetail
        announcement = machine.announcement
    }
}
