import RectoCore
import RectoVision

/// The noise of the frames of a page, measured once: between the first two in a row that show it lying still.
struct StillNoise {
    /// Standard deviation of a pixel in gray levels; `nil` until it is known.
    private(set) var measured: Double?
    /// Of the page in view.
    private var identity: Int?
    private var isDone = false
    /// Where the page lies in the first of the two frames.
    private var place: Quad?
    private var first = FrameNoise.Steps()
    private var second = FrameNoise.Steps()
    private let luma = FrameLuma()

    /// Takes note of the page that a frame shows.
    /// - Returns: Whether that frame is to be added.
    mutating func follow(_ page: TrackedQuad?, isStill: Bool) -> Bool {
        if page?.identity != identity {
            (identity, isDone, measured) = (page?.identity, false, nil)
            place = nil
        }
        if !isStill { place = nil }
        return isStill && page != nil && !isDone
    }

    /// - Parameters:
    ///   - frame: As it is stored.
    ///   - quad: Where the page lies in it, in pixels.
    mutating func add(_ frame: FrameView, _ quad: Quad) {
        luma.withView(of: frame) { image in
            guard let place else {
                first.take(image, in: quad)
                place = quad
                return
            }
            second.take(image, in: place)
            (measured, isDone) = (second.noise(with: first), true)
        }
    }
}
