public import RectoCodecs
public import RectoVision
import RectoCore

extension PageDetector {
    /// Finds the page in a decoded picture; see ``PageDetector``.
    public mutating func detect(_ picture: Picture) -> PageDetection? {
        switch picture.pixels {
        case .gray(let image): image.withView { detect($0) }
        case .rgb(let image): image.withView { detect($0) }
        }
    }

    /// Finds several pages in a decoded picture; see `detectAll(_:limit:)`.
    public mutating func detectAll(_ picture: Picture, limit: Int) -> [PageDetection] {
        switch picture.pixels {
        case .gray(let image): image.withView { detectAll($0, limit: limit) }
        case .rgb(let image): image.withView { detectAll($0, limit: limit) }
        }
    }

    /// Finds several pages in a decoded picture, with the reasons; see `explain(_:limit:)`.
    public mutating func explain(_ picture: Picture, limit: Int) -> [PageCandidate] {
        switch picture.pixels {
        case .gray(let image): image.withView { explain($0, limit: limit) }
        case .rgb(let image): image.withView { explain($0, limit: limit) }
        }
    }

    /// Everything that led to what was found; see `DetectionTrace`.
    package mutating func trace(_ picture: Picture, limit: Int) -> DetectionTrace {
        switch picture.pixels {
        case .gray(let image): image.withView { trace(.gray($0), limit: limit) }
        case .rgb(let image): image.withView { trace(.rgb($0), limit: limit) }
        }
    }
}
