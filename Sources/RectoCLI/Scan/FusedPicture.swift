import Recto
import RectoVision

/// A page of `recto scan --fuse`.
struct FusedPicture: CustomStringConvertible, Sendable {
    var burst: PageScanner.BurstScan
    /// The files of its pictures.
    var files: [String]

    /// A picture that was not fused, in JSON.
    struct Refused: Encodable {
        var picture: Int
        var reason: FrameFusion.Refusal
    }

    /// How the page was made, how much of it is lost, and which pictures were not used.
    var description: String {
        let refused = burst.refusals.sorted { $0.key < $1.key }.map { "\(files[$0.key]) \($0.value.text)" }
        let others = refused.isEmpty ? "" : "; not used: \(refused.joined(separator: ", "))"
        guard let fused = burst.fused, let report = burst.report else {
            return "too few pictures agree: taken from the surest one\(others)"
        }
        let lost = (100 * report.lostShare).rounded(decimals: 1)
        return "fused from \(fused.count) pictures" + (lost > 0 ? " (glare hides \(lost) % in all of them)" : "")
            + others
    }
}

extension FrameFusion.Refusal {
    fileprivate var text: String {
        switch self {
        case .noPage: "shows no page"
        case .repeated: "repeats an earlier one"
        case .otherPage: "shows another page"
        case .shifted: "shows the page in another shape"
        case .blurred: "is blurred"
        }
    }
}
