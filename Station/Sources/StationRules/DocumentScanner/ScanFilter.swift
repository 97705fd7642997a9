/// How a scan is made to look, in the order in which the filters are offered.
public enum ScanFilter: String, Hashable, Codable, Sendable, CaseIterable {
    case color
    case grayscale
    case blackAndWhite
    case photo

    public var label: String {
        switch self {
        case .color: "Color"
        case .grayscale: "Grayscale"
        case .blackAndWhite: "Black & White"
        case .photo: "Photo"
        }
    }
}
