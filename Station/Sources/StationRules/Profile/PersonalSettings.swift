/// What a person has set for themselves, but for the clock.
package struct PersonalSettings: Hashable, Codable, Sendable {
    package var units = UnitSystem.metric
    /// The camera that the scanner opens with: one of the station's by its number, or the browser's own.
    package var camera: Int?
    /// Whether browsers may be told of what is due.
    package var isNotified = true
    /// `nil` in settings that are older than it.
    package var offlineBanner: OfflineBanner?
    /// Who sees what the person adds; `nil` is everyone.
    package var sharing: DocumentSharing?
    /// Whether bent pages that the person adds are made flat; `nil` is off.
    package var flattening: PageFlattening?
    /// Whether pages are made of several frames; `nil` is automatic.
    package var sharpening: PageSharpening?

    package init() {}

    package var pageFlattening: PageFlattening { flattening ?? .off }
    package var pageSharpening: PageSharpening { sharpening ?? .automatic }
}

/// In which units lengths are told.
package enum UnitSystem: String, Hashable, Codable, Sendable, CaseIterable {
    case metric
    case inches

    /// Those of whom a text is for.
    @TaskLocal package static var current = UnitSystem.metric

    package var label: String {
        switch self {
        case .metric: localized("Millimeters")
        case .inches: localized("Inches")
        }
    }

    /// A length of a few meters at most, to a tenth.
    package func length(millimeters: Double) -> String {
        func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        switch self {
        case .inches: return localized("\(tenths(millimeters / 25.4)) in")
        case .metric where millimeters == millimeters.rounded(): return "\(Int(millimeters)) mm"
        case .metric: return localized("\(tenths(millimeters)) mm")
        }
    }
}

/// What stands beside a name: "Accounting", or nothing.
package struct PersonTitle: Hashable, Sendable {
    package static let maximum = 60
    package let text: String

    /// - Throws: ``PersonName/Failure/tooLong(maximum:)``.
    package init(_ text: String) throws(PersonName.Failure) {
        let line = text.asLine
        guard line.count <= Self.maximum else { throw .tooLong(maximum: Self.maximum) }
        self.text = line
    }
}

/// The picture of a person.
package enum PersonPicture {
    /// The longer side that is kept at least, in pixels.
    package static let side = 512

    package static func path(of person: Int64, _ name: String) -> String {
        "/people/\(person)/picture?v=\(name.prefix(16))"
    }
}

/// What the profile says about the program.
package enum ProgramAbout {
    /// Whether the version stands at the end of the profile itself: where there is nothing else to say.
    package static func standsInProfile(_ parts: [ProgramPart]) -> Bool { parts.isEmpty }
}

/// What somebody does at once from the head of the profile.
package enum ProfileAction: Hashable, Sendable {
    case lock

    /// - Parameter hasSession: Whether somebody has signed in.
    package init?(hasSession: Bool) {
        guard hasSession else { return nil }
        self = .lock
    }
}
