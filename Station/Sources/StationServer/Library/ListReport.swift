import Foundation
import Hummingbird
import StationRules
import StationStore
import StationViews

/// A list of documents with its names and numbers, as its screen shows it.
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

    /// What stands above the list; `nil` for a library that has nothing to look for.
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

    /// The form of the list.
    /// - Parameters:
    ///   - only: The filter that is shown by itself.
    ///   - path: Of the list.
    func form(only: ListFilter.Field?, at path: String) -> FilterFormView {
        FilterFormView(
            query, names: names, path: path, count: counts.documents, of: counts.all, only: only)
    }

    /// The heading of a group; `nil` in a list without groups.
    func group(_ value: String?) -> LibraryView.Row.Group? {
        guard let value, let grouping = query.grouping else { return nil }
        return LibraryView.Row.Group(
            title: ListTexts.group(grouping, value, names: names, clock: clock), count: counts.groups[value] ?? 0)
    }

    /// The day by which a document stands where it does: "Due Date: Nov 3, 2026"; `nil` where the rows show it anyway.
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

    /// Whether only the reader sees it, and what it is filed under: "Only me · Invoice · City Works"; `nil` if neither.
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

    /// The tags of each document.
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
    /// A part of an address that cannot be what it is.
    init(_ failure: ListQuery.Failure) { self.init(.badRequest, message: "\(failure)") }
}

extension Request {
    /// The query in the address of a list.
    /// - Throws: ``HTTPError`` for a value that a part cannot have.
    var listQuery: ListQuery {
        get throws {
            do { return try ListQuery(listItems) } catch { throw HTTPError(error) }
        }
    }

    /// The parts of the address of a list.
    var listItems: [ListQuery.Item] { ListQuery.items(of: uri.query ?? "") }
}
