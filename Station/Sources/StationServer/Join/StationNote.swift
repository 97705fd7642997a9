import FoundationEssentials
import Glibc
import StationRules
import StationStore

/// Information that a running station writes into its folder for `--print-join`. It contains no secrets.
package struct StationNote: Codable, Hashable, Sendable {
    /// The station's process.
    package let process: Int32
    /// Its addresses for other machines.
    package let origins: [String]
    /// The URLs of the page with instructions for trusting it.
    package let joinPages: [String]
    /// The fingerprint of its authority.
    package let fingerprint: String?
    /// Whether other machines can reach it.
    package let isOpenToOthers: Bool

    package init(
        process: Int32 = getpid(), origins: [String], joinPages: [String] = [], fingerprint: String? = nil,
        isOpenToOthers: Bool
    ) {
        self.process = process
        self.origins = origins
        self.joinPages = joinPages
        self.fingerprint = fingerprint
        self.isOpenToOthers = isOpenToOthers
    }

    private static func file(_ folder: String) -> String { "\(folder)/addresses.json" }

    package func write(to folder: String) throws {
        try SecretFile.write([UInt8](JSONEncoder().encode(self)), to: Self.file(folder))
    }

    package static func remove(from folder: String) { unlink(file(folder)) }

    /// Reads the note of a running station; `nil` if none is running. A killed station leaves its note behind.
    package init?(folder: String) {
        guard let data = FileManager.default.contents(atPath: Self.file(folder)),
            let note = try? JSONDecoder().decode(Self.self, from: data),
            kill(note.process, 0) == 0 || errno == EPERM
        else { return nil }
        self = note
    }
}
