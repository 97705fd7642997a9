/// The name of a folder.
public struct FolderName: Hashable, Sendable {
    /// The error for a slash, which separates folders.
    public struct Slash: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String { localized("A folder has no slash in its name.") }
    }

    public let text: String

    /// - Throws: ``EnteredLine/Failure``, ``Slash``.
    public init(_ text: String) throws {
        self.text = try EnteredLine(text, field: .folder, characters: 1...FilingEntry.maximumNameCharacters).text
        guard !self.text.contains("/") else { throw Slash() }
    }
}
