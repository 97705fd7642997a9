import RectoVision
import StationRules
import Testing

@Suite struct GuidanceTests {
    @Test("DS-3, DS-5: the station knows all that the engine may say")
    func knowsEveryCode() {
        let all: [CaptureGuidance] = [
            .noDocument, .partlyOutside, .tooFar, .tooClose, .tilted, .tooDark, .glare, .moving,
            .holdSteady(progress: 0), .capturing, .captured, .samePage,
        ]
        #expect(all.compactMap { ScanGuidance(rawValue: $0.code) } == ScanGuidance.allCases)
    }
}
