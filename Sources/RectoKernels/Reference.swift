/// The plain reference of every kernel: one pixel after the other, no vectors.
///
/// What a kernel gives is defined by its reference, bit for bit; the tests hold the two against each other on every
/// ``InstructionSet``. References are for tests, not for speed.
public enum Reference {}
