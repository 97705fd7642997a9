import FoundationEssentials
import HTTPTypes
import RectoCodecs
import RectoCore
import StationIdentity
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// Signing a delivery note at the station.
@Suite struct SignatureRouteTests {
    private let people: PeopleUnderTest
    private let owner: PeopleUnderTest.Browser
    private let library: Library

    init() async throws {
        people = try await PeopleUnderTest()
        owner = try await people.setUp("Ada")
        library = try Library(folder: people.station.folder.path("station"))
        let answer = try await people.station.ask(
            .post, "/api/documents?title=Delivery", Photos.bytes("letter-wood"), headers: owner.headers,
            from: owner.address)
        #expect(answer.status == .created)
    }

    private static let path = "/documents/1/pages/0/sign"
    /// Two overlapping lines in the lower half of the page.
    private static let strokes = "2000,7000 3000,7000;2000,7000 2600,7000"

    private func picture() async throws -> RGBImage {
        let shown = try await people.get("/documents/1/pages/0", owner).text
        let address = try #require(shown.firstMatch(of: /<img src="(\/documents\/1\/pages\/0\/full[^"]*)"/)).1
        return try PictureReader().read(bytes: await people.get(String(address), owner).body).rgb
    }

    private func sign(
        _ strokes: String = strokes, version: String? = nil, with parts: [String] = [],
        by browser: PeopleUnderTest.Browser? = nil
    ) async throws -> StationUnderTest.Answer {
        let form = try await people.get(Self.path, owner).text
        let shown = try #require(form.firstMatch(of: /name="version" value="([^"]*)"/)).1
        return try await people.post(
            Self.path, [("strokes", strokes), ("version", version ?? String(shown))] + parts.map { ($0, "yes") },
            browser ?? owner)
    }

    /// Returns the share of clearly different pixels in a part of two pictures, given relative to the page's size.
    private func difference(
        _ a: RGBImage, _ b: RGBImage, x: ClosedRange<Double>, y: ClosedRange<Double>
    ) -> Double {
        let (width, height) = (a.size.width, a.size.height)
        let columns = Int(x.lowerBound * Double(width))..<Int(x.upperBound * Double(width))
        let rows = Int(y.lowerBound * Double(height))..<Int(y.upperBound * Double(height))
        var count = 0
        a.withView { first in
            b.withView { second in
                for row in rows {
                    for column in columns
                    where abs(Int(first.row(row)[3 * column]) - Int(second.row(row)[3 * column])) > 24 { count += 1 }
                }
            }
        }
        return Double(count) / Double(columns.count * rows.count)
    }

    @Test(
        "AO-4: a signature is burned in at the station with name, time and watermark; the page that was stays, and the event"
    )
    func signature() async throws {
        let (before, original) = (try await picture(), try library.page(0, of: 1).original)
        #expect(try await people.get("/documents/1/pages/0", owner).text.contains("href=\"\(Self.path)\""))
        let answer = try await sign(with: ["line", "watermark"])
        #expect(answer.location == "/documents/1/pages/0?done=signed")
        let after = try await picture()
        #expect(after.size == before.size)
        // The strokes, the watermark that rises from them, and the line with name and time below; nothing elsewhere.
        #expect(difference(before, after, x: 0.2...0.3, y: 0.698...0.702) > 0.2)
        #expect(difference(before, after, x: 0.25...0.4, y: 0.665...0.695) > 0.003)
        #expect(difference(before, after, x: 0.2...0.5, y: 0.704...0.73) > 0.005)
        #expect(difference(before, after, x: 0.05...0.95, y: 0.05...0.45) < 0.001)
        // The original is an attachment with identical bytes.
        let attachments = try await people.get("/api/documents/1/attachments", owner).text
        #expect(attachments.contains("Page 1 before it was signed.jpg"))
        let kept = try await people.get("/documents/1/attachments/1", owner).body
        #expect(try kept == library.original(original))
        let signed = try #require(try library.history(of: 1).first)
        #expect(signed.person == "Ada" && signed.event == .signed(page: 1))
        #expect(try library.events(of: 1).first?.kind == .signed)
    }

    @Test("AO-4: name, time and watermark are drawn only if they are wanted, and the signature can be undone")
    func plainSignature() async throws {
        let before = try await picture()
        let page = try library.page(0, of: 1)
        _ = try await sign()
        let after = try await picture()
        #expect(difference(before, after, x: 0.2...0.3, y: 0.698...0.702) > 0.2)
        #expect(difference(before, after, x: 0.25...0.4, y: 0.665...0.695) < 0.001)
        #expect(difference(before, after, x: 0.2...0.5, y: 0.704...0.73) < 0.001)
        let event = try #require(try library.history(of: 1).first?.undo)
        #expect(try await people.post("/documents/1/undo/\(event)", [], owner).location == "/documents/1?done=undone")
        #expect(try library.page(0, of: 1) == page)
        #expect(try await !people.get("/api/documents/1/attachments", owner).text.contains("before it was signed"))
        // What is undone is not offered again.
        #expect(try library.history(of: 1).first { $0.event == .signed(page: 1) }?.undo == nil)
    }

    @Test("A signature on pages that were changed since stays")
    func changedSince() async throws {
        _ = try await sign()
        let event = try #require(try library.history(of: 1).first?.undo)
        _ = try await sign("2000,3000 3000,3000;2000,3000 2600,3000")
        let twice = try library.page(0, of: 1)
        #expect(
            try await people.post("/documents/1/undo/\(event)", [], owner).location?.contains("undoneInPart") == true)
        #expect(try library.page(0, of: 1) == twice)
    }

    @Test("AO-3: what is drawn arrives as strokes; what is none, and what was drawn on another page, is refused")
    func refusals() async throws {
        let form = try await people.get(Self.path, owner).text
        #expect(form.contains("data-signature") && form.contains("name=\"strokes\""))
        for (strokes, reason) in [
            ("", "Draw your signature first."), ("1,1", "too small"), ("x", "did not arrive whole"),
            ("20000,1 1,1", "did not arrive whole"),
        ] {
            let answer = try await sign(strokes)
            #expect(answer.status == .unprocessableContent && answer.text.contains(reason), "\(strokes)")
        }
        let other = try await sign(version: "another")
        #expect(other.status == .conflict && other.text.contains("Somebody has changed the pages meanwhile."))
        let guest = try await people.join("Gus", .guest, by: owner)
        #expect(try await sign(by: guest).status == .forbidden)
        #expect(try library.events(of: 1).allSatisfy { $0.kind != .signed })
        #expect(try await people.get("/documents/1/pages/7/sign", owner).status == .notFound)
    }

    @Test(
        "AO-1: before deleting for good, exporting everything and removing a device somebody shows again who they are")
    func askedAgain() async throws {
        people.time.pass(3600)
        for path in ["/documents/selection/purge", "/devices/1/remove", "/people/1/remove"] {
            let answer = try await people.post(path, [("documents", "1")], owner)
            #expect(answer.location?.hasPrefix("/confirm?next=") == true, "\(path)")
        }
        #expect(PermissionRule.table.first { $0.permission == .exportEverything }?.asksAgain == true)
        #expect(try library.document(1).trashed == nil)
    }
}
