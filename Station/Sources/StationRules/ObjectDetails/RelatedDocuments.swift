/// Other documents that belong with one: of the same correspondent, or else in the same folder.
public struct RelatedDocuments: Hashable, Sendable {
    /// As many as a preview shows.
    public static let maximum = ListPreview.maximum

    public let heading: String
    /// Of the list with all of them, the document itself too.
    public let query: ListQuery

    /// - Returns: `nil` if the document is filed under neither.
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
