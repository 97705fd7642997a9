import ArgumentParser
import Glibc

/// The time that documents say they were made at.
enum CreationTime {
    /// Seconds since 1970: those of `SOURCE_DATE_EPOCH`, so that the same run gives the same bytes, or those of the clock.
    /// - Throws: `ValidationError` if the variable does not hold a number of seconds.
    static func now() throws -> Int {
        guard let value = getenv("SOURCE_DATE_EPOCH").map({ String(cString: $0) }), !value.isEmpty else {
            return time(nil)
        }
        // Four digits of a year is what PDF has room for.
        guard let seconds = Int(value), 0...253_402_300_799 ~= seconds else {
            throw ValidationError("SOURCE_DATE_EPOCH is \(value), required: seconds since 1970.")
        }
        return seconds
    }
}
