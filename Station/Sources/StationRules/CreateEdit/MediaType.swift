/// The media type of a file as sent by a browser or a program, such as "image/png".
public struct MediaType: Hashable, Sendable {
    public static let unknown = "application/octet-stream"

    public let text: String

    /// - Parameter header: The header's value. Parameters are removed. An invalid type becomes that of unknown files.
    public init(_ header: String?) {
        let type = (header ?? "").prefix { $0 != ";" }.lowercased()
        let parts = type.split(separator: "/", omittingEmptySubsequences: false)
        let isSound =
            parts.count == 2 && type.utf8.count <= 100
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { 48...57 ~= $0 || 97...122 ~= $0 || "+-._".utf8.contains($0) }
            }
        text = isSound ? type : Self.unknown
    }
}
