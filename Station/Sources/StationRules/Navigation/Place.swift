/// A main section of the station, in the sidebar and the tab bar.
public enum Place: String, Hashable, Sendable, CaseIterable {
    case home
    case library
    case scan
    case scenes
    case devices

    public var label: String {
        switch self {
        case .home: localized("Home")
        case .library: localized("Library")
        case .scan: localized("Scan")
        case .scenes: localized("AR Scenes")
        case .devices: localized("Devices")
        }
    }

    public var path: String {
        switch self {
        case .home: "/home"
        case .library: "/documents"
        case .scan: "/scan"
        case .scenes: "/ar"
        case .devices: "/devices"
        }
    }

    /// The name of a Bootstrap icon.
    public var icon: String {
        switch self {
        case .home: "house"
        case .library: "collection"
        case .scan: "camera"
        case .scenes: "badge-ar"
        case .devices: "phone"
        }
    }
}

/// Remembers the last screen in each section. Returning to a section opens that screen; choosing the current section
/// opens its first screen.
public struct PlaceMemory: Hashable, Sendable {
    private var paths: [Place: String] = [:]
    /// The person's start paths of sections, if they differ from the first screens.
    public var starts: [Place: String] = [:]
    /// The last section.
    public private(set) var last: Place?

    /// - Parameters:
    ///   - paths: The paths from cookies. Paths outside their section are ignored.
    ///   - last: The last section.
    public init(_ paths: [Place: String] = [:], last: Place? = nil) {
        for (place, path) in paths where place.leads(to: path) { self.paths[place] = path }
        self.last = last
    }

    /// Remembers the path of a screen.
    public mutating func enter(_ path: String, of place: Place) {
        last = place
        paths[place] = place.leads(to: path) ? path : nil
    }

    /// Returns the path of a section's link on a screen of the current section.
    public func path(to place: Place, from current: Place?) -> String {
        let start = starts[place] ?? place.path
        return place == current ? start : paths[place] ?? start
    }

    /// The remembered path of a section; `nil` for its first screen.
    public subscript(_ place: Place) -> String? { paths[place] }
}

extension Place {
    /// Whether a path is a deeper screen of the section. Its components only have letters, digits and hyphens.
    public func leads(to path: String) -> Bool {
        guard path.hasPrefix(self.path + "/"), path.utf8.count <= 200 else { return false }
        let steps = path.dropFirst(self.path.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        return steps.allSatisfy { step in
            !step.isEmpty && step.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
        }
    }

    /// Returns the section of a path.
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

/// The path of the screen to return to, from a form. It is always within the station.
public struct ReturnPath: Hashable, Sendable {
    public let text: String

    /// A missing or external path becomes that of the library.
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
