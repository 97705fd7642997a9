import Recto
import RectoVision
import StationRules

extension Filter {
    init(_ filter: ScanFilter) {
        self =
            switch filter {
            case .color: .color
            case .grayscale: .grayscale
            case .blackAndWhite: .blackAndWhite
            case .photo: .photo
            case .original: .original
            }
    }
}

extension Flattening {
    init(_ flattening: PageFlattening) {
        self =
            switch flattening {
            case .off: .off
            case .automatic: .automatic
            }
    }
}

extension PageFlattening {
    /// The station never forces flattening.
    init(_ flattening: Flattening) {
        self =
            switch flattening {
            case .off: .off
            case .automatic, .forced: .automatic
            }
    }
}

extension ScanFilter {
    /// The automatic filter becomes the one that changes least.
    init(_ filter: Filter) {
        self =
            switch filter {
            case .color, .automatic: .color
            case .grayscale: .grayscale
            case .blackAndWhite: .blackAndWhite
            case .photo: .photo
            case .original: .original
            }
    }
}
