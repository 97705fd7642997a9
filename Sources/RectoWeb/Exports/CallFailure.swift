import CRecto
import RectoCore
import RectoVision

/// Why a call fails: the status it returns, and the text of `recto_last_error`.
struct CallFailure: Error {
    let status: recto_status
    let text: String

    init(_ status: recto_status, _ text: String) {
        self.status = status
        self.text = text
    }

    static func invalid(_ text: String) -> CallFailure { CallFailure(RECTO_INVALID_ARGUMENT, text) }

    init(_ error: ParameterError) { self.init(RECTO_INVALID_ARGUMENT, error.description) }

    init(_ error: PageRectifier.Failure) { self.init(RECTO_NOT_A_PAGE, "the page \(error.description)") }
}

/// Runs the body of a call and reports its failure to the caller.
func call(_ body: () throws(CallFailure) -> Void) -> recto_status {
    do throws(CallFailure) {
        try body()
        return RECTO_OK
    } catch {
        var text = error.text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { recto_last_error_set($0.baseAddress, $0.count) }
        }
        return error.status
    }
}

/// Converts a failed parameter check to a failure of the call.
func checked<Result>(_ body: () throws(ParameterError) -> Result) throws(CallFailure) -> Result {
    do throws(ParameterError) { return try body() } catch { throw CallFailure(error) }
}
