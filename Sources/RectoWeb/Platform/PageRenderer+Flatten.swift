import RectoVision

/// See `Flattening`.
extension PageRenderer {
    final class Flattener: Sendable {}

    mutating func flatten(_ page: Page) -> PageFlattener.Outcome { .refused(.noPage) }
}
