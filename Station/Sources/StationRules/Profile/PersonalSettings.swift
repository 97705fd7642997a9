/// A person's settings, except the clock.
package struct PersonalSettings: Hashable, Codable, Sendable {
    package var units = UnitSystem.metric
    /// The camera that the scanner opens with: the index of one of the station's, or `nil` for the browser's.
    package var camera: Int?
    /// Whether browsers may show reminders of due documents.
    package var isNotified = true
    /// `nil` in settings from before this field existed.
    package var offlineBanner: OfflineBanner?
    /// Who can see what the person adds; `nil` for everyone.
    package var sharing: DocumentSharing?
    /// Whether curved pages that the person adds are flattened; `nil` for off.
    package var flattening: PageFlattening?
    /// Whether several frames are merged into one page; `nil` for automatic.
    package var sharpening: PageSharpening?

    package init() {}

    package var pageFlattening: PageFlattening { flattening ?? .off }
    package var pageSharpening: PageSharpening { sharpening ?? .automatic }
}

/// The units of lengths.
package enum UnitSystem: String, Hashable, Codable, Sendable, CaseIterable {
    case metric
    case inches

    /// The units of the person whom a text is for.
    @TaskLocal package static var current = UnitSystem.metric

    package var label: String {
        switch self {
        case .metric: localized("Millimeters")
        case .inches: localized("Inches")
        }
    }

    /// Formats a length of up to a few meters with one decimal.
    package func length(millimeters: Double) -> String {
        func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
        switch self {
        case .inches: return localized("\(tenths(millimeters / 25.4)) in")
        case .metric where millimeters == millimeters.rounded(): return "\(Int(millimeters)) mm"
        case .metric: return localized("\(tenths(millimeters)) mm")
        }
    }
}

/// A person's job title, such as "Accounting"; it may be empty.
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

/// A person's picture.
package enum PersonPicture {
    /// The stored size: the minimum length of the longer side in pixels.
    package static let side = 512

    package static func path(of person: Int64, _ name: String) -> String {
        "/people/\(person)/picture?v=\(name.prefix(16))"
    }
}

/// What the profile shows about the program.
package enum ProgramAbout {
    /// Whether the version is at the end of the profile, because there is nothing else to show.
    package static func standsInProfile(_ parts: [ProgramPart]) -> Bool { parts.isEmpty }
}

/// An action at the top of the profile.
package enum ProfileAction: Hashable, Sendable {
    case lock

    /// - Parameter hasSession: Whether the person has signed in.
    package init?(hasSession: Bool) {
        guard hasSession else { return nil }
        self = .lock
    }
}
