public import CRecto
import Recto
import Synchronization

/// The caller's function for logging failures.
private struct Log: @unchecked Sendable {
    // SAFETY: the caller guarantees that any thread may call the function with the context.
    var function: recto_log_function
    var context: UnsafeMutableRawPointer?
}

private let log = Mutex<Log?>(nil)

/// Logs a failure if the caller has set a function.
func tell(_ failure: CallFailure) {
    guard let log = log.withLock({ $0 }) else { return }
    failure.text.withCString { log.function(failure.status, $0, log.context) }
}

@c @implementation
public func recto_set_log(_ function: recto_log_function!, _ context: UnsafeMutableRawPointer!) {
    nonisolated(unsafe) let context = context
    log.withLock { $0 = function.map { Log(function: $0, context: context) } }
}

@c @implementation
public func recto_check_version(_ abi: UInt32, _ major: UInt32, _ minor: UInt32) -> recto_status {
    call(on: "the library") {
        let own = (UInt32(RECTO_ABI), UInt32(RECTO_VERSION_MAJOR), UInt32(RECTO_VERSION_MINOR))
        guard abi == own.0 else {
            throw CallFailure.invalid("the library has ABI \(own.0), the program was compiled for \(abi)")
        }
        guard (major, minor) <= (own.1, own.2) else {
            throw CallFailure.invalid(
                "the library is \(RectoVersion.current), the program was compiled for \(major).\(minor)")
        }
    }
}
