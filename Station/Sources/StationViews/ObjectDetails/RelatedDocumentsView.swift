public import StationRules

/// The first related documents, with a link to all of them.
public struct RelatedDocumentsView: View {
    public struct Row: Sendable {
        let path: String
        let title: String
        let facts: String
        let thumbnail: String?

        public init(_ id: Int64, title: String, facts: String, thumbnail: String?) {
            path = "\(Place.library.path)/\(id)"
            self.title = title
            self.facts = facts
            self.thumbnail = thumbnail
        }
    }

    let heading: String
    let rows: [Row]
    let list: String
    let total: Int
    let seeAll = localized("See All")

    /// - Parameters:
    ///   - rows: The documents in the order of the list. Those above the maximum are omitted.
    ///   - total: The number of documents in the list.
    public init(_ related: RelatedDocuments, rows: [Row], total: Int) {
        heading = related.heading
        self.rows = Array(rows.prefix(RelatedDocuments.maximum))
        list = related.query.address(at: Place.library.path)
        self.total = total
    }

    public static let template = """
        <section class="related" aria-labelledby="documents-title"><h2 id="documents-title">{{heading}}</h2>
        <ul class="documents">{{#rows}}<li><a class="cell" href="{{path}}"><img class="leading" alt="" loading="lazy"{{#thumbnail}} src="{{.}}"{{/thumbnail}}><span class="text"><span class="headline">{{title}}</span><span class="subhead">{{facts}}</span></span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li>{{/rows}}
        <li><a class="cell see-all" href="{{list}}"><span class="text">{{seeAll}}</span><span class="number">{{total}}</span><span class="icon icon-chevron-right" aria-hidden="true"></span></a></li></ul></section>
        """
}
