import Benchmark
import Cases
import RectoKernels

/// Registers every kernel at every instruction set of the CPU, every stage, and the whole chain, under
/// `operation/size/isa`.
let benchmarks: @Sendable () -> Void = {
    // The CPU-time metric ticks in hundredths of a second: only the wall clock is precise enough for kernels.
    Benchmark.defaultConfiguration = .init(
        metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 3, maxDuration: .milliseconds(400),
        maxIterations: 2_000)

    for measured in KernelCase.all {
        for level in levels(all: measured.operation != KernelCase.floor) {
            add(measured.operation, measured.size, level) { measured.prepare(try KernelCase.inputs()) }
        }
    }
    for measured in StageCase.all {
        for level in levels(all: measured.atEveryLevel) {
            add(measured.operation, measured.size, level, measured.prepare)
        }
    }
}

private func levels(all: Bool) -> [InstructionSet] {
    all ? InstructionSet.available : InstructionSet.available.suffix(1)
}

/// Inputs are prepared before the clock starts.
private func add(
    _ operation: String, _ size: String, _ level: InstructionSet,
    _ prepare: @escaping () throws -> () throws -> Void
) {
    Benchmark(
        "\(operation)/\(size)/\(level)",
        closure: { (_: Benchmark, run: () throws -> Void) throws in try InstructionSet.withForced(level) { try run() }
        },
        setup: { () async throws -> () throws -> Void in try InstructionSet.withForced(level) { try prepare() } })
}
