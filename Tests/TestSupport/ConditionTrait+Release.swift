public import Testing

extension Trait where Self == ConditionTrait {
    /// For figures over much data, which are the same in debug code but take twenty times as long, and for figures of
    /// the shipped program.
    public static var inRelease: Self {
        .enabled(if: !_isDebugAssertConfiguration(), "measured in release code alone")
    }
}
