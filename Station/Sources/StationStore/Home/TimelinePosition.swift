import FoundationEssentials
import GRDB

/// The position of an entry on a timeline.
public struct TimelinePosition: Hashable, Sendable {
    /// The time in the database format.
    let moment: String
    let kind: String
    let id: Int64

    private static let mark: Character = "~"

    init(moment: String, kind: String, id: Int64) {
        self.moment = moment
        self.kind = kind
        self.id = id
    }

    /// The position as text for URLs.
    public var text: String { "\(moment.replacing(" ", with: "_"))\(Self.mark)\(kind)\(Self.mark)\(id)" }

    /// `nil` if the text is malformed.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: Self.mark)
        guard parts.count == 3, let id = Int64(parts[2]), 10...40 ~= parts[0].utf8.count,
            parts[0].utf8.allSatisfy({ "0123456789-_:.".utf8.contains($0) }),
            parts[1].utf8.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 })
        else { return nil }
        self.init(moment: String(parts[0]).replacing("_", with: " "), kind: String(parts[1]), id: id)
    }
}
