/// A main place of the station, as the sidebar and the tab bar lead to it.
public enum Place: String, Hashable, Sendable, CaseIterable {
    case library
    case scan
    case scenes
    case devices

    public var label: String {
        switch self {
        case .library: "Library"
        case .scan: "Scan"
        case .scenes: "AR Scenes"
        case .devices: "Devices"
        }
    }

    public var path: String {
        switch self {
        case .library: "/documents"
        case .scan: "/scan"
        case .scenes: "/ar"
        case .devices: "/devices"
        }
    }

    /// Of Bootstrap's icons.
    public var icon: String {
        switch self {
        case .library: "collection"
        case .scan: "camera"
        case .scenes: "badge-ar"
        case .devices: "phone"
        }
    }
}

/// Where somebody was in each place: who comes back to a place finds it as it was left, and who asks again for the place that
/// is shown gets to its beginning.
public struct PlaceMemory: Hashable, Sendable {
    private var paths: [Place: String] = [:]
    /// The place that was shown last.
    public private(set) var last: Place?

    /// - Parameters:
    ///   - paths: As a browser has kept them; those that do not belong to their place are left out.
    ///   - last: The place that was shown last.
    public init(_ paths: [Place: String] = [:], last: Place? = nil) {
        for (place, path) in paths where place.leads(to: path) { self.paths[place] = path }
        self.last = last
    }

    /// Keeps the path of a screen.
    public mutating func enter(_ path: String, of place: Place) {
        last = place
        paths[place] = place.leads(to: path) ? path : nil
    }

    /// Where a place leads to from the one that is shown.
    public func path(to place: Place, from current: Place?) -> String {
        place == current ? place.path : paths[place] ?? place.path
    }

    /// What is kept of a place; nothing where it is at its beginning.
    public subscript(_ place: Place) -> String? { paths[place] }
}

extension Place {
    /// Whether a path is that of a screen further down in the place: of letters, digits and hyphens, step by step.
    public func leads(to path: String) -> Bool {
        guard path.hasPrefix(self.path + "/"), path.utf8.count <= 200 else { return false }
        let steps = path.dropFirst(self.path.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        return steps.allSatisfy { step in
            !step.isEmpty && step.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// To which a path belongs.
    public init?(of path: String) {
        guard let place = Self.allCases.first(where: { path == $0.path || path.hasPrefix($0.path + "/") }) else {
            return nil
        }
        self = place
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

/// The address of a screen to come back to, which a form brings along: within the station, and no other site's.
public struct ReturnPath: Hashable, Sendable {
    public let text: String

    /// The library where a form brings none, or one that leads elsewhere.
    public init(_ text: String?) {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.unicodeScalars.allSatisfy({ 0x21...0x7E ~= $0.value })
        else {
            self.text = Place.library.path
            return
        }
        self.text = text
    }
}
