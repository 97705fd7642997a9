extension Duration {
    public var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
    public var inMilliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }
    /// Whole milliseconds, rounded towards 0.
    public var inWholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
    /// Whole nanoseconds, rounded towards 0.
    public var inWholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
