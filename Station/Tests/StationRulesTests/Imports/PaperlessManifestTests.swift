import Foundation
import StationRules
import Testing

/// The documents in exports of paperless-ngx.
@Suite struct PaperlessManifestTests {
    private let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func manifest(_ texts: String...) throws -> [PaperlessManifest.Document] {
        let files = texts.enumerated().map { (name: "manifest-\($0).json", bytes: Array($1.utf8)) }
        return try PaperlessManifest(files, zone: zone).documents
    }

    private let names = """
        {"model": "documents.correspondent", "pk": 3, "fields": {"name": "City Works", "match": "", "owner": 2}},
        {"model": "documents.documenttype", "pk": 5, "fields": {"name": "Invoice"}},
        {"model": "documents.storagepath", "pk": 1, "fields": {"name": "Home/Bills", "path": "{created_year}/{title}"}},
        {"model": "documents.tag", "pk": 7, "fields": {"name": "inbox", "color": "#a6cee3", "is_inbox_tag": true}},
        {"model": "documents.tag", "pk": 8, "fields": {"name": "tax, 2024", "color": "#e31a1c", "is_inbox_tag": false}},
        {"model": "auth.user", "pk": 2, "fields": {"username": "anna", "password": "x"}},
        {"model": "auth.permission", "pk": ["a", "b"], "fields": {"codename": "add"}}
        """

    @Test("A document has the names that its records give their keys")
    func whole() throws {
        let all = try manifest(
            """
            [\(names),
            {"model": "documents.customfield", "pk": 1, "fields": {"name": "Amount", "data_type": "monetary"}},
            {"model": "documents.customfield", "pk": 2, "fields": {"name": "Room", "data_type": "select",
             "extra_data": {"select_options": [{"id": "a1", "label": "Attic"}, {"id": "b2", "label": "Cellar"}]}}},
            {"model": "documents.customfield", "pk": 3, "fields": {"name": "Paid", "data_type": "boolean"}},
            {"model": "documents.customfieldinstance", "pk": 1, "fields": {"document": 12, "field": 1,
             "value_text": null, "value_monetary": "EUR12.50"}},
            {"model": "documents.customfieldinstance", "pk": 2, "fields": {"document": 12, "field": 2, "value_select": "b2"}},
            {"model": "documents.customfieldinstance", "pk": 3, "fields": {"document": 12, "field": 3, "value_bool": true}},
            {"model": "documents.note", "pk": 4, "fields": {"note": "Paid in May", "created": "2024-05-02T10:00:00.500Z",
             "document": 12, "user": 2}},
            {"model": "documents.document", "pk": 12, "fields": {"title": "Water", "content": "cubic metres",
             "mime_type": "application/pdf", "correspondent": 3, "document_type": 5, "storage_path": 1, "tags": [7, 8],
             "created": "2024-03-05", "added": "2024-03-06T11:12:13.500000+01:00", "archive_serial_number": 40,
             "original_filename": "scan/one.pdf", "owner": 2, "deleted_at": null},
             "__exported_file_name__": "originals/water.pdf", "__exported_archive_name__": "archive/water.pdf",
             "__exported_thumbnail_name__": "thumbnails/water.webp"}]
            """)
        let document = try #require(all.first)
        #expect(all.count == 1 && document.key == 12 && document.title == "Water")
        #expect(document.date == Day("2024-03-05"))
        #expect(document.added == Date(timeIntervalSince1970: 1_709_719_933.5))
        #expect(document.correspondent == "City Works" && document.type == "Invoice" && document.owner == "anna")
        // Forms separate folders by slashes, and tags by commas.
        #expect(document.folder == "Home-Bills" && document.tags.map(\.name) == ["inbox", "tax; 2024"])
        #expect(document.tags.map(\.color) == [.blue, .red])
        #expect(document.isInInbox && !document.isInTrash && document.serial == 40)
        #expect(document.fields == ["Amount: EUR12.50", "Room: Cellar", "Paid: yes"])
        let note = try #require(document.notes.first)
        #expect(note.text == "Paid in May" && note.user == "anna")
        #expect(note.at == Date(timeIntervalSince1970: 1_714_644_000.5))
        #expect(document.original == "originals/water.pdf" && document.originalName == "scan-one.pdf")
        #expect(document.substitutes == ["archive/water.pdf", "thumbnails/water.webp"])
        #expect(document.content == "cubic metres" && document.mediaType == "application/pdf")
    }

    @Test("Manifests may be split, and older exports tell a moment for the day of a document")
    func splitAndOld() throws {
        let all = try manifest(
            "[\(names)]",
            """
            [{"model": "documents.document", "pk": 2, "fields": {"title": "", "created": "2023-12-31T23:30:00Z", "tags": [8]},
              "__exported_file_name__": "b.png"},
             {"model": "documents.note", "pk": 1, "fields": {"note": "first", "document": 2, "user": null}}]
            """,
            """
            [{"model": "documents.document", "pk": 1, "fields": {"title": "a", "created": "2023-06-01T00:00:00+02:00",
              "tags": [], "deleted_at": "2024-01-01T00:00:00Z", "archive_serial_number": -5},
              "__exported_file_name__": "a.png"}]
            """)
        #expect(all.map(\.key) == [1, 2])
        // In Berlin the new year had begun.
        #expect(all.map(\.date) == [Day("2023-06-01"), Day("2024-01-01")])
        #expect(all.map(\.title) == ["a", "b.png"] && all.map(\.isInTrash) == [true, false])
        #expect(all[1].notes.map(\.text) == ["first"] && all[0].serial == nil)
    }

    @Test(
        "What leads out of the export, or to no file, is refused", arguments: ["../x.pdf", "/etc/passwd", "a/../../x"])
    func unsafe(path: String) throws {
        let record = """
            {"model": "documents.document", "pk": 1, "fields": {"title": "a"}
            """
        #expect(throws: PaperlessManifest.Failure.unsafePath(document: 1, path)) {
            try manifest("[\(record), \"__exported_file_name__\": \"\(path)\"}]")
        }
        #expect(throws: PaperlessManifest.Failure.unsafePath(document: 1, path)) {
            try manifest(
                "[\(record), \"__exported_file_name__\": \"a\", \"__exported_archive_name__\": \"\(path)\"}]")
        }
        #expect(throws: PaperlessManifest.Failure.noFile(document: 1)) { try manifest("[\(record)}]") }
        for text in ["", "{}", "[1]", "[{\"pk\": 1}]"] {
            #expect(throws: PaperlessManifest.Failure.notAManifest("manifest-0.json")) { try manifest(text) }
        }
    }

    @Test("Colors of tags become the ones that look most like them")
    func colors() {
        // The colors that paperless-ngx offers.
        let all: [(String, TagColor)] = [
            ("#a6cee3", .blue), ("#1f78b4", .blue), ("#b2df8a", .green), ("#33a02c", .green), ("#fb9a99", .red),
            ("#e31a1c", .red), ("#fdbf6f", .orange), ("#ff7f00", .orange), ("#cab2d6", .purple), ("#6a3d9a", .purple),
            ("#b15928", .orange), ("#000000", .gray), ("#cccccc", .gray), ("#ff00ff", .purple), ("#ff0080", .purple),
            ("blue", .gray), ("", .gray), ("#12345", .gray), ("#gggggg", .gray),
        ]
        for (text, color) in all { #expect(TagColor(nearestTo: text) == color, "\(text)") }
    }
}
