/// Documents related to another one: of the same correspondent, or otherwise in the same folder.
public struct RelatedDocuments: Hashable, Sendable {
    /// The maximum number, the same as in previews.
    public static let maximum = ListPreview.maximum

    public let heading: String
    /// The query of the list with all of them, including the document itself.
    public let query: ListQuery

    /// - Returns: `nil` if the document has neither a correspondent nor a folder.
    public init?(correspondent: ListNames.Name?, folder: ListNames.Name?) {
        var query = ListQuery()
        if let correspondent {
            heading = localized("More of \(correspondent.text)")
            query.filter.set(.correspondent, to: "\(correspondent.id)")
        } else if let folder {
            heading = localized("More in \(folder.text)")
            query.filter.set(.folder, to: "\(folder.id)")
        } else {
            return nil
        }
        self.query = query
    }
}
