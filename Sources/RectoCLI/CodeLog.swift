import RectoBarcode
import RectoCapture
import RectoOnboarding

/// Tells of the codes in the frames of a stream: as JSON each time, in words when they are new.
struct CodeLog {
    private let json: Bool
    private var gate: OnboardingGate?
    private var last: Set<Code.Content> = []
    private var lastState: OnboardingState?

    init(json: Bool, gate: OnboardingGate?) { (self.json, self.gate) = (json, gate) }

    mutating func tell(_ frame: CapturedFrame, _ codes: [Code], unread: [UnreadCode], _ duration: Duration) throws {
        let state = gate?.observe(codes, unread: unread, at: frame.time).state
        let isNewState = state != lastState
        let contents = Set(codes.map(\.content))
        defer { (last, lastState) = (contents, state) }
        if json {
            guard !codes.isEmpty || isNewState else { return }
            try Console.sayJSON(CodesInFrame(frame: frame, codes: codes, state, duration: duration))
        } else if let state {
            if isNewState { Console.say(state.line) }
        } else {
            for code in codes where !last.contains(code.content) { Console.say(JSONCode(code).line) }
        }
    }
}
