public import Testing

extension Trait where Self == ConditionTrait {
    /// Figures over much data, which are the same in debug code and take it twenty times as long; and figures of the program as
    /// it is shipped.
    public static var inRelease: Self {
        .enabled(if: !_isDebugAssertConfiguration(), "measured in release code alone")
    }
}
