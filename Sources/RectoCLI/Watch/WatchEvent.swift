import Recto
import RectoCapture
import RectoCore
import RectoVision

/// The events of `recto watch`. Each becomes a JSON object on one line.
enum WatchEvent {
    struct Start: Encodable {
        let event = "start"
        var source: String
        var mode: String
        var output: String
        /// The number of pages from an interrupted run that the document starts with.
        var recoveredPages: Int
    }

    /// A processed frame.
    struct Frame: Encodable {
        var number: Int
        var sequence: Int
        var gap: Int
        var time: Duration
        var update: Scanner.Update
        var advice: WatchAdvice?

        private enum CodingKeys: String, CodingKey {
            case event, frame, sequence, gap, time, width, height, quad, confidence, tracking, guidance, progress
            case fusionReasons, advice, milliseconds
        }

        func encode(to encoder: any Encoder) throws {
            var line = encoder.container(keyedBy: CodingKeys.self)
            try line.encode("frame", forKey: .event)
            try line.encode(number, forKey: .frame)
            try line.encode(sequence, forKey: .sequence)
            try line.encode(gap, forKey: .gap)
            try line.encode(time.jsonSeconds, forKey: .time)
            try line.encode(update.size.width, forKey: .width)
            try line.encode(update.size.height, forKey: .height)
            // Without a page the value is `null`, so that the member is always present.
            try line.encode(update.page?.quad.jsonCorners, forKey: .quad)
            try line.encode((update.page?.confidence ?? 0).rounded(decimals: 4), forKey: .confidence)
            try line.encode(update.page.map { $0.source == .detected ? "detected" : "tracked" }, forKey: .tracking)
            try line.encode(update.guidance.code, forKey: .guidance)
            if case .holdSteady(let progress) = update.guidance {
                try line.encode(progress.rounded(decimals: 3), forKey: .progress)
            }
            let reasons = update.fusionReasons.list
            if !reasons.isEmpty { try line.encode(reasons, forKey: .fusionReasons) }
            try line.encodeIfPresent(advice, forKey: .advice)
            try line.encode(update.timings.json, forKey: .milliseconds)
        }
    }

    /// A change of the guidance.
    struct Guidance: Encodable {
        let event = "guidance"
        var frame: Int
        var time: Double
        var code: String
    }

    /// A captured page. It is stored. Its file is complete, unless it is a document of all pages.
    struct Capture: Encodable {
        let event = "capture"
        var frame: Int
        var time: Double
        /// The page's number in the folder or the document, and the name of its file.
        var page: Int
        var file: String
        /// Time and sequence number of the captured frame.
        var captureTime: Double
        var sequence: Int
        var quad: [[Double]]?
        var lowQuality: Bool
        let source = PageScanner.Source.single
        var width: Int
        var height: Int
        var dpi: Double
        var paper: String?
        var milliseconds: [String: Double]
    }

    /// A captured page that was fused from several frames and has replaced the single one.
    struct Fused: Encodable {
        let event = "fused"
        /// The last processed frame and its time.
        var frame: Int
        var time: Double
        /// Page, file, time and sequence number, the same as in its `capture`.
        var page: Int
        var file: String
        var captureTime: Double
        var sequence: Int
        let source = PageScanner.Source.fused
        /// The number of fused frames, the reason, and the noise of one frame in gray levels.
        var frames: Int
        var reason: FusionReason?
        var noise: Double
        /// The share of the page that is saturated in every frame.
        var lost: Double
        var width: Int
        var height: Int
        var dpi: Double
        var paper: String?
        var milliseconds: [String: Double]
    }

    /// A change of the advice.
    struct Advice: Encodable {
        let event = "advice"
        var frame: Int
        var time: Double
        /// `null` if there is no advice any more.
        var code: WatchAdvice?
        /// Why more frames help.
        var reasons: FusionReasons

        private enum CodingKeys: String, CodingKey { case event, frame, time, code, reasons }

        func encode(to encoder: any Encoder) throws {
            var line = encoder.container(keyedBy: CodingKeys.self)
            try line.encode(event, forKey: .event)
            try line.encode(frame, forKey: .frame)
            try line.encode(time, forKey: .time)
            try line.encode(code, forKey: .code)
            if code == .keepStill { try line.encode(reasons.list, forKey: .reasons) }
        }
    }

    struct Device: Encodable {
        let event = "device"
        var code: String
        var text: String
        /// The frame number, if the event concerns a frame.
        var frame: Int?
    }

    struct Failure: Encodable {
        let event = "error"
        var text: String
    }

    struct End: Encodable {
        enum Reason: String, Encodable {
            case end, frames, signal, output
        }

        let event = "end"
        var frames: Int
        var captures: Int
        var reason: Reason
    }
}

/// What would improve the page that is being captured or was captured.
enum WatchAdvice: String, Encodable {
    /// The page should lie still a little longer so that more frames can be fused; see `FusionReasons`.
    case keepStill
    /// A part of the page has glare in every frame, so its content is lost.
    case glareHidesText
}
