import ArgumentParser
import Glibc

/// The creation time to write into documents.
enum CreationTime {
    /// Returns seconds since 1970, from `SOURCE_DATE_EPOCH` for reproducible output, or else from the clock.
    /// - Throws: `ValidationError` if the variable is not a number of seconds.
    static func now() throws -> Int {
        guard let value = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), !value.isEmpty else {
            return time(nil)
        }
        // PDF dates have four digits for the year.
        guard let seconds = Int(value), 0...253_402_300_799 ~= seconds else {
            throw ValidationError("SOURCE_DATE_EPOCH is \(value), required: seconds since 1970.")
        }
        return seconds
    }
}
