/// What an annotation's marker and card show, where no document lends its picture.
public enum AnnotationIcon: String, Hashable, Codable, Sendable, CaseIterable {
    case document
    case folder
    case box
    case tool
    case person
    case place
    case information
    case warning

    public var label: String {
        switch self {
        case .document: "Document"
        case .folder: "Folder"
        case .box: "Box"
        case .tool: "Tool"
        case .person: "Person"
        case .place: "Place"
        case .information: "Information"
        case .warning: "Warning"
        }
    }

    /// Of Bootstrap's icons.
    public var icon: String {
        switch self {
        case .document: "file-earmark-text"
        case .folder: "folder"
        case .box: "box-seam"
        case .tool: "tools"
        case .person: "person"
        case .place: "geo-alt"
        case .information: "info-circle"
        case .warning: "exclamation-triangle"
        }
    }
}
