extension Duration {
    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
    package var inMilliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15 }
    /// Rounded towards 0.
    package var inWholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
    /// Rounded towards 0.
    package var inWholeNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
