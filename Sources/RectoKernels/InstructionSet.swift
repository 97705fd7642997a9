internal import CVector

/// The instruction set that kernels use.
///
/// The process uses the best level of its CPU. The environment variable `RECTO_ISA` (`baseline`, `v3`, `v4`), read at
/// the first call of a kernel, selects a lower one. All levels give bit-identical results.
public enum InstructionSet: String, CaseIterable, Hashable, Sendable {
    /// The baseline of the architecture: SSE2 on x86-64, NEON on aarch64.
    case baseline
    /// x86-64-v3: AVX2.
    case v3
    /// x86-64-v4: AVX-512, used with 256-bit registers.
    case v4

    /// The levels of this CPU, in ascending order.
    public static var available: [InstructionSet] {
        let best = recto_isa_best()
        return allCases.filter { $0.code <= best }
    }

    /// The level of kernels called by this thread.
    public static var current: InstructionSet {
        let level = recto_isa_level()
        return allCases.first { $0.code == level } ?? .baseline
    }

    /// Runs `body` with a forced level for kernels called by *the calling thread*, for tests and benchmarks.
    ///
    /// - Parameter level: Levels above the CPU's best count as the best.
    public static func withForced<Result, Failure: Error>(
        _ level: InstructionSet, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = recto_isa_force(level.code)
        defer { _ = recto_isa_force(before) }
        return try body()
    }

    private var code: Int32 {
        switch self {
        case .baseline: Int32(RECTO_ISA_BASELINE)
        case .v3: Int32(RECTO_ISA_V3)
        case .v4: Int32(RECTO_ISA_V4)
        }
    }
}

/// The plain reference of every kernel: one pixel after another, without vectors.
///
/// A kernel's results are defined by its reference, bit for bit; the tests compare both on every ``InstructionSet``.
/// References are for tests, not for speed.
public enum Reference {}
