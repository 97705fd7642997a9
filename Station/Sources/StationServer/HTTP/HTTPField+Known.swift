import HTTPTypes

extension HTTPField.Name {
    /// A header that the library has no name for.
    /// - Parameter text: A header's name: letters and hyphens.
    static func known(_ text: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is a header's name") }
        return name
    }
}
