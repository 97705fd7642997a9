import ArgumentParser
import RectoVision

/// The filters by their short names.
enum FilterName: String, ExpressibleByArgument, CaseIterable {
    case color, gray, bw, photo, auto

    var filter: Filter {
        switch self {
        case .color: .color
        case .gray: .grayscale
        case .bw: .blackAndWhite
        case .photo: .photo
        case .auto: .automatic
        }
    }
}
