import FuzzTargets
import Glibc

/// What the bytes of this run go through.
///
/// SAFETY: written once, before libFuzzer's loop begins.
nonisolated(unsafe) private var target = FuzzTarget.picture

/// Takes the target's name from the command line: `Fuzz TARGET [libFuzzer's arguments]`.
@c
public func LLVMFuzzerInitialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    guard count.pointee > 1, let name = arguments.pointee[1], let known = FuzzTarget(rawValue: String(cString: name))
    else {
        print("usage: Fuzz \(FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")) ...")
        exit(64)
    }
    target = known
    // What follows the name is libFuzzer's.
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

/// An input. A trap, an overflow, a touch of foreign memory, or one that takes minutes ends the run, and is kept.
@c
public func LLVMFuzzerTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}
