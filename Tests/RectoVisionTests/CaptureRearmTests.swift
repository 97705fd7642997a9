import RectoCore
import RectoVision
import Testing

/// When the next page may be captured, and that no page is captured twice.
@Suite struct CaptureRearmTests {
    private typealias View = CaptureStage.View
    private static let letters = CaptureStage.letters

    private func view(_ signature: PageSignature, parts: UInt8 = 150) -> View {
        View(parts: parts, signature: signature)
    }

    @Test func aPageThatLiesOnIsNotTakenAgain() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 60).shots.count == 1)
    }

    @Test func theNextPageInItsPlaceIsTaken() throws {
        var stage = try CaptureStage()
        var shots = 0
        for letter in Self.letters {
            stage.show(View(occluded: .right, signature: letter), for: 0.5)
            shots += stage.show(view(letter), for: 1.5).shots.count
        }
        #expect(shots == 4)
    }

    /// There is not even motion.
    @Test func aPageThatIsExchangedFromOneFrameToTheNextIsTaken() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        #expect(stage.show(view(Self.letters[1]), for: 2).shots.count == 1)
    }

    /// In a pile that is shown fast, a page lies for about a second.
    @Test func aPageThatIsExchangedFromOneFrameToTheNextIsTakenWithinASecond() throws {
        var stage = try CaptureStage(rate: 15)
        #expect(stage.show(view(Self.letters[0]), for: 4).shots.count == 1)
        for letter in Self.letters.dropFirst() { #expect(stage.show(view(letter), for: 1.1).shots.count == 1) }
    }

    /// From the first moment on, whether it slides in or is there from one frame to the next.
    @Test(arguments: [true, false]) func aNewPageIsNeverCalledTheSame(slides: Bool) throws {
        var stage = try CaptureStage()
        stage.show(view(Self.letters[0]), for: 4)
        for letter in Self.letters.dropFirst() {
            if slides { stage.show(View(speed: 1, parts: 90, signature: letter), for: 0.3) }
            let codes = stage.show(view(letter), for: 0.9).codes
            // A signature is taken four times a second.
            #expect(!codes.dropFirst(slides ? 0 : 8).contains("samePage"), "\(codes)")
            #expect(stage.show(view(letter), for: 3).last?.decision.guidance == .samePage)
        }
    }

    /// A hand was over it; it is the same once it has been seen again.
    @Test func aPageThatMayBeAnotherIsCalledTheSameOnceItIsRecognized() throws {
        var stage = try CaptureStage()
        stage.show(view(Self.letters[0]), for: 4)
        let hidden = stage.show(View(speed: 1, parts: 60, signature: Self.letters[2]), for: 0.5)
        #expect(hidden.last?.decision.guidance == .moving)
        let steps = stage.show(view(Self.letters[0]), for: 2)
        #expect(steps.shots.isEmpty && steps.last?.decision.guidance == .samePage)
        #expect(steps.prefix { $0.decision.guidance != .samePage }.count < 25)
    }

    @Test func formsAreToldApartInNoise() throws {
        var stage = try CaptureStage()
        for seed: UInt64 in 1...3 {
            let frames = CaptureStage.faintForm(seed)
            stage.show(View(occluded: .right, parts: 90, signature: frames[0]), for: 0.5)
            let shots = (0..<70).compactMap { stage.show(view(frames[$0 % frames.count])).decision.shot }
            #expect(shots.count == 1)
        }
    }

    /// A reflection disappears shortly after the shot, with or without motion.
    @Test(arguments: [150, 90] as [UInt8])
    func aPageOfWhichMoreShowsAfterTheShotIsNotTakenAgain(parts: UInt8) throws {
        var stage = try CaptureStage()
        while stage.show(view(CaptureStage.partlyHidden)).decision.shot == nil { #expect(stage.time < 3) }
        stage.show(view(CaptureStage.partlyHidden, parts: parts), for: 0.2)
        #expect(stage.show(view(Self.letters[0]), for: 5).shots.isEmpty)
        // Its later appearance is remembered.
        stage.show(View.nothing, for: 1)
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.isEmpty)
    }

    @Test func aPageThatIsExchangedRightAfterTheShotIsANewOne() throws {
        var stage = try CaptureStage()
        while stage.show(view(Self.letters[0])).decision.shot == nil { #expect(stage.time < 3) }
        #expect(stage.show(view(Self.letters[1]), for: 3).shots.count == 1)
    }

    /// The tracker may take a different-looking side of the next page for hidden.
    @Test func anotherPageIsSeenThoughASideOfItIsTakenForHidden() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        let steps = stage.show(View(occluded: .bottom, signature: Self.letters[1]), for: 2)
        #expect(steps.last?.decision.guidance == .partlyOutside)
        #expect(stage.show(view(Self.letters[1]), for: 2).shots.count == 1)
    }

    @Test func aHandOverThePageOrALampOnItIsNoNewPage() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
        for _ in 0..<5 {
            let hand = View(occluded: .bottom, parts: 90, signature: CaptureStage.partlyHidden)
            let steps = stage.show(hand, for: 1)
            #expect(steps.shots.isEmpty && steps.last?.decision.guidance == .samePage)
            #expect(stage.show(view(Self.letters[0]), for: 2).shots.isEmpty)
            #expect(stage.show(view(Self.letters[0], parts: 240), for: 2).shots.isEmpty)
        }
    }

    private static let wholePage = Quad(
        topLeft: Point2D(x: 0.15, y: 0.1), topRight: Point2D(x: 0.8, y: 0.1), bottomRight: Point2D(x: 0.8, y: 0.9),
        bottomLeft: Point2D(x: 0.15, y: 0.9))

    /// As reported by the tracker for a page that was followed without its dark margin; the signatures of two outlines
    /// differ.
    private func corrected(isFirst: Bool) -> View {
        View(
            page: Self.wholePage, identity: 2, formerIdentity: isFirst ? 1 : nil, parts: isFirst ? 120 : 119,
            signature: Self.letters[1])
    }

    @Test func aPageWhoseOutlineIsCorrectedIsNotTakenAgain() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        var steps = [stage.show(corrected(isFirst: true))]
        steps += stage.show(corrected(isFirst: false), for: 4)
        #expect(steps.shots.isEmpty)
        #expect(stage.show(view(Self.letters[2]), for: 3).shots.count == 1)
    }

    @Test func aCorrectionInTheMiddleOfAShotIsWaitedFor() throws {
        var stage = try CaptureStage()
        while stage.show(view(Self.letters[0])).decision.guidance != .capturing { #expect(stage.time < 3) }
        var steps = [stage.show(corrected(isFirst: true))]
        steps += stage.show(corrected(isFirst: false), for: 4)
        #expect(steps.shots.count == 1)
        let quad = try #require(steps.shots.first?.page?.quad)
        #expect(quad.topLeft.x / Double(stage.size.width) == Self.wholePage.topLeft.x)
    }

    /// A hand was over the page, so it may be another one.
    @Test func anOutlineThatIsCorrectedAfterADisturbanceMayBeTheNextPages() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        stage.show(View(occluded: .left, parts: 60, signature: Self.letters[2]), for: 0.5)
        var steps = [stage.show(corrected(isFirst: true))]
        steps += stage.show(corrected(isFirst: false), for: 3)
        #expect(steps.shots.count == 1)
    }

    @Test func aPageThatComesBackIsKnown() throws {
        var stage = try CaptureStage()
        for letter in Self.letters { #expect(stage.show(view(letter), for: 2).shots.count == 1) }
        stage.show(.nothing, for: 2)
        for letter in Self.letters {
            let steps = stage.show(view(letter), for: 2)
            #expect(steps.shots.isEmpty)
            #expect(steps.last?.decision.guidance == .samePage)
            stage.show(.nothing, for: 2)
        }
    }

    @Test func aPageThatComesBackTurnedIsKnown() throws {
        let image = CaptureStage.letter(1)
        var stage = try CaptureStage()
        #expect(stage.show(view(CaptureStage.signature(of: image)), for: 2).shots.count == 1)
        for turns in 1..<4 {
            stage.show(.nothing, for: 1)
            let turned = CaptureStage.signature(of: image, at: Quad(image.size).rotatingCorners(by: turns))
            #expect(stage.show(view(turned), for: 2).shots.isEmpty)
        }
    }

    @Test func aBlankPageIsTakenOnceUntilItHasGone() throws {
        var stage = try CaptureStage()
        #expect(CaptureStage.blank.isBlank)
        #expect(stage.show(view(CaptureStage.blank), for: 3).shots.count == 1)
        #expect(stage.show(View(occluded: .left, signature: CaptureStage.blank), for: 1).shots.isEmpty)
        #expect(stage.show(view(CaptureStage.blank), for: 3).shots.isEmpty)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        #expect(stage.show(view(CaptureStage.blank), for: 3).shots.count == 1)
        stage.show(.nothing, for: 1)
        #expect(stage.show(view(CaptureStage.blank), for: 3).shots.count == 1)
    }

    @Test func aPageOfDoubtfulBordersIsTakenInThePlaceOfAKnownOne() throws {
        var stage = try CaptureStage()
        let doubtful = View(confidence: 0.3, signature: Self.letters[1])
        #expect(stage.show(doubtful, for: 3).shots.isEmpty)
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
        #expect(stage.show(doubtful, for: 2).shots.count == 1)
    }

    @Test func aPageMayBeTakenAgainIfThatIsWanted() throws {
        var stage = try CaptureStage()
        for _ in 0..<3 {
            #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
            stage.capture.rearm()
        }
        stage.show(view(Self.letters[1]), for: 2)
        stage.capture.reset()
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
    }

    @Test func takingAPageAgainLeavesTheOthersKnown() throws {
        var stage = try CaptureStage()
        for letter in Self.letters.prefix(2) { #expect(stage.show(view(letter), for: 2).shots.count == 1) }
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.isEmpty)
        stage.capture.rearm()
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
        #expect(stage.show(view(Self.letters[1]), for: 2).shots.isEmpty)
    }

    @Test func onlySoManyPagesAreRemembered() throws {
        var parameters = AutoCapture.Parameters()
        parameters.memory = 2
        var stage = try CaptureStage(parameters)
        for letter in Self.letters { stage.show(view(letter), for: 2) }
        #expect(stage.show(view(Self.letters[2]), for: 2).shots.isEmpty)
        #expect(stage.show(view(Self.letters[0]), for: 2).shots.count == 1)
    }

    // MARK: The caller's pages

    @Test func aPageThatTheCallerHasIsNotTakenAndNamed() throws {
        var stage = try CaptureStage()
        stage.capture.know(Self.letters[0], as: 7)
        let steps = stage.show(view(Self.letters[0]), for: 3)
        #expect(steps.shots.isEmpty)
        #expect(steps.last?.decision.guidance == .samePage)
        #expect(steps.last?.decision.knownPage == 7)
        #expect(stage.show(view(Self.letters[1]), for: 3).shots.count == 1)
    }

    /// Also if it stays in view all the time or was away, and whether the caller named it at once or later.
    @Test(arguments: [true, false], [0.0, 1.0]) func aForgottenPageIsTakenAgain(isNamedAtOnce: Bool, away: Double)
        throws
    {
        var stage = try CaptureStage()
        while stage.show(view(Self.letters[0])).decision.shot == nil { #expect(stage.time < 3) }
        if isNamedAtOnce { stage.capture.name(1) }
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.isEmpty)
        stage.show(.nothing, for: away)
        if !isNamedAtOnce { stage.capture.name(1) }
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.isEmpty)
        stage.capture.forget(1)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.isEmpty)
    }

    @Test func aPageThatTheShutterTookIsForgottenToo() throws {
        var parameters = AutoCapture.Parameters()
        parameters.mode = .manual
        var stage = try CaptureStage(parameters)
        stage.show(view(Self.letters[0]), for: 1)
        stage.capture.requestShot()
        #expect(stage.show(view(Self.letters[0]), for: 1).shots.count == 1)
        stage.capture.name(1)
        stage.capture.setMode(.automatic)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.isEmpty)
        stage.capture.forget(1)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
    }

    @Test func anExpectedPageIsTakenAndOtherKnownOnesAreNot() throws {
        var stage = try CaptureStage()
        for page in 0..<2 {
            #expect(stage.show(view(Self.letters[page]), for: 3).shots.count == 1)
            stage.capture.name(page)
        }
        stage.capture.expect(0)
        let wrong = stage.show(view(Self.letters[1]), for: 3)
        #expect(wrong.shots.isEmpty)
        #expect(wrong.last?.decision.knownPage == 1)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        stage.capture.name(0)
        stage.capture.expect(nil)
        for page in 0..<2 { #expect(stage.show(view(Self.letters[page]), for: 3).shots.isEmpty) }
    }

    /// The user sees that the captured page is blurred, and captures it again without moving it.
    @Test func anExpectedPageThatLiesInViewIsTakenAtOnce() throws {
        var stage = try CaptureStage()
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
        stage.capture.name(1)
        stage.capture.expect(1)
        #expect(stage.show(view(Self.letters[0]), for: 3).shots.count == 1)
    }

    @Test func aNewViewTakesNoPageAgainThatLiesThereStill() throws {
        for signature in [Self.letters[0], CaptureStage.blank] {
            var stage = try CaptureStage()
            #expect(stage.show(view(signature), for: 3).shots.count == 1)
            stage.capture.name(1)
            stage.capture.resume(after: 1)
            #expect(stage.show(view(signature), for: 5).shots.isEmpty)
            stage.show(.nothing, for: 1)
            #expect(stage.show(view(Self.letters[2]), for: 3).shots.count == 1)
        }
    }

    @Test func aNewViewOfAnotherPageTakesIt() throws {
        var stage = try CaptureStage()
        stage.capture.know(Self.letters[0], as: 1)
        stage.capture.resume(after: 1)
        #expect(stage.show(view(Self.letters[1]), for: 3).shots.count == 1)
    }

    /// A reload of the page: the frames for the pending shot belong to the last view.
    @Test func aNewViewGivesUpAShotThatWasBeingChosen() throws {
        var stage = try CaptureStage()
        while stage.show(view(Self.letters[0])).decision.guidance != .capturing { #expect(stage.time < 3) }
        stage.capture.resume()
        #expect(stage.show(.nothing, for: 1).shots.isEmpty)
    }

    @Test func shotsKeepTheirDistance() throws {
        var parameters = AutoCapture.Parameters()
        parameters.dwell = 0
        parameters.pause = 2
        var stage = try CaptureStage(parameters)
        let steps = Self.letters.flatMap { stage.show(view($0), for: 3) }
        let times = steps.filter { $0.decision.shot != nil }.map(\.time)
        #expect(times.count == 4)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 >= 2 })
    }
}
