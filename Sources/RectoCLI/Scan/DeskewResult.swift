import Recto
import RectoCore

/// What became of a page that was to be turned level, for output.
struct DeskewResult: Encodable, CustomStringConvertible {
    private let outcome: PageDeskewer.Outcome

    /// - Returns: `nil` if the page was not asked to be turned level.
    init?(_ outcome: PageDeskewer.Outcome?) {
        guard let outcome else { return nil }
        self.outcome = outcome
    }

    private enum CodingKeys: CodingKey { case turned, degrees }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        switch outcome {
        case .turned(let degrees):
            try object.encode(true, forKey: .turned)
            try object.encode(degrees.rounded(decimals: 2), forKey: .degrees)
        case .level(let degrees):
            try object.encode(false, forKey: .turned)
            try object.encode(degrees.rounded(decimals: 2), forKey: .degrees)
        case .unsure: try object.encode(false, forKey: .turned)
        }
    }

    var description: String {
        switch outcome {
        case .turned(let degrees): "lines level (turned by \((-degrees).rounded(decimals: 2))°)"
        case .level: "lines level"
        case .unsure: "direction of lines uncertain, not turned"
        }
    }
}
