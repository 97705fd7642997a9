import FoundationEssentials
import RectoBarcode
import RectoCapture
import RectoCore
import RectoOnboarding

/// The output of `recto qr` for a picture.
struct CodesInPicture: Encodable {
    var file: String
    var codes: [JSONCode]
    var onboarding: OnboardingReport?
    var milliseconds: Double
    /// Text for people.
    private let state: String?

    private enum CodingKeys: CodingKey {
        case file, codes, onboarding, milliseconds
    }

    init(file: String, codes: [Code], _ state: OnboardingState?, milliseconds: Double) {
        self.file = file
        onboarding = state.map(OnboardingReport.init)
        self.state = state?.line
        self.codes = codes.map(JSONCode.init)
        self.milliseconds = milliseconds.rounded(decimals: 3)
    }

    /// The output without `--json`.
    var lines: [String] {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        if let state { return ["\(file): \(state), \(time)"] }
        guard !codes.isEmpty else { return ["\(file): no code found (\(time))"] }
        return codes.map { "\(file): \($0.line), \(time)" }
    }
}

/// The output of `recto qr --watch` for a frame.
struct CodesInFrame: Encodable {
    var frame: Int
    /// Since the stream began.
    var seconds: Double
    var codes: [JSONCode]
    var onboarding: OnboardingReport?
    var milliseconds: Double

    init(frame: CapturedFrame, codes: [Code], _ state: OnboardingState?, duration: Duration) {
        onboarding = state.map(OnboardingReport.init)
        self.frame = frame.number
        seconds = (frame.time.inMilliseconds / 1000).rounded(decimals: 3)
        self.codes = codes.map(JSONCode.init)
        milliseconds = duration.inMilliseconds.rounded(decimals: 3)
    }
}

extension Code {
    /// A code's payload, without its place.
    struct Content: Hashable {
        var bytes: [UInt8]
        var symbology: Symbology
    }

    var content: Content { Content(bytes: bytes, symbology: symbology) }
}

/// A code as a JSON object.
struct JSONCode: Encodable {
    var symbology: String
    var text: String
    var encoding: String
    var bytes: String
    var corners: [[Double]]
    var version: Int?
    var level: String?
    var inverted: Bool?
    var mirrored: Bool?
    var gs1: Bool?
    var aim: Bool?
    /// Set if the code is a part of a larger payload. Members that cannot be read are left out.
    var part: Part?
    /// The decoding stage that found it.
    var stage: String

    struct Part: Encodable {
        var index: Int?
        var count: Int?
        var parity: UInt8?

        /// For people, who count from 1.
        var name: String? {
            guard let index, let count else { return nil }
            return "part \(index + 1) of \(count)"
        }
    }

    private enum CodingKeys: String, CodingKey {
        case symbology, text, encoding, corners, version, level, inverted, mirrored, gs1, aim, part, stage
        case bytes = "bytes_base64"
    }

    init(_ code: Code) {
        symbology = code.symbology.rawValue
        text = code.text
        encoding = code.encoding.rawValue
        bytes = Data(code.bytes).base64EncodedString()
        corners = code.corners.jsonCorners
        version = code.version
        level = code.level?.rawValue
        inverted = code.isInverted ? true : nil
        mirrored = code.isMirrored ? true : nil
        gs1 = code.isGS1 ? true : nil
        aim = code.isAIM ? true : nil
        part = code.structuredAppend.map { Part(index: $0.part?.index, count: $0.part?.count, parity: $0.part?.parity) }
        stage = code.stage.rawValue
    }

    /// The text and the kind of code, for people.
    var line: String { "\(text) (\(summary))" }

    private var summary: String {
        let size = version.map { " version \($0)" + (level.map { "-\($0)" } ?? "") } ?? ""
        return symbology + size + (inverted == nil ? "" : ", inverted") + (mirrored == nil ? "" : ", mirrored")
            + (part?.name.map { ", \($0)" } ?? "")
    }
}

/// Reports the codes in the frames of a stream: as JSON in every frame, as text when they are new.
struct CodeLog {
    private let json: Bool
    private var check: OnboardingCheck?
    private var last: Set<Code.Content> = []
    private var lastState: OnboardingState?

    init(json: Bool, check: OnboardingCheck?) { (self.json, self.check) = (json, check) }

    mutating func report(_ frame: CapturedFrame, _ codes: [Code], unread: [UnreadCode], _ duration: Duration) throws {
        let state = check?.observe(codes, unread: unread, at: frame.time).state
        let isNewState = state != lastState
        let contents = Set(codes.map(\.content))
        defer { (last, lastState) = (contents, state) }
        if json {
            guard !codes.isEmpty || isNewState else { return }
            try Console.printJSON(CodesInFrame(frame: frame, codes: codes, state, duration: duration))
        } else if let state {
            if isNewState { Console.printLine(state.line) }
        } else {
            for code in codes where !last.contains(code.content) { Console.printLine(JSONCode(code).line) }
        }
    }
}
