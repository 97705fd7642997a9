import CRecto
import RectoVision

extension recto_detection {
    init(_ detection: PageDetection?) {
        self = .empty
        guard let detection else { return }
        presence = detection.presence.inC
        cut_sides = UInt32(detection.cutSides.rawValue)
        found = 1
        corners = detection.quad.inC
        confidence = detection.confidence
    }
}

extension PagePresence {
    fileprivate var inC: recto_presence {
        switch self {
        case .none: RECTO_PRESENCE_NONE
        case .found: RECTO_PRESENCE_FOUND
        case .fillsPicture: RECTO_PRESENCE_FILLS_PICTURE
        }
    }
}
