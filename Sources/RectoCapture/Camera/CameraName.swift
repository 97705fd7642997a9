/// What a camera is asked for by.
public enum CameraName: Hashable, Sendable, CustomStringConvertible {
    /// A node, or a link to one such as those of `/dev/v4l/by-id`.
    case path(String)
    /// ``CameraInfo/id``.
    case id(String)
    /// ``CameraInfo/serial``.
    case serial(String)

    /// A path if there is a slash in it, a serial number behind `serial:`, else an id.
    public init(_ text: String) {
        if text.contains("/") {
            self = .path(text)
        } else if text.hasPrefix("serial:") {
            self = .serial(String(text.dropFirst(7)))
        } else {
            self = .id(text)
        }
    }

    public var description: String {
        switch self {
        case .path(let path): path
        case .id(let id): id
        case .serial(let serial): "serial:\(serial)"
        }
    }

    /// The nodes that may be this camera now, the likeliest first.
    ///
    /// - Parameter lastID: Under which the camera was found before. A camera that was asked for by a node is recognised when
    ///   it comes back as another one, and another camera that gets its node is not taken for it.
    package func paths(in directory: CameraDirectory, lastID: String?) -> [String] {
        switch self {
        case .id(let id): return directory.nodes().filter { $0.id == id }.map(\.path)
        case .serial(let serial): return directory.nodes().filter { $0.serial == serial }.map(\.path)
        case .path(let path):
            guard let lastID else { return [path] }
            let same = directory.nodes().filter { $0.id == lastID }.map(\.path)
            if !same.isEmpty { return same }
            return directory.node(path: path).map { $0.id == lastID } ?? true ? [path] : []
        }
    }
}
