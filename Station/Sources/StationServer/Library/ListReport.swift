import Foundation
import Hummingbird
import StationRules
import StationStore
import StationViews

/// The data of a list of documents for its screen.
struct ListReport {
    let query: ListQuery
    let names: ListNames
    let counts: Library.ListCounts
    let views: [KeptView]
    private let clock: StationClock
    private let hasDocuments: Bool

    init(_ query: ListQuery, _ counts: Library.ListCounts, library: Library, clock: StationClock) throws {
        self.query = query
        self.counts = counts
        self.clock = clock
        names = try library.listNames(isCounted: false, places: query.filter.places)
        views = try library.views()
        hasDocuments = try counts.all > 0 || !library.isTrashEmpty()
    }

    /// The area above the list; `nil` for an empty library.
    var view: LibraryView.Report? {
        let path = Place.library.path
        guard hasDocuments || query != ListQuery() else { return nil }
        let trashed = query.filter.isTrash && query.isWhole ? counts.documents : nil
        let kept = views.first { $0.query == query }?.name
        return LibraryView.Report(
            title: ListTexts.title(query, as: kept, count: counts.documents, of: counts.all),
            bar: ListReportView(
                query, bar: FilterBar(query, names: names, clock: clock), views: views, path: path,
                offersEmptying: trashed.map { $0 > 0 } ?? false),
            selection: SelectionView(
                query, path: path, count: counts.documents),
            trashed: trashed)
    }

    /// Returns the form of the list.
    /// - Parameters:
    ///   - only: The only filter to show.
    ///   - path: The path of the list.
    func form(only: ListFilter.Field?, at path: String) -> FilterFormView {
        FilterFormView(
            query, names: names, path: path, count: counts.documents, of: counts.all, only: only)
    }

    /// Returns the heading of a group; `nil` in a list without groups.
    func group(_ value: String?) -> LibraryView.Row.Group? {
        guard let value, let grouping = query.grouping else { return nil }
        return LibraryView.Row.Group(
            title: ListTexts.group(grouping, value, names: names, clock: clock), count: counts.groups[value] ?? 0)
    }

    /// Returns the date that the list is sorted by: "Due Date: Nov 3, 2026"; `nil` if the rows show it anyway.
    func sortedDay(of document: DocumentRecord) -> String? {
        let property = query.order[0].property
        let day: Day?
        switch property {
        case .date: day = document.date
        case .due: day = document.due
        case .changed: day = Day(document.changed, in: clock.calendar)
        case .relevance, .captured, .title, .correspondent, .type, .pages, .deleted: return nil
        }
        return "\(property.label): \(day.flatMap { clock.day($0) } ?? localized("None"))"
    }

    /// Returns whether the document is private, and its metadata: "Only me · Invoice · City Works"; `nil` if empty.
    func facts(of document: DocumentRecord) -> String? {
        func name(_ id: Int64?, _ field: ListFilter.Field) -> String? {
            id.flatMap { id in names.names(of: field)?.first { $0.id == id }?.text }
        }
        let facts = [
            document.owner.map { DocumentSharing(owner: $0).label }, name(document.type, .type),
            name(document.correspondent, .correspondent), name(document.folder, .folder),
        ].compactMap(\.self)
        return facts.isEmpty ? nil : facts.joined(separator: " · ")
    }

    /// Returns the tags of each document.
    func tags(of documents: [DocumentRecord], _ library: Library) throws -> [Int64: [LibraryView.Row.Tag]] {
        guard !names.tags.isEmpty else { return [:] }
        let tags = try library.tags(of: documents.map(\.id))
        return tags.mapValues { own in
            names.tags.filter { own.contains($0.id) }.map {
                LibraryView.Row.Tag(text: $0.text, color: $0.color ?? TagColor.gray.rawValue)
            }
        }
    }
}

extension HTTPError {
    /// Creates the response for an invalid part of a URL.
    init(_ failure: ListQuery.Failure) { self.init(.badRequest, message: "\(failure)") }
}

extension Request {
    /// The query in the URL of a list.
    /// - Throws: ``HTTPError`` for an invalid value.
    var listQuery: ListQuery {
        get throws {
            do { return try ListQuery(listItems) } catch { throw HTTPError(error) }
        }
    }

    /// The parameters in the URL of a list.
    var listItems: [ListQuery.Item] { ListQuery.items(of: uri.query ?? "") }
}
