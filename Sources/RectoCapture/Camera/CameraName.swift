/// A way to specify a camera.
public enum CameraName: Hashable, Sendable, CustomStringConvertible {
    /// A node, or a link to one such as those in `/dev/v4l/by-id`.
    case path(String)
    /// The value of ``CameraInfo/id``.
    case id(String)
    /// The value of ``CameraInfo/serial``.
    case serial(String)

    /// Parses a path if the text contains a slash, a serial number after `serial:`, and an ID otherwise.
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

    /// Returns the nodes that may be this camera now, likeliest first.
    ///
    /// - Parameter lastID: The ID under which the camera was last found. A camera specified by its node is recognized
    ///   when it returns under another one, and a different camera at its node is not mistaken for it.
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
