public import FoundationEssentials

/// The properties of a capture that describe its camera.
public struct CaptureRecord: Hashable, Sendable {
    public let at: Date
    /// The camera's display name.
    public let source: String
    public let isCaptured: Bool
    public let sharpness: Double?
    public let fineDetail: Double?
    public let brightness: Double?
    /// The seconds from the page's appearance to the picture.
    public let lock: Double?
    /// The seconds from the picture to the stored page.
    public let storing: Double?

    public init(
        at: Date, source: String, isCaptured: Bool, sharpness: Double? = nil, fineDetail: Double? = nil,
        brightness: Double? = nil, lock: Double? = nil, storing: Double? = nil
    ) {
        self.at = at
        self.source = source
        self.isCaptured = isCaptured
        self.sharpness = sharpness
        self.fineDetail = fineDetail
        self.brightness = brightness
        self.lock = lock
        self.storing = storing
    }
}

/// A camera's performance over the last week compared with the week before: its lens may be dirty, or a lamp may have
/// failed.
///
/// Medians are compared, so that blank pages or a hand in front of the lens have little effect.
public struct CameraHealth: Sendable {
    public enum Finding: Hashable, Sendable {
        /// - Parameter percent: The loss of sharpness.
        case lessSharp(percent: Int)
        case darker(percent: Int)
        case failing(percent: Int)
    }

    /// The length of a period in days. Shorter periods would differ by their weekends.
    public static let days = 7
    /// The minimum number of captures per week. Fewer say more about their pages than about the camera.
    public static let minimumCaptures = 8
    /// The loss, relative to the week before, at which people should check the camera.
    public static let sharpnessLoss = 0.25
    public static let brightnessLoss = 0.3
    /// The share of failed captures that is reported.
    public static let failures = 0.3

    public let source: String
    /// The number of captures in the last week.
    public let captures: Int
    public let failed: Int
    /// The medians of the last week and the week before; `nil` if too few were measured.
    public let sharpness: (now: Double, before: Double)?
    public let brightness: (now: Double, before: Double)?
    public let findings: [Finding]

    /// - Parameter records: The captures of this camera.
    public init(_ source: String, _ records: [CaptureRecord], now: Date) {
        self.source = source
        let week = Double(Self.days) * 86_400
        let last = records.filter { $0.at > now - week && $0.at <= now }
        let before = records.filter { $0.at > now - 2 * week && $0.at <= now - week }
        captures = last.count { $0.isCaptured }
        failed = last.count { !$0.isCaptured }
        sharpness = Self.compared(last, before, \.fineDetail) ?? Self.compared(last, before, \.sharpness)
        brightness = Self.compared(last, before, \.brightness)
        var findings: [Finding] = []
        if let percent = Self.loss(sharpness, Self.sharpnessLoss) { findings.append(.lessSharp(percent: percent)) }
        if let percent = Self.loss(brightness, Self.brightnessLoss) { findings.append(.darker(percent: percent)) }
        if last.count >= Self.minimumCaptures, Double(failed) / Double(last.count) >= Self.failures {
            findings.append(.failing(percent: failed * 100 / last.count))
        }
        self.findings = findings
    }

    /// Returns the health of all cameras by name.
    public static func all(_ records: [CaptureRecord], now: Date) -> [CameraHealth] {
        Dictionary(grouping: records, by: \.source).map { CameraHealth($0, $1, now: now) }
            .sorted { $0.source < $1.source }
    }

    private static func compared(
        _ last: [CaptureRecord], _ before: [CaptureRecord], _ value: (CaptureRecord) -> Double?
    ) -> (now: Double, before: Double)? {
        let (now, then) = (last.compactMap(value), before.compactMap(value))
        guard now.count >= minimumCaptures, then.count >= minimumCaptures else { return nil }
        return (median(now), median(then))
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Returns the loss in percent; `nil` if it is too small to report.
    private static func loss(_ compared: (now: Double, before: Double)?, _ least: Double) -> Int? {
        guard let compared, compared.before > 0 else { return nil }
        let loss = 1 - compared.now / compared.before
        return loss >= least ? Int((loss * 100).rounded()) : nil
    }
}

extension CameraHealth {
    /// The problems and their remedies as sentences.
    public var texts: [String] {
        findings.map { finding in
            switch finding {
            case .lessSharp(let percent):
                localized("Pages from \(label) are \(percent) % less sharp than the week before. Clean its lens.")
            case .darker(let percent):
                localized("Pages from \(label) are \(percent) % darker than the week before. Check its lamp.")
            case .failing(let percent):
                localized(
                    "\(percent) % of the captures of \(label) failed this week. Check its cable and position.")
            }
        }
    }

    /// The camera's display name.
    public var label: String { CaptureSource.label(source) }
}

/// The origin of captures.
public enum CaptureSource {
    /// The stored name for the cameras of browsers.
    public static let browser = "browser"

    public static func label(_ source: String) -> String {
        source == browser ? localized("Browser Cameras") : source
    }
}
