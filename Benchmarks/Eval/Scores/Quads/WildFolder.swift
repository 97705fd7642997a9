import Foundation
package import RectoCore

/// Reads a folder with `ground_truth.json` and `images`: pictures with pages, pictures that a page fills, and pictures without one.
package struct WildFolder {
    /// A picture and its contents.
    package struct Item {
        package var name: String
        package var path: String
        package var content: Content
    }

    package enum Content {
        /// Outlines that count as right; corners may be outside the picture.
        case pages([Quad])
        case fills
        case noPage
    }

    package struct Group {
        package var name: String
        package var items: [Item]
    }

    package let path: String

    package init(path: String) { self.path = path }

    /// Photos, generated pictures, pictures filled by a page, and pictures without a page; near duplicates are left
    /// out.
    package func groups() throws -> [Group] {
        let file = "\(path)/ground_truth.json"
        guard let data = FileManager.default.contents(atPath: file) else {
            throw UnusableData(path: file, reason: "cannot be read")
        }
        let listed = try JSONDecoder().decode(Listed.self, from: data).items.filter { $0.original == nil }
        let items = try listed.map { (listed: $0, item: try item($0)) }
        func set(_ name: String, _ isIn: (ListedItem) -> Bool) -> Group {
            Group(name: name, items: items.filter { isIn($0.listed) }.map(\.item))
        }
        return [
            set("pages") { $0.set == "doc" && $0.generated != true },
            set("generated pages") { $0.set == "doc" && $0.generated == true },
            set("full frame") { $0.set == "full" },
            set("no page") { $0.set == "none" },
        ].filter { !$0.items.isEmpty }
    }

    private func item(_ listed: ListedItem) throws -> Item {
        let content: Content
        switch listed.set {
        case "doc":
            let outlines = (listed.sheets ?? []) + (listed.also ?? [])
            content = .pages(try outlines.map { try Quad(jsonCorners: $0.corners) })
        case "full": content = .fills
        case "none": content = .noPage
        default: throw UnusableData(path: listed.file, reason: "is of no known set: \(listed.set)")
        }
        return Item(name: listed.file, path: "\(path)/images/\(listed.file)", content: content)
    }

    private struct Listed: Decodable { var items: [ListedItem] }

    private struct ListedItem: Decodable {
        struct Outline: Decodable { var corners: [[Double]] }

        var file: String
        var set: String
        var sheets: [Outline]?
        var also: [Outline]?
        var generated: Bool?
        /// The picture of which this one is a duplicate.
        var original: String?

        private enum CodingKeys: String, CodingKey {
            case file, set, sheets, also, generated
            case original = "near_duplicate_of"
        }
    }
}
