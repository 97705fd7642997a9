/// Whether bent pages are flattened.
public enum Flattening: String, Hashable, Codable, Sendable, CaseIterable {
    /// Pages stay as they are.
    case off
    /// Pages are flattened where that certainly makes them flatter. A page that is flat already does not change in any
    /// bit.
    case automatic
    /// Pages are flattened wherever lines of text are found and the page would not be torn.
    case forced
}
