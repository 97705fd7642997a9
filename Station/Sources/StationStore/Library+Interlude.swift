import FoundationEssentials
package import StationRules

/// What has happened to a library as a whole, until somebody has been told. It is a file beside the tables, as it is no part of what
/// an export has.
extension Library {
    private var interludeFile: String { folder + "/interlude" }

    package var interlude: Interlude.Cause? {
        (try? String(contentsOfFile: interludeFile, encoding: .utf8)).flatMap { Interlude.Cause(rawValue: $0) }
    }

    /// - Parameter cause: `nil` once it is over.
    package func setInterlude(_ cause: Interlude.Cause?) throws(StoreError) {
        guard let cause else {
            try? FileManager.default.removeItem(atPath: interludeFile)
            return
        }
        do { try Data(cause.rawValue.utf8).write(to: URL(filePath: interludeFile), options: .atomic) } catch {
            throw .unwritable(interludeFile, reason: "\(error)")
        }
    }
}
