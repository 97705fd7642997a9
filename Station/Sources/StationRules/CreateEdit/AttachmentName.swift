/// The name of a file that is attached to a document: a line that is the name of a file in every system.
public struct AttachmentName: Hashable, Sendable {
    public static let maximumCharacters = 120

    public let text: String

    /// - Parameter text: As browsers and programs tell it, perhaps with the folders of a path, which are left out.
    public init(_ text: String) {
        let line = text.asLine
        let last = line.split { $0 == "/" || $0 == "\\" }.last.map { String($0).asLine } ?? ""
        let name = [".", ".."].contains(last) ? "" : last
        guard name.count > Self.maximumCharacters else {
            self.text = name.isEmpty ? localized("File") : name
            return
        }
        // Its ending tells what it is.
        let ending = name.lastIndex(of: ".").map { String(name[$0...]) } ?? ""
        let kept = ending.count <= 10 ? ending : ""
        self.text = name.prefix(Self.maximumCharacters - kept.count) + kept
    }
}
