/// The address of a screen to come back to, which a form brings along: within the station, and no other site's.
public struct ReturnPath: Hashable, Sendable {
    public let text: String

    /// The library where a form brings none, or one that leads elsewhere.
    public init(_ text: String?) {
        guard let text, text.hasPrefix("/"), !text.hasPrefix("//"), !text.contains("\\"),
            text.unicodeScalars.allSatisfy({ 0x21...0x7E ~= $0.value })
        else {
            self.text = Place.library.path
            return
        }
        self.text = text
    }
}
