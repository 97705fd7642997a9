import FoundationEssentials
import StationRules
import StationStore
import StationViews

/// The output of `--print-join`: instructions for connecting another device.
public struct JoinCard: Sendable {
    public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
        case notRunning(folder: String)
        case onlyThisMachine

        public var description: String {
            switch self {
            case .notRunning(let folder): "No station runs on \(folder). Start it with --listen, then try again."
            case .onlyThisMachine: "Only this computer can use Recto. Start it with --listen 0.0.0.0, then try again."
            }
        }
    }

    public let text: String

    /// Issues an activation code, which is all that changes in the library.
    /// - Parameter folder: The library's folder of a running station.
    public init(folder: String) throws {
        guard let note = StationNote(folder: folder) else { throw Failure.notRunning(folder: folder) }
        guard note.isOpenToOthers, let origin = note.origins.first else { throw Failure.onlyThisMachine }
        let code = try ActivationCodes.issue(besideStationIn: folder, origin: origin, now: .now)
        text = try Self.text(note, code: code)
    }

    private static func text(_ note: StationNote, code: String) throws -> String {
        var parts = ["Recto is at\n" + note.origins.map { "  \($0)\n" }.joined()]
        if let page = note.joinPages.first, let fingerprint = note.fingerprint {
            parts.append(
                """
                1. Let the other device trust Recto, once. Open \(page)

                \(try CodeSymbol(page).terminal)
                   Its fingerprint must be
                   \(fingerprint)

                """)
        }
        let number = parts.count > 1 ? "2. " : ""
        parts.append(
            """
            \(number)Connect it. This link is for one device and \(ActivationTime.seconds / 60) minutes:
            \(code)

            \(try CodeSymbol(code).terminal)
            """)
        return parts.joined(separator: "\n")
    }
}
