import StationRules
import Testing

@Suite struct ScannerMachineTests {
    private func open(_ guidance: ScanGuidance = .noDocument, pages: Int = 0) -> ScannerMachine {
        var machine = ScannerMachine()
        _ = machine.handle(.open(pages: Array(1..<pages + 1)))
        _ = machine.handle(.camera(.ready))
        _ = machine.handle(.frame(guidance))
        return machine
    }

    @Test("DS-2: the scanner opens in automatic mode")
    func opensInAutomaticMode() {
        #expect(ScannerMachine().mode == .automatic)
        #expect(ScannerDisplay(open()).mode == .automatic)
    }

    @Test("DS-3: without a document the person is asked to position it", arguments: CaptureMode.allCases)
    func asksForTheDocument(_ mode: CaptureMode) {
        var machine = open()
        _ = machine.handle(.choose(mode))
        #expect(machine.prompt == "Position the document in view")
        #expect(!machine.showsOutline)
    }

    @Test("DS-5: while a candidate is held, the person is asked to hold the camera steady")
    func asksForStillness() {
        #expect(open(.moving).prompt == "Hold the camera steady")
        #expect(open(.holdSteady).prompt == "Hold the camera steady")
        #expect(open(.holdSteady).showsOutline)
    }

    @Test("DS-10: each mode has its own control, and choosing the one that is on does nothing")
    func switchesModes() {
        #expect(CaptureMode.allCases.map(\.label) == ["Auto", "Manual"])
        var machine = open()
        let commands1 = machine.handle(.choose(.automatic))
        #expect(commands1 == [])
        let commands2 = machine.handle(.choose(.manual))
        #expect(commands2 == [.setMode(.manual)])
        let commands3 = machine.handle(.choose(.automatic))
        #expect(commands3 == [.setMode(.automatic)])
        #expect(machine.mode == .automatic)
    }

    @Test("DS-55: the two sides of a card become one page, whose back is asked for after its front")
    func cards() {
        var machine = open()
        _ = machine.handle(.subject(.identityCard))
        #expect(machine.prompt == "Show the front of the card")
        let front = machine.handle(.stored(page: 1, pages: [1]))
        #expect(front == [])
        for guidance in [ScanGuidance.noDocument, .samePage, .captured] {
            _ = machine.handle(.frame(guidance, known: guidance == .samePage ? 1 : nil))
            #expect(machine.prompt == "Turn the card over")
        }
        _ = machine.handle(.frame(.moving))
        #expect(machine.prompt == "Hold the camera steady")
        let back = machine.handle(.stored(page: 2, pages: [1, 2]))
        #expect(back == [.join(front: 1, back: 2)])
        _ = machine.handle(.pages([3]))
        _ = machine.handle(.frame(.noDocument))
        #expect(machine.prompt == "Show the front of the card")
        #expect(machine.lastPage == 3)
    }

    @Test(
        "DS-65: a book is asked for whole, and to be turned once its pages are taken; its order holds for the next view"
    )
    func books() {
        var machine = open()
        #expect(ScannerDisplay(machine).order == nil)
        _ = machine.handle(.subject(.book))
        _ = machine.handle(.order(.rightFirst))
        #expect(machine.prompt == "Show the whole open book")
        _ = machine.handle(.stored(page: 2, pages: [1, 2]))
        for guidance in [ScanGuidance.captured, .samePage] {
            _ = machine.handle(.frame(guidance, known: guidance == .samePage ? 1 : nil))
            #expect(machine.prompt == "Turn the page")
        }
        _ = machine.handle(.frame(.moving))
        #expect(machine.prompt == "Hold the camera steady")
        #expect(ScannerDisplay(ScannerMachine(machine.choices)).order == .rightFirst)
        let flattened = ScanSubject.allCases.filter { $0.flattening(.off) == .automatic }
        #expect(flattened == [.book])
        #expect(ScanSubject.allCases.filter { $0.flattening(.automatic) == .automatic } == [.document, .book])
    }

    @Test("In manual mode a side counts once it is kept")
    func cardsInManualMode() {
        var machine = open()
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        _ = machine.handle(.keep)
        let stored = machine.handle(.stored(page: 2, pages: [1, 2]))
        #expect(stored == [])
        let kept = machine.handle(.keep)
        #expect(kept == [.join(front: 1, back: 2)])
    }

    @Test("DS-55: a front waits for its back in the next view, too, unless it was deleted meanwhile")
    func cardsInTheNextView() {
        var machine = open()
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        for pages in [[1], []] {
            var next = ScannerMachine(machine.choices)
            _ = next.handle(.open(pages: pages))
            _ = next.handle(.camera(.ready))
            #expect(next.prompt == (pages == [1] ? "Turn the card over" : "Show the front of the card"))
            let back = next.handle(.stored(page: 2, pages: pages + [2]))
            #expect(back == (pages == [1] ? [.join(front: 1, back: 2)] : []))
        }
    }

    @Test("A front that is to be kept, or is adjusted first, waits for its back in the next view, too")
    func cardsInTheNextViewInManualMode() {
        var machine = open()
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(machine.step == .confirming(page: 1))
        var next = ScannerMachine(machine.choices)
        _ = next.handle(.open(pages: [1]))
        _ = next.handle(.stored(page: 2, pages: [1, 2]))
        // Leaving during the confirmation of the back keeps two pages, and the next card starts with its front.
        var last = ScannerMachine(next.choices)
        _ = last.handle(.open(pages: [1, 2]))
        _ = last.handle(.camera(.ready))
        #expect(last.prompt == "Show the front of the card")
        let back = next.handle(.keep)
        #expect(back == [.join(front: 1, back: 2)])
    }

    @Test("A front whose back is deleted while it is checked waits for another one")
    func cardsWhoseBackIsDeleted() {
        var machine = open()
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        _ = machine.handle(.keep)
        _ = machine.handle(.stored(page: 2, pages: [1, 2]))
        _ = machine.handle(.pages([1]))
        #expect(machine.prompt == "Turn the card over")
        _ = machine.handle(.stored(page: 3, pages: [1, 3]))
        let back = machine.handle(.keep)
        #expect(back == [.join(front: 1, back: 3)])
    }

    @Test("A side that is taken again before it is kept still is a side", arguments: [1, 2])
    func cardsWhoseSideIsTakenAgain(side: Int) {
        var machine = open()
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.subject(.identityCard))
        var commands: [ScannerMachine.Command] = []
        for page in 1...2 {
            _ = machine.handle(.stored(page: page, pages: Array(1...page)))
            if page == side {
                for _ in 1...2 {
                    _ = machine.handle(.retake(page: page, returns: false))
                    _ = machine.handle(.stored(page: page, pages: Array(1...page)))
                }
            }
            commands += machine.handle(.keep)
        }
        #expect(commands == [.expect(nil), .join(front: 1, back: 2)])
    }

    @Test("A front in whose place another page is put gives way to it")
    func cardsWhoseFrontIsReplaced() {
        var machine = open()
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        _ = machine.handle(.retake(page: 1, returns: false))
        _ = machine.handle(.storedOther(page: 2, pages: [1, 2]))
        _ = machine.handle(.replaced(with: 2, pages: [2]))
        let back = machine.handle(.stored(page: 3, pages: [2, 3]))
        #expect(back == [.join(front: 2, back: 3)])
    }

    @Test("A still that is sent again is no other side, and its page may be gone")
    func stillsOfCardsThatComeAgain() {
        var machine = open()
        _ = machine.handle(.subject(.identityCard))
        for _ in 1...2 {
            let front = machine.handle(.stored(page: 1, pages: [1]))
            #expect(front == [])
        }
        _ = machine.handle(.stored(page: 2, pages: [1, 2]))
        _ = machine.handle(.pages([3]))
        for mode in CaptureMode.allCases {
            _ = machine.handle(.choose(mode))
            for page in 1...2 {
                let again = machine.handle(.stored(page: page, pages: [3]))
                #expect(again == [] && machine.step == .aiming && machine.lastPage == 3)
            }
        }
        _ = machine.handle(.choose(.automatic))
        let front = machine.handle(.stored(page: 4, pages: [3, 4]))
        #expect(front == [])
        let again = machine.handle(.stored(page: 2, pages: [3, 4]))
        #expect(again == [])
        let back = machine.handle(.stored(page: 5, pages: [3, 4, 5]))
        #expect(back == [.join(front: 4, back: 5)])
    }

    @Test("A still that is sent again asks nothing about a page that has been decided about")
    func stillsOfOtherPagesThatComeAgain() {
        var machine = open(pages: 1)
        _ = machine.handle(.retake(page: 1, returns: false))
        _ = machine.handle(.storedOther(page: 2, pages: [1, 2]))
        _ = machine.handle(.decided(pages: [1]))
        _ = machine.handle(.storedOther(page: 2, pages: [1]))
        #expect(machine.step == .aiming && machine.replaced == 1)
        _ = machine.handle(.replaced(with: 3, pages: [3]))
        _ = machine.handle(.storedOther(page: 3, pages: [3]))
        #expect(machine.step == .aiming)
    }

    @Test("A front that is deleted, or that another choice follows, waits for no back; a retake is no side")
    func cardsThatAreNotFinished() {
        var machine = open()
        _ = machine.handle(.subject(.identityCard))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        _ = machine.handle(.pages([]))
        let first = machine.handle(.stored(page: 2, pages: [2]))
        #expect(first == [])
        _ = machine.handle(.retake(page: 2, returns: false))
        let again = machine.handle(.stored(page: 2, pages: [2]))
        #expect(again == [.expect(nil)])
        _ = machine.handle(.subject(.document))
        _ = machine.handle(.subject(.identityCard))
        let other = machine.handle(.stored(page: 3, pages: [2, 3]))
        #expect(other == [])
    }

    @Test("A whiteboard is taken in color, whatever filter was chosen before")
    func whiteboards() {
        var machine = open()
        _ = machine.handle(.filter(.blackAndWhite))
        _ = machine.handle(.subject(.identityCard))
        #expect(machine.filter == .blackAndWhite)
        _ = machine.handle(.subject(.whiteboard))
        #expect(machine.filter == .color)
        #expect(machine.prompt == "Show the whole whiteboard")
        #expect(ScannerDisplay(machine).subject == .whiteboard)
    }

    @Test("DS-11: in manual mode a candidate is outlined, and the prompt leads to the shutter")
    func manualModeWaitsForTheShutter() {
        var machine = open(.holdSteady)
        _ = machine.handle(.choose(.manual))
        #expect(machine.showsOutline)
        #expect(machine.prompt == "Tap the shutter to capture")
        let commands4 = machine.handle(.shutter)
        #expect(commands4 == [.takeShot])
    }

    @Test(
        "DS-12, DS-13: the shutter takes a picture in both modes, also without a document",
        arguments: CaptureMode.allCases)
    func shutterAlwaysWorks(_ mode: CaptureMode) {
        var machine = open()
        _ = machine.handle(.choose(mode))
        let commands5 = machine.handle(.shutter)
        #expect(commands5 == [.takeShot])
    }

    @Test("The shutter rests while a picture is taken, and without a camera")
    func shutterRests() {
        var machine = open(.capturing)
        #expect(!machine.isShutterEnabled)
        let commands6 = machine.handle(.shutter)
        #expect(commands6 == [])
        machine = ScannerMachine()
        let commands7 = machine.handle(.shutter)
        #expect(commands7 == [])
        _ = machine.handle(.camera(.denied))
        let commands8 = machine.handle(.shutter)
        #expect(commands8 == [])
    }

    @Test("DS-15: the filter is chosen before the picture is taken, and stays")
    func filterStays() {
        var machine = open()
        #expect(machine.filter == .color)
        _ = machine.handle(.filter(.blackAndWhite))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(ScannerDisplay(machine).filter == .blackAndWhite)
    }

    @Test("DS-18: the save button tells the number of scans, and is not there without any")
    func saveTellsTheNumber() {
        var machine = open()
        #expect(machine.saveLabel == nil)
        for count in 1...3 { _ = machine.handle(.stored(page: count, pages: Array(1...count))) }
        #expect(machine.saveLabel == "Save (3)")
        #expect(ScannerDisplay(machine).save == "Save (3)")
    }

    @Test("DS-20: the thumbnail is named after the scans that it opens")
    func thumbnailTellsTheNumber() {
        #expect(open().previewLabel == nil)
        #expect(open(pages: 1).previewLabel == "Preview 1 scan")
        #expect(open(pages: 2).previewLabel == "Preview 2 scans")
    }

    @Test("DS-25: in manual mode a scan is shown to be kept or taken again; in automatic mode it is not")
    func manualScansAreConfirmed() {
        var machine = open(.holdSteady)
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(machine.step == .aiming)
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.stored(page: 2, pages: [1, 2]))
        #expect(machine.step == .confirming(page: 2))
        #expect(ScannerDisplay(machine).confirming == 2)
        #expect(!machine.processesFrames)
        let commands9 = machine.handle(.shutter)
        #expect(commands9 == [])
        _ = machine.handle(.keep)
        #expect(machine.step == .aiming)
    }

    @Test(
        "DS-25, DS-37: a scan that is taken again keeps its place, is expected and asked for; then the gallery shows it"
    )
    func retakeReplaces() {
        var machine = open(.holdSteady, pages: 3)
        let commands = machine.handle(.retake(page: 2, returns: true))
        #expect(commands == [.expect(2)])
        #expect(machine.replaced == 2 && machine.step == .aiming)
        #expect(ScannerDisplay(machine).retaking == "Retaking page 2")
        _ = machine.handle(.frame(.noDocument))
        #expect(machine.prompt == "Show page 2 again")
        _ = machine.handle(.frame(.samePage, known: 3))
        #expect(machine.prompt == "This is page 3. Show page 2.")
        let after = machine.handle(.stored(page: 2, pages: [1, 2, 3]))
        #expect(after == [.expect(nil)])
        #expect(machine.replaced == nil && machine.step == .returning(page: 2))
        #expect(!machine.processesFrames)
    }

    @Test("DS-37: a scan that is taken again at once, in the camera view, leads back to aiming")
    func retakeInTheCameraView() {
        var machine = open(.holdSteady)
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        _ = machine.handle(.retake(page: 1, returns: false))
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(machine.step == .confirming(page: 1))
        _ = machine.handle(.keep)
        #expect(machine.step == .aiming && machine.replaced == nil)
    }

    @Test("DS-37: another page than the one to be taken again is added, and the person decides")
    func anotherPageAsks() throws {
        for isReplaced in [true, false] {
            var machine = open(.holdSteady, pages: 2)
            _ = machine.handle(.retake(page: 1, returns: true))
            _ = machine.handle(.storedOther(page: 3, pages: [1, 2, 3]))
            let question = try #require(ScannerDisplay(machine).question)
            #expect(question.page == 3 && question.replace == "Replace Page 1")
            #expect(!machine.processesFrames)
            if isReplaced {
                _ = machine.handle(.replaced(with: 3, pages: [3, 2]))
                #expect(machine.step == .returning(page: 3) && machine.replaced == nil)
            } else {
                _ = machine.handle(.decided(pages: [1, 2, 3]))
                #expect(machine.step == .aiming && machine.replaced == 1)
            }
        }
    }

    @Test("DS-35: when the page to be taken again is deleted elsewhere, pages are added again")
    func deletedWhileRetaken() {
        var machine = open(.holdSteady, pages: 2)
        _ = machine.handle(.retake(page: 1, returns: true))
        let commands = machine.handle(.pages([2]))
        #expect(commands == [.expect(nil)])
        #expect(machine.replaced == nil)
        _ = machine.handle(.stored(page: 3, pages: [2, 3]))
        #expect(machine.step == .aiming)
    }

    @Test("DS-7: a page that the session has is named by its place")
    func knownPagesAreNamed() {
        var machine = open()
        _ = machine.handle(.pages([4, 9, 2]))
        _ = machine.handle(.frame(.samePage, known: 9))
        #expect(machine.prompt == "Already scanned as page 2")
        _ = machine.handle(.pages([4, 2]))
        #expect(machine.prompt == "Already scanned. Tap shutter to rescan.")
    }

    @Test("DS-8: “Captured” is said once the page is stored, not before")
    func capturedIsSaidWhenStored() {
        var machine = open(.captured)
        _ = machine.handle(.awaitStill)
        #expect(machine.prompt == "Capturing")
        #expect(!machine.processesFrames)
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(machine.prompt == "Captured")
    }

    @Test("DS-43: while another window scans this one waits, and says so")
    func waitsForAnotherWindow() {
        var machine = open(.holdSteady)
        _ = machine.handle(.elsewhere(true))
        #expect(!machine.processesFrames && !machine.isShutterEnabled && !machine.showsOutline)
        #expect(ScannerDisplay(machine).camera == .elsewhere)
        _ = machine.handle(.elsewhere(false))
        #expect(ScannerDisplay(machine).camera == .ready)
    }

    @Test("DS-36: when all scans are deleted elsewhere, the view begins anew")
    func followsTheSession() {
        var machine = open(.holdSteady, pages: 2)
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.stored(page: 3, pages: [1, 2, 3]))
        _ = machine.handle(.pages([]))
        #expect(machine.step == .aiming)
        #expect(machine.saveLabel == nil)
        #expect(machine.lastPage == nil)
    }

    @Test("DS-43: a view that opens on a session goes on with it, its mode and its filter")
    func opensOnASession() {
        var machine = open(pages: 2)
        _ = machine.handle(.choose(.manual))
        _ = machine.handle(.filter(.photo))
        _ = machine.handle(.retake(page: 1, returns: true))
        _ = machine.handle(.open(pages: [1, 2]))
        #expect(machine.pages == [1, 2])
        #expect(machine.lastPage == 2)
        #expect(machine.mode == .manual)
        #expect(machine.filter == .photo)
        #expect(machine.replaced == nil)
        #expect(machine.camera == .starting)
    }

    @Test("DS-44: without a camera the prompt is silent, and a message leads on", arguments: CameraState.allCases)
    func tellsWhyThereIsNoCamera(_ state: CameraState) throws {
        var machine = open(.holdSteady)
        _ = machine.handle(.camera(state))
        guard state != .ready, state != .starting else {
            #expect(state.message == nil)
            return
        }
        #expect(machine.prompt.isEmpty)
        #expect(!machine.showsOutline)
        // The browser has not been asked: another message is shown.
        guard state != .unasked else { return }
        let message = try #require(state.message)
        #expect(message.state == .error)
        #expect(!message.actions.isEmpty)
    }

    @Test("A page that could not be stored is told until one is")
    func tellsFailures() {
        var machine = open(.holdSteady)
        _ = machine.handle(.failed("The disk is full"))
        #expect(machine.prompt == "The disk is full")
        _ = machine.handle(.stored(page: 1, pages: [1]))
        #expect(machine.prompt == "Hold the camera steady")
    }

    @Test("Every guidance has a prompt that fits on a line", arguments: ScanGuidance.allCases, CaptureMode.allCases)
    func promptsAreShort(_ guidance: ScanGuidance, _ mode: CaptureMode) {
        var machine = open(guidance)
        _ = machine.handle(.choose(mode))
        #expect(!machine.prompt.isEmpty)
        #expect(machine.prompt.count <= 40)
    }
}
