import FoundationEssentials
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

    /// - Parameter folder: The library's folder of a running station. It is not modified.
    public init(folder: String) throws {
        guard let note = StationNote(folder: folder) else { throw Failure.notRunning(folder: folder) }
        guard let file = note.tokenFile, let origin = note.origins.first else { throw Failure.onlyThisMachine }
        let signIn = "\(origin)/sign-in?token=\(try Self.token(file))"
        text = try Self.text(note, signIn: signIn)
    }

    private static func text(_ note: StationNote, signIn: String) throws -> String {
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
            \(number)Sign in. This link is for you alone:
            \(signIn)

            \(try CodeSymbol(signIn).terminal)
            """)
        return parts.joined(separator: "\n")
    }

    private static func token(_ file: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw StoreError.unreadable(file, reason: "it cannot be read")
        }
        return String(decoding: data, as: UTF8.self).filter { !$0.isWhitespace }
    }
}
