import Synchronization

/// Whose turn it is, the station's to send a picture of its camera or the browser's to draw the last one: there is never a
/// backlog.
package final class PictureTurn: Sendable {
    private let drawn = Atomic(true)

    package init() {}

    /// Whether a picture may be sent now.
    package var isDue: Bool { drawn.load(ordering: .relaxed) }

    /// A picture is sent.
    package func take() { drawn.store(false, ordering: .relaxed) }

    /// The browser has drawn it.
    package func giveBack() { drawn.store(true, ordering: .relaxed) }
}
