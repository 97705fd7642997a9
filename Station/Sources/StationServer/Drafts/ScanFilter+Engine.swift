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
            }
    }
}

extension ScanFilter {
    /// Of a page whose filter the engine chooses, the one that changes least.
    init(_ filter: Filter) {
        self =
            switch filter {
            case .color, .automatic: .color
            case .grayscale: .grayscale
            case .blackAndWhite: .blackAndWhite
            case .photo: .photo
            }
    }
}
