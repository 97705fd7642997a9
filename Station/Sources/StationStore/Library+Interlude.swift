import FoundationEssentials
package import StationRules

/// A change to the library as a whole that has not been shown yet. It is stored in a file outside the database,
/// because exports do not include it.
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
