import CRecto
import RectoVision

extension recto_detection {
    init(_ detection: PageDetection?) {
        self = .empty
        guard let detection else { return }
        found = 1
        corners = detection.quad.inC
        confidence = detection.confidence
    }
}
