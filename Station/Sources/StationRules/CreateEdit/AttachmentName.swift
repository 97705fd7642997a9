/// The name of a file attached to a document, sanitized to a single-line file name that is valid on every system.
public struct AttachmentName: Hashable, Sendable {
    public static let maximumCharacters = 120

    public let text: String

    /// - Parameter text: The name sent by a browser or program. Leading folders of a path are removed.
    public init(_ text: String) {
        let line = text.asLine
        let last = line.split { $0 == "/" || $0 == "\\" }.last.map { String($0).asLine } ?? ""
        let name = [".", ".."].contains(last) ? "" : last
        guard name.count > Self.maximumCharacters else {
            self.text = name.isEmpty ? localized("File") : name
            return
        }
        // Keep the extension, which determines the type.
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let kept = ending.count <= 10 ? ending : ""
        self.text = name.prefix(Self.maximumCharacters - kept.count) + kept
    }
}
