import RectoCore
import RectoVision

/// The noise of the frames of a page, measured once: between the first two consecutive frames that show it still.
struct StillNoise {
    /// The standard deviation of a pixel in gray levels; `nil` until it is known.
    private(set) var measured: Double?
    /// The identity of the page in view.
    private var identity: Int?
    private var isDone = false
    /// The page's corners in the first of the two frames.
    private var place: Quad?
    private var first = FrameNoise.Steps()
    private var second = FrameNoise.Steps()
    private let luma = FrameLuma()

    /// Notes the page that a frame shows.
    /// - Returns: Whether to add that frame.
    mutating func follow(_ page: TrackedQuad?, isStill: Bool) -> Bool {
        if page?.identity != identity {
            (identity, isDone, measured) = (page?.identity, false, nil)
            place = nil
        }
        if !isStill { place = nil }
        return isStill && page != nil && !isDone
    }

    /// - Parameters:
    ///   - frame: The stored frame.
    ///   - quad: The page's corners in it, in pixels.
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
