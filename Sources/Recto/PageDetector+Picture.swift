public import RectoCodecs
public import RectoVision
public import RectoCore

extension PageDetector {
    /// Finds the page in a decoded picture; see ``PageDetector``.
    public mutating func detect(_ picture: Picture) -> PageDetection? { picture.withFrame { detect($0) } }

    /// Finds several pages in a decoded picture; see `detectAll(_:limit:)`.
    public mutating func detectAll(_ picture: Picture, limit: Int) -> [PageDetection] {
        picture.withFrame { detectAll($0, limit: limit) }
    }

    /// Finds several pages in a decoded picture and explains them; see `explain(_:limit:)`.
    public mutating func explain(_ picture: Picture, limit: Int) -> [PageCandidate] {
        picture.withFrame { explain($0, limit: limit) }
    }

    /// Does the same and returns all intermediate results; see `DetectionTrace`.
    package mutating func trace(_ picture: Picture, limit: Int) -> DetectionTrace {
        picture.withFrame { trace($0, limit: limit) }
    }
}

extension Picture {
    /// Lends the pixels; the frame must not escape the closure.
    public func withFrame<Result>(_ body: (FrameView) -> Result) -> Result { pixels.withFrame(body) }
}

extension Picture.Pixels {
    /// Lends the pixels; the frame must not escape the closure.
    public func withFrame<Result>(_ body: (FrameView) -> Result) -> Result {
        switch self {
        case .gray(let image): image.withView { body(.gray($0)) }
        case .rgb(let image): image.withView { body(.rgb($0)) }
        }
    }
}
