import CRecto
import RectoVision

extension Flattening {
    init(_ flattening: recto_flattening, _ name: StaticString) throws(CallFailure) {
        switch flattening {
        case RECTO_FLATTENING_OFF: self = .off
        case RECTO_FLATTENING_AUTOMATIC: self = .automatic
        case RECTO_FLATTENING_FORCED: self = .forced
        default: throw .invalid("\(name) is \(flattening.rawValue), which is not a flattening mode")
        }
    }

    var inC: recto_flattening {
        switch self {
        case .off: RECTO_FLATTENING_OFF
        case .automatic: RECTO_FLATTENING_AUTOMATIC
        case .forced: RECTO_FLATTENING_FORCED
        }
    }
}
