/// A screen that links lead to, and what stands in its place while it loads.
public enum LoadingScreen: String, Hashable, Sendable, CaseIterable {
    case library
    case document
    case scenes
    case devices
    case scanner
    case sceneScanner

    /// Of its addresses: a regular expression that all of the path matches.
    public var path: String {
        switch self {
        case .library: "^/(documents)?$"
        case .document: "^/documents/[0-9]+$"
        case .scenes: "^/ar$"
        case .devices: "^/devices$"
        case .scanner: "^/scan(/[0-9a-f]{16})?$"
        case .sceneScanner: "^/ar/[0-9]+$"
        }
    }

    /// Nothing where the structure is a camera's picture.
    public var skeleton: Skeleton? {
        switch self {
        case .library:
            Skeleton([
                .bar(title: true),
                .list(
                    of: Placeholder.ObjectCell(isMultiline: true, image: .thumbnail, trailing: .chevron), count: 12),
            ])
        case .document: Skeleton([.bar(title: false), .header, .pages(count: 4)])
        case .scenes: Skeleton([.bar(title: true), .cards(.multiline, count: 6)])
        case .devices:
            Skeleton([
                .bar(title: true), .list(of: Placeholder.ObjectCell(isMultiline: true, trailing: .button), count: 4),
            ])
        case .scanner, .sceneScanner: nil
        }
    }

    public var feedback: LoadingFeedback { LoadingFeedback(of: .nothing, structure: skeleton) }

    public var label: String {
        switch self {
        case .library: "Loading the library"
        case .document: "Loading the document"
        case .scenes: "Loading the scenes"
        case .devices: "Loading the devices"
        case .scanner: "Opening the scanner"
        case .sceneScanner: "Opening the scene"
        }
    }
}
