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
}
