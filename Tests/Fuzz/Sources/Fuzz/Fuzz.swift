import FuzzTargets
import Glibc
import RectoCore

/// Fuzz targets by name: the library's, and the station's stored texts, which it reads from a file.
private let targets: [String: @Sendable (UnsafeRawBufferPointer) -> Void] = Dictionary(
    uniqueKeysWithValues: FuzzTarget.allCases.map { target in (target.rawValue, { target.run($0) }) }
        + [("stored", StoredText.read)])

/// The target of this run.
///
/// SAFETY: written once, before libFuzzer's loop begins.
nonisolated(unsafe) private var run: @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }

/// Takes the target's name from the command line: `Fuzz TARGET [libFuzzer's arguments]`.
@c
public func LLVMFuzzerInitialize(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> CInt {
    guard count.pointee > 1, let name = arguments.pointee[1], let known = targets[String(cString: name)] else {
        print("usage: Fuzz \(targets.keys.sorted().joined(separator: "|")) ...")
        exit(64)
    }
    run = known
    // The arguments after the name are libFuzzer's.
    arguments.pointee[1] = arguments.pointee[0]
    arguments.pointee += 1
    count.pointee -= 1
    return 0
}

/// Processes an input. A trap, an overflow, an access to foreign memory, or a timeout of minutes ends the run, and the
/// input is kept.
@c
public func LLVMFuzzerTestOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
}

extension StoredText {
    /// Bytes are either refused, or give a text that survives writing and reading.
    fileprivate static func read(_ bytes: UnsafeRawBufferPointer) {
        guard let stored = try? StoredText(bytes: Array(bytes)) else { return }
        precondition((try? StoredText(bytes: stored.bytes)) == stored)
        precondition(stored.text.blocks.allSatisfy { block in block.lines.allSatisfy { !$0.words.isEmpty } })
        _ = stored.text.scaled(to: stored.text.size).text
    }
}
