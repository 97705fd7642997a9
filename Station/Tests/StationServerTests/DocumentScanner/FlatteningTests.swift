import Foundation
import HTTPTypes
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Flattening curved pages.
@Suite struct FlatteningTests {
    private let station: StationUnderTest
    private let library: Library

    init() async throws {
        let folder = try TemporaryFolder()
        station = try await StationUnderTest(folder: folder)
        library = try Library(folder: folder.path("station"))
    }

    /// Adds a document whose pages fill their pictures.
    private func add(sags: [Double]) throws -> Int64 {
        let size = try PixelSize(width: BentPaper.size.width, height: BentPaper.size.height)
        let pages = try sags.map {
            NewDocument.Page(picture: try BentPaper.file(sag: $0), size: size, quad: nil, filter: .original)
        }
        return try library.add(NewDocument(title: "Book", captured: .now, pages: pages))
    }

    /// Opens the pages of a document.
    /// - Returns: The path of the draft.
    private func edit(_ document: Int64) async throws -> String {
        let location = try #require(try await station.post("/documents/\(document)/draft").location)
        return String(location.dropLast(6))
    }

    private func isChosen(_ flattening: PageFlattening, in gallery: String) -> Bool {
        gallery.contains("name=\"flattening\" value=\"\(flattening.rawValue)\" aria-pressed=\"true\"")
    }

    @Test("DS-63: a bent page is made flat and told so, its picture stays; that is saved, and undone from the notice")
    func bentPage() async throws {
        let id = try add(sags: [40])
        let before = try library.pageList(of: id)
        let path = try await edit(id)
        let bent = try await station.get("\(path)/pages/1/full").body
        #expect(isChosen(.off, in: try await station.get("\(path)/pages").text))
        #expect(
            try await station.post("\(path)/pages/1/flattening", "flattening=automatic").location == "\(path)/pages/1")
        let gallery = try await station.get("\(path)/pages").text
        #expect(isChosen(.automatic, in: gallery) && gallery.contains(FlatteningOutcome.flattened.text))
        let flat = try await station.get("\(path)/pages/1/full").body
        #expect(flat != bent)
        #expect(try await station.get("\(path)/pages/1/original").body == BentPaper.file(sag: 40))
        for (flattening, picture) in [("off", bent), ("automatic", flat)] {
            _ = try await station.post("\(path)/pages/1/flattening", "flattening=\(flattening)")
            #expect(try await station.get("\(path)/pages/1/full").body == picture)
        }
        let location = try #require(try await station.post("\(path)/save").location)
        let event = try #require(location.firstMatch(of: /undo=(\d+)$/)?.output.1)
        #expect(try library.pages(of: id).map(\.flattening) == [.automatic])
        #expect(try await station.get("/api/documents/\(id)/pages/1/picture").body == flat)
        #expect(isChosen(.automatic, in: try await station.get("\(try await edit(id))/pages").text))
        _ = try await station.post("/documents/\(id)/undo/\(event)")
        #expect(try library.pageList(of: id) == before)
    }

    @Test("DS-63: a page that is flat already stays as it is, and the gallery says why")
    func flatPage() async throws {
        let path = try await edit(try add(sags: [0]))
        let before = try await station.get("\(path)/pages/1/full").body
        _ = try await station.post("\(path)/pages/1/flattening", "flattening=automatic")
        let gallery = try await station.get("\(path)/pages").text
        #expect(
            FlatteningOutcome.allCases.contains {
                $0 != .flattened && gallery.contains("<p role=\"status\">\($0.text)")
            })
        #expect(try await station.get("\(path)/pages/1/full").body == before)
        for wrong in ["flattening=forced", "flattening=", "filter=color"] {
            #expect(try await station.post("\(path)/pages/1/flattening", wrong).status == .badRequest)
        }
    }

    @Test("DS-63, PG-10: all pages of a draft are made flat at once")
    func allPages() async throws {
        let id = try add(sags: [40, 0])
        let path = try await edit(id)
        _ = try await station.post("\(path)/pages/2/flattening?all=yes", "flattening=automatic")
        _ = try await station.post("\(path)/save")
        #expect(try library.pages(of: id).map(\.flattening) == [.automatic, .automatic])
    }

    @Test("DS-64: new pages are made flat if the profile says so")
    func setting() async throws {
        func gallery(_ name: String) async throws -> String {
            _ = try await station.post("/scan/\(name)/import", bytes: Photos.bytes("letter-wood"))
            return try await station.get("/scan/\(name)/pages").text
        }
        #expect(isChosen(.off, in: try await gallery("0123456789abcdef")))
        _ = try await station.post("/profile/preferences", "units=metric&flattening=automatic")
        #expect(try await station.get("/profile").text.contains("value=\"automatic\" selected"))
        #expect(isChosen(.automatic, in: try await gallery("0123456789abcde0")))
    }

    @Test func theStationHasAWordForWhateverTheEngineRefuses() {
        #expect(PageFlattener.Refusal.allCases.allSatisfy { FlatteningOutcome(rawValue: $0.rawValue) != nil })
    }
}
