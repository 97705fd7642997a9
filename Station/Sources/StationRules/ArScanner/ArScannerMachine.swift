public import RectoAnchors
public import RectoCore

/// The AR scanner and what it leads to: from coaching to the annotations of the anchor that was found.
///
/// A value without pixels or a clock. It is told of what the person does and of what each frame shows of the anchor.
public struct ArScannerMachine: Sendable {
    public enum Event: Hashable, Sendable {
        case camera(CameraState)
        /// Begin the scan, or return to it.
        case scan
        /// The small picture of the anchor was tapped.
        case coach
        /// A frame was looked at.
        case frame(ARScanFlow.Observation)
        /// The view's width by its height.
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
    /// Of the last frame that shows the anchor.
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
            guard isLooking else { return }
            _ = scan.observe(observation)
            // In a frame that misses it, markers stay where they were: it is either back at once or lost.
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

    /// Whether frames are looked at: not while the person still reads the instructions.
    public var isLooking: Bool { camera == .ready && phase != .coaching }
    /// Of the button that leads from the instructions to the camera's picture.
    public var buttonLabel: String {
        if case .coaching(isFirst: true) = scan.state { "Begin Scan" } else { "Return to Scan" }
    }
    /// The guide and the crosshair: while the anchor is looked for, before the match and when it was lost after it.
    public var showsGuide: Bool { phase == .scanning || phase == .experience && !scan.isSeen }
    public var showsIndicator: Bool { phase == .matched }
    /// Markers hang on the anchor: without it there are none.
    public var showsMarkers: Bool { phase == .experience && scan.isSeen }

    public var prompt: String {
        guard camera == .ready else { return camera == .starting ? "Starting the camera" : "" }
        switch scan.state {
        case .coaching: return ""
        case .scanning(.lookForAnchor): return "Point the camera at the picture"
        case .scanning(.comeCloser): return "Move closer"
        case .scanning(.holdSteady): return "Hold the camera steady"
        case .matched: return "Matched"
        case .experience:
            if !scan.isSeen { return "Point the camera at the picture again" }
            return selection.selected == nil && !annotations.isEmpty ? "Tap a marker" : ""
        }
    }

    /// What is read out when another annotation is selected.
    public var announcement: String {
        guard let index = selection.selected else { return "" }
        let annotation = annotations[index]
        let subtitle = annotation.subtitle.isEmpty ? "" : ", \(annotation.subtitle)"
        let detail = selection.showsDetail ? ", details open" : ""
        return "\(index + 1) of \(annotations.count): \(annotation.title)\(subtitle)\(detail)"
    }

    /// In the order of the annotations; nothing where no marker is shown.
    public var markers: [MarkerProjection.Marker] {
        guard showsMarkers, let projection else { return [] }
        return annotations.map { projection.marker(at: $0.place) }
    }

    /// The middle of the anchor, where the match is shown; nothing while it is not.
    public var indicator: MarkerProjection.Marker? { showsIndicator ? projection?.middle : nil }

    /// The anchor's outline while the match is shown, as shares of the frame's width and height.
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

/// What the AR scanner shows at a moment, for whatever draws it.
public struct ArScannerDisplay: Hashable, Codable, Sendable {
    public let camera: CameraState
    public let phase: ArScannerMachine.Phase
    /// Whether pictures of the camera are wanted.
    public let looking: Bool
    public let button: String
    public let prompt: String
    public let guide: Bool
    public let indicator: Bool
    public let markers: Bool
    /// The annotation whose marker and card are selected.
    public let selected: Int?
    public let detail: Bool
    public let announcement: String

    public init(_ machine: ArScannerMachine) {
        camera = machine.camera
        phase = machine.phase
        looking = machine.isLooking
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
