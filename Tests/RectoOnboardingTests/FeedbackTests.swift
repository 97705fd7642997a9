import RectoCore
import RectoOnboarding
import Testing

/// The feedback over successive frames.
@Suite struct FeedbackTests {
    private let good = ScannedCode("https://example.com/x")
    private let other = ScannedCode("https://login.example.com/y")
    private let bad = ScannedCode("https://evil.net/")

    /// A scan at 30 frames a second.
    private struct Scan {
        var feedback: OnboardingFeedback
        var time = Duration.zero

        init(
            _ change: (inout OnboardingPolicy) throws -> Void = { _ in },
            _ parameters: OnboardingFeedback.Parameters = .init()
        ) throws {
            feedback = try OnboardingFeedback(
                classifier: OnboardingClassifier(policy: Fixtures.policy(change)), parameters: parameters)
        }

        /// The state codes of the given number of frames, with new events in capitals.
        mutating func run(_ frames: Int, _ codes: [ScannedCode] = [], located: [Double?] = []) -> [String] {
            (0..<frames).map { _ in
                let answer = feedback.observe(
                    OnboardingObservation(time: time, codes: codes, located: located.map { .init(modulePixels: $0) }))
                time += .milliseconds(33)
                return answer.isNews ? answer.state.code.uppercased() : answer.state.code
            }
        }

        mutating func last(_ frames: Int, _ codes: [ScannedCode] = [], located: [Double?] = []) -> String {
            run(frames, codes, located: located).last ?? ""
        }
    }

    @Test("A code counts after equal reads, and success is told once") func successIsToldOnce() throws {
        var scan = try Scan()
        #expect(scan.run(2) == ["unsuccessful", "unsuccessful"])
        #expect(scan.run(4, [good]) == ["seen", "SUCCESSFUL", "successful", "successful"])
        #expect(scan.run(60, [bad]).allSatisfy { $0 == "successful" })
        scan.feedback.reset()
        #expect(scan.run(1) == ["unsuccessful"])
        #expect(scan.run(2, [good]) == ["seen", "SUCCESSFUL"])
    }

    @Test("As many reads are needed as the policy says", arguments: [1, 2, 3, 30])
    func asManyReadsAreNeededAsThePolicySays(_ count: Int) throws {
        var scan = try Scan { $0.requiredReads = count }
        let states = scan.run(count, [good])
        #expect(states.dropLast().allSatisfy { $0 == "seen" })
        #expect(states.last == "SUCCESSFUL")
    }

    @Test("Reads add up over frames that were missed, within the window") func readsAddUpOverMissedFrames() throws {
        var scan = try Scan { $0.requiredReads = 2 }
        _ = scan.run(1, [good])
        _ = scan.run(20)
        #expect(scan.last(1, [good]) == "SUCCESSFUL")
        scan = try Scan { $0.requiredReads = 2 }
        _ = scan.run(1, [good])
        _ = scan.run(40)
        #expect(scan.last(1, [good]) == "seen")
    }

    @Test("A code that cannot be read yet asks to come closer, or to hold steady")
    func anUnreadableCodeAsksToComeCloser() throws {
        var scan = try Scan()
        func hint(_ pixels: Double?) -> OnboardingState {
            scan.feedback.reset()
            return scan.feedback.observe(OnboardingObservation(time: scan.time, located: [.init(modulePixels: pixels)]))
                .state
        }
        #expect(hint(1.5) == .seen(.comeCloser))
        #expect(hint(nil) == .seen(.comeCloser))
        #expect(hint(.nan) == .seen(.comeCloser))
        #expect(hint(-.infinity) == .seen(.comeCloser))
        #expect(hint(4) == .seen(.holdSteady))
        scan.feedback.reset()
        #expect(scan.last(3, located: [2]) == "seen")
        // Gone for less than the absence time, then for more.
        #expect(scan.last(15) == "seen")
        #expect(scan.last(15) == "unsuccessful")
    }

    @Test("An invalid code is told of once, stays to be read, and gives way to a valid one at once")
    func anInvalidCodeGivesWayToAValidOne()
        throws
    {
        var scan = try Scan()
        #expect(scan.run(4, [bad]) == ["seen", "INVALID", "invalid", "invalid"])
        #expect(scan.last(30) == "invalid")
        #expect(scan.last(40) == "unsuccessful")
        // Gone for long, so it is new again.
        #expect(scan.run(3, [bad]).contains("INVALID"))
        #expect(scan.run(2, [good]) == ["invalid", "SUCCESSFUL"])
    }

    @Test("An invalid code that comes back soon is no news") func aRepeatedInvalidCodeIsNoNews() throws {
        var parameters = OnboardingFeedback.Parameters()
        parameters.invalidTime = 0
        parameters.absence = 0.1
        var scan = try Scan({ _ in }, parameters)
        #expect(scan.last(2, [bad]) == "INVALID")
        #expect(scan.last(20) == "unsuccessful")
        #expect(scan.last(2, [bad]) == "invalid")
    }

    @Test("Two different codes in a frame are refused, whichever they are")
    func twoDifferentCodesAreRefused() throws {
        var scan = try Scan()
        #expect(scan.last(10, [good, other]) == "invalid")
        #expect(
            scan.feedback.observe(OnboardingObservation(time: scan.time, codes: [good, other])).state.decision?.risks
                == [.severalCodes])
        // One of them alone, after the other is gone.
        #expect(scan.last(40, [good]) == "successful")
        scan = try Scan { $0.tolerates = [.severalCodes] }
        #expect(scan.last(2, [bad, good]) == "SUCCESSFUL")
    }

    @Test("The same code twice in a frame is one code") func theSameCodeTwiceIsOne() throws {
        var scan = try Scan()
        #expect(scan.last(2, [good, good]) == "SUCCESSFUL")
    }

    @Test("Two codes that are read in turn are in view together") func codesReadInTurnAreInViewTogether() throws {
        var scan = try Scan { $0.requiredReads = 3 }
        for _ in 0..<20 {
            #expect(scan.last(1, [good]) != "SUCCESSFUL")
            #expect(scan.last(1, [other]) != "SUCCESSFUL")
        }
    }

    @Test("One code after another is no pair") func oneCodeAfterAnotherIsNoPair() throws {
        var scan = try Scan()
        _ = scan.run(1, [other])
        #expect(scan.last(2, [good]) == "SUCCESSFUL")
    }

    @Test("A verifier is asked once for a code, not in every frame") func aVerifierIsAskedOnce() throws {
        var scan = try Scan()
        let states = scan.run(100, [bad])
        #expect(states.count { $0 == "INVALID" } == 1)
    }

    @Test("A clock that stands still gives no reads") func aStandingClockGivesNoReads() throws {
        var scan = try Scan()
        for _ in 0..<10 {
            #expect(
                scan.feedback.observe(OnboardingObservation(time: .seconds(5), codes: [good])).state
                    == .seen(.holdSteady))
        }
    }

    @Test("Times of any kind are no error", arguments: 0..<4)
    func hostileTimes(_ seed: Int) throws {
        let extremes = [
            Duration(attoseconds: .max), Duration(attoseconds: .min), .zero, .seconds(Int64.max), .seconds(Int64.min),
            .nanoseconds(1),
        ]
        var scan = try Scan()
        for index in 0..<200 {
            let time = extremes[(index * 7 + seed * index * index) % extremes.count]
            let answer = scan.feedback.observe(OnboardingObservation(time: time, codes: index % 3 == 0 ? [bad] : []))
            #expect(answer.state.code != "successful")
        }
        // A valid clock works afterwards.
        scan.time = .seconds(100)
        #expect(scan.last(4, [good]).lowercased() == "successful")
    }

    @Test("A clock that goes back neither ends nor lengthens what is shown for ever") func aClockMayGoBack() throws {
        var scan = try Scan()
        scan.time = .seconds(1000)
        _ = scan.run(2, [bad])
        scan.time = .seconds(10)
        #expect(scan.last(1) == "invalid")
        #expect(scan.last(60) == "unsuccessful")
    }

    @Test("Frames with many codes are looked at in part") func framesWithManyCodesAreReadInPart() throws {
        var scan = try Scan()
        let codes = (0..<1000).map { ScannedCode("https://example.com/\($0)") }
        #expect(scan.last(5, codes) == "invalid")
    }

    @Test("A single picture needs no second read") func aPictureNeedsNoSecondRead() throws {
        let classifier = try OnboardingClassifier(policy: Fixtures.policy)
        #expect(classifier.state(of: []) == .unsuccessful)
        #expect(classifier.state(of: [], located: 1) == .seen(.comeCloser))
        #expect(classifier.state(of: [good]).code == "successful")
        #expect(classifier.state(of: [good, good]).code == "successful")
        #expect(classifier.state(of: [bad]).code == "invalid")
        #expect(classifier.state(of: [bad, good]).decision?.risks == [.severalCodes])
        #expect(classifier.state(of: [bad, good]).code == "invalid")
    }

    @Test("Parameters outside their range are an error") func parametersOutsideTheirRangeAreErrors() throws {
        let classifier = try OnboardingClassifier(policy: Fixtures.policy)
        var parameters = OnboardingFeedback.Parameters()
        parameters.readWindow = .nan
        #expect(throws: ParameterError.self) { try OnboardingFeedback(classifier: classifier, parameters: parameters) }
    }
}
