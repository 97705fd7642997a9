import RectoCore
import StationRules
import Testing

/// The scan of an activation code without pixels.
@Suite struct CodeScannerMachineTests {
    private func machine(_ events: CodeScannerMachine.Event...) -> CodeScannerMachine {
        var machine = CodeScannerMachine()
        machine.handle(.camera(.ready))
        for event in events { machine.handle(event) }
        return machine
    }

    @Test("QR-2, QR-3: each finding is one of the three kinds of feedback, or leads to it, with a text of its own kind")
    func eachFindingHasItsFeedback() {
        #expect(CodeFinding.none.feedback == .unsuccessful)
        #expect([.foreign, .expired, .used].allSatisfy { (finding: CodeFinding) in finding.feedback == .invalid })
        #expect(CodeFinding.valid.feedback == .successful)
        let told = [CodeFinding.none, .foreign, .expired, .used, .valid].map(\.photoText)
        #expect(Set(told).count == told.count)
        // Errors include a remedy.
        for finding in CodeFinding.allCases where finding != .valid {
            #expect(finding.photoText.contains { $0 == "." } && finding.photoText.split(separator: ".").count >= 2)
        }
    }

    @Test("QR-3: the camera's prompts lead to the code before anything is said to be wrong")
    func promptsLeadToTheCode() {
        #expect(CodeScannerMachine().prompt == "Starting the camera")
        #expect(machine().prompt == "Line up the QR code inside the frame")
        #expect(machine(.frame(.tooFar)).prompt == "Move closer")
        #expect(machine(.frame(.unsteady)).prompt == "Hold the camera steady")
        #expect(machine(.frame(.foreign)).prompt.contains("not an activation code"))
        #expect(machine(.camera(.denied)).prompt.isEmpty)
    }

    @Test("QR-6: a code counts when it lies in the guide with all its corners, in pictures of any shape")
    func aCodeCountsInTheGuideAlone() throws {
        for (width, height) in [(640, 480), (480, 640), (640, 360), (100, 100)] {
            let size = try PixelSize(width: width, height: height)
            let (left, top, side) = AlignmentGuide.rectangle(in: size)
            #expect(abs(left + side / 2 - Double(width) / 2) < 1e-9 && abs(top + side / 2 - Double(height) / 2) < 1e-9)
            func square(_ x: Double, _ y: Double, _ length: Double) throws -> Quad {
                let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
                return try Quad(corners: corners.map { Point2D(x: x + $0.0 * length, y: y + $0.1 * length) })
            }
            #expect(AlignmentGuide.contains(try square(left + 1, top + 1, side - 2), in: size))
            #expect(!AlignmentGuide.contains(try square(left - 1, top + 1, side - 2), in: size))
            #expect(!AlignmentGuide.contains(try square(left + 5, top + 5, side), in: size))
        }
    }

    @Test("QR-8: the chevron collapses and expands the photos, and a pull snaps to the nearer of both")
    func theStripCollapsesAndExpands() {
        var strip = PhotoStrip()
        strip.allow(3)
        #expect(strip.isExpanded && strip.chevronIcon == "chevron-down")
        strip.toggle()
        #expect(!strip.isExpanded && strip.chevronIcon == "chevron-up" && strip.chevronLabel == "Show photos")
        for (share, isExpanded) in [(0.0, true), (0.49, true), (0.51, false), (1.0, false), (-3.0, true), (9.0, false)]
        {
            strip.letGo(at: share)
            #expect(strip.isExpanded == isExpanded)
        }
    }

    @Test("QR-10: photos are hidden until the person has chosen those that may be used")
    func photosAreHiddenUntilTheyAreChosen() {
        #expect(!CodeScannerDisplay(machine()).strip.isShown)
        #expect(!CodeScannerDisplay(machine(.allowPhotos(0))).strip.isShown)
        #expect(CodeScannerDisplay(machine(.allowPhotos(2))).strip.isShown)
        #expect(!CodeScannerDisplay(machine(.allowPhotos(2), .photo(.valid))).strip.isShown)
    }

    @Test("QR-13: after a failure the scan goes on; what was told of a photo stays until the camera sees something")
    func goesOn() {
        let failed = machine(.frame(.foreign))
        #expect(failed.processesFrames)
        var photo = machine(.photo(.none), .frame(.none))
        #expect(photo.prompt == CodeFinding.none.photoText)
        photo.handle(.frame(.unsteady))
        #expect(photo.prompt == CodeFinding.unsteady.cameraText)
        photo.handle(.frame(.valid))
        #expect(photo.isDone && !photo.processesFrames)
        // Success is final.
        photo.handle(.photo(.foreign))
        photo.handle(.frame(.none))
        #expect(photo.isDone)
    }
}
