import RectoAnchors
import RectoCore
import StationRules
import Testing

@Suite struct ArScannerMachineTests {
    private static let annotations = [
        Annotation(place: AnnotationPlace(x: 0.25, y: 0.25), title: "Contracts", subtitle: "Since 2019"),
        Annotation(place: AnnotationPlace(x: 0.75, y: 0.5), title: "Invoices"),
        Annotation(place: AnnotationPlace(x: 0.5, y: 0.9), title: "Letters"),
    ]
    private let size: PixelSize
    /// The anchor, upright in the middle of the frame.
    private let seen: Quad

    init() throws {
        size = try PixelSize(width: 640, height: 480)
        seen = Quad(width: 320, height: 240).map { $0 + Point2D(x: 160, y: 120) }
    }

    private func machine() throws -> ArScannerMachine {
        var machine = ArScannerMachine(Self.annotations, scan: try ARScanFlow())
        machine.handle(.camera(.ready))
        return machine
    }

    /// Shows frames at ten per second.
    private func show(_ corners: Quad?, _ machine: inout ArScannerMachine, tenths: ClosedRange<Int>) {
        for tenth in tenths {
            machine.handle(
                .frame(
                    ARScanFlow.Observation(
                        time: .milliseconds(100 * tenth), corners: corners, frameSize: size)))
        }
    }

    private func experienced() throws -> ArScannerMachine {
        var machine = try machine()
        machine.handle(.scan)
        show(seen, &machine, tenths: 0...30)
        return machine
    }

    @Test("AR-3: coaching, scanning, matched, experience, one after the other")
    func phasesFollowEachOther() throws {
        var machine = try machine()
        var phases = [machine.phase]
        machine.handle(.scan)
        phases.append(machine.phase)
        for tenth in 0...30 {
            show(seen, &machine, tenths: tenth...tenth)
            if machine.phase != phases.last { phases.append(machine.phase) }
        }
        #expect(phases == [.coaching, .scanning, .matched, .experience])
    }

    @Test("AR-3, AR-7, AR-8, AR-9: coaching collapses and expands, and its button tells whether the scan has begun")
    func coachingCollapsesAndExpands() throws {
        var machine = try machine()
        #expect(machine.buttonLabel == "Begin Scan")
        machine.handle(.coach)
        #expect(machine.phase == .coaching)
        machine.handle(.scan)
        #expect(machine.phase == .scanning)
        machine.handle(.coach)
        #expect(machine.phase == .coaching)
        #expect(machine.buttonLabel == "Return to Scan")
        machine.handle(.scan)
        #expect(machine.phase == .scanning)
        #expect(machine.showsGuide)
    }

    @Test("AR-13: nothing is matched before the person begins the scan, however long the anchor is in view")
    func noMatchingWhileCoaching() throws {
        var machine = try machine()
        #expect(!machine.processesFrames)
        show(seen, &machine, tenths: 0...50)
        #expect(machine.phase == .coaching)
        machine.handle(.scan)
        #expect(machine.processesFrames)
        // Earlier observations do not count.
        show(seen, &machine, tenths: 51...51)
        #expect(machine.phase == .scanning)
    }

    @Test("AR-4, EH-7: without a camera nothing is looked for, and the person is told what to do")
    func withoutACamera() throws {
        var machine = ArScannerMachine(Self.annotations, scan: try ARScanFlow())
        #expect(machine.prompt == "Starting the camera")
        machine.handle(.camera(.denied))
        machine.handle(.scan)
        #expect(!machine.processesFrames)
        let way = MessageAction(label: "Open AR Scenes", destination: .scenes)
        let message = try #require(CameraState.denied.message(otherwise: way))
        #expect(message.actions.contains(way))
        #expect(!message.actions.contains { $0.destination == .importFiles })
    }

    @Test("AR-10, AR-11: the guide is shown until the match, then the indicator, then the markers")
    func guideIndicatorAndMarkersComeInOrder() throws {
        var machine = try machine()
        #expect(!machine.showsGuide)
        machine.handle(.scan)
        var shown: [[Bool]] = []
        for tenth in 0...30 {
            show(seen, &machine, tenths: tenth...tenth)
            let now = [machine.showsGuide, machine.showsIndicator, machine.showsMarkers]
            if now != shown.last { shown.append(now) }
        }
        #expect(shown == [[true, false, false], [false, true, false], [false, false, true]])
    }

    @Test("AR-11: the match is shown for a couple of beats")
    func theMatchIsShownForTwoBeats() throws {
        var machine = try machine()
        machine.handle(.scan)
        var times: [ArScannerMachine.Phase: Int] = [:]
        for tenth in 0...40 {
            show(seen, &machine, tenths: tenth...tenth)
            times[machine.phase] = times[machine.phase] ?? tenth
        }
        let matched = try #require(times[.matched])
        let experience = try #require(times[.experience])
        #expect(10...15 ~= experience - matched)
    }

    @Test("AR-12: the indicator is in the middle of the anchor, seen in perspective")
    func theIndicatorIsInTheAnchorsMiddle() throws {
        let tilted = Quad(
            topLeft: Point2D(x: 100, y: 100), topRight: Point2D(x: 500, y: 160),
            bottomRight: Point2D(x: 500, y: 320), bottomLeft: Point2D(x: 100, y: 380))
        var machine = try machine()
        machine.handle(.scan)
        show(tilted, &machine, tenths: 0...6)
        let indicator = try #require(machine.indicator)
        // At the intersection of the diagonals, which is nearer to the far side than the mean of the corners.
        #expect(abs(indicator.y * 480 - 240) < 1e-6)
        #expect(indicator.x * 640 > 300 + 20)
        #expect(machine.outline != nil)
        #expect(machine.markers.isEmpty)
    }

    @Test("AR-14: when the anchor is lost after the match, markers go and the guide returns, until it is back")
    func theGuideReturnsWhenTheAnchorIsLost() throws {
        var machine = try experienced()
        machine.handle(.select(1))
        // They stay in place for a moment.
        show(nil, &machine, tenths: 31...33)
        #expect(machine.showsMarkers && !machine.showsGuide)
        show(nil, &machine, tenths: 34...40)
        #expect(!machine.showsMarkers && machine.showsGuide)
        #expect(machine.markers.isEmpty)
        #expect(machine.prompt == "Point the camera at the picture again")
        // The card stays for people who are reading it.
        #expect(machine.selection.selected == 1)
        show(seen, &machine, tenths: 41...41)
        #expect(machine.showsMarkers && !machine.showsGuide)
        #expect(machine.markers.count == 3)
    }

    @Test("AR-3: an anchor that is lost while the match is shown is looked for again")
    func lossOfTheMatch() throws {
        var machine = try machine()
        machine.handle(.scan)
        show(seen, &machine, tenths: 0...5)
        #expect(machine.phase == .matched)
        show(nil, &machine, tenths: 6...15)
        #expect(machine.phase == .scanning)
        #expect(machine.prompt == "Point the camera at the picture")
    }

    @Test("AA-1: after the match all markers are there, none of them selected")
    func markersAfterTheMatch() throws {
        let machine = try experienced()
        #expect(machine.selection.selected == nil)
        #expect(machine.markers.count == 3)
        #expect(machine.prompt == "Tap a marker")
        let first = machine.markers[0]
        #expect(abs(first.x - 240.0 / 640) < 1e-9 && abs(first.y - 180.0 / 480) < 1e-9)
        #expect(first.isVisible)
    }

    @Test("AA-6, AA-7, AA-8: nothing is selected before the experience; then one at a time, by marker or card")
    func oneAnnotationIsSelectedAtATime() throws {
        var machine = try machine()
        machine.handle(.select(1))
        #expect(machine.selection.selected == nil)
        machine = try experienced()
        machine.handle(.select(1))
        machine.handle(.card(2))
        #expect(machine.selection.selected == 2)
        #expect(!machine.selection.showsDetail)
        machine.handle(.card(2))
        #expect(machine.selection.showsDetail)
        machine.handle(.back)
        machine.handle(.previous)
        #expect(ArScannerDisplay(machine).selected == 1)
    }

    @Test("AA-11: what is selected is read out, with its place in the list")
    func theSelectionIsReadOut() throws {
        var machine = try experienced()
        #expect(machine.announcement.isEmpty)
        machine.handle(.select(0))
        #expect(machine.announcement == "1 of 3: Contracts, Since 2019")
        machine.handle(.next)
        #expect(machine.announcement == "2 of 3: Invoices")
        machine.handle(.card(1))
        #expect(machine.announcement == "2 of 3: Invoices, details open")
    }

    @Test("AA-10: markers that the view cuts off are hidden")
    func markersOutsideTheViewAreHidden() throws {
        var machine = try experienced()
        let near = Quad(width: 640, height: 480)
        show(near, &machine, tenths: 31...31)
        #expect(machine.markers.map(\.isVisible) == [true, true, true])
        // A portrait view of a wide frame shows its middle.
        machine.handle(.view(aspect: 0.5))
        #expect(machine.markers.map(\.isVisible) == [false, false, true])
    }
}
