import Foundation
import StationRules
import Testing

@Suite struct WhatsNewTests {
    private func news(_ count: Int, length: Int = 40, picture: String? = nil) throws -> WhatsNew {
        let text = String(repeating: "x", count: length)
        return WhatsNew(
            try #require(ReleaseVersion("1.2.0")),
            (0..<count).map { WhatsNew.Item(picture: picture, title: "\($0)", text: text) })
    }

    @Test("WN-1: it is shown once to who has seen a former version, and to nobody who has just joined")
    func due() throws {
        let news = try news(3)
        for (seen, isDue) in [("1.1.9", true), ("0.9.0", true), ("1.2.0", false), ("1.10.0", false), ("2.0.0", false)] {
            #expect(news.isDue(seen: ReleaseVersion(seen)) == isDue, "\(seen)")
        }
        #expect(!news.isDue(seen: nil))
        for wrong in ["", "1.2", "1.2.x", "1.2.3.4", "v1.2.3", "1..2"] { #expect(ReleaseVersion(wrong) == nil) }
        #expect(ReleaseVersion("1.2.3-beta")?.description == "1.2.3")
    }

    @Test("WN-4, WN-5: Next leads on, Start is on the last or only page, and from the profile there is no such button")
    func actions() throws {
        let pages = try news(4, length: 200)
        #expect((0..<4).map { pages.action(onPage: $0, .afterSignIn) } == [.next, .next, .next, .start])
        #expect(try news(1).action(onPage: 0, .afterSignIn) == .start)
        #expect(try news(5).action(onPage: 0, .afterSignIn) == .start)
        #expect((0..<4).allSatisfy { pages.action(onPage: $0, .profile) == nil })
    }

    @Test("WN-9, WN-6: 3 to 6 short ones are a list, 1 to 4 others pages, which have an indicator if there are several")
    func variants() throws {
        for count in 3...6 {
            #expect(try news(count).variant == .list && news(count).shown.count == count)
            #expect(try !news(count).hasIndicator)
        }
        for count in 1...4 {
            let pages = try news(count, length: 200)
            #expect(pages.variant == .pages && pages.shown.count == count)
            #expect(pages.hasIndicator == (count > 1))
        }
        for count in 1...2 { #expect(try news(count).variant == .pages) }
        // The number is limited to what people read.
        #expect(try news(9).shown.count == 6 && news(9, length: 200).shown.count == 4)
    }

    @Test("WN-10: both variants are shown with and without pictures")
    func pictures() throws {
        for picture in [nil, "house"] {
            #expect(try news(4, picture: picture).variant == .list && news(2, picture: picture).variant == .pages)
            #expect(try news(4, picture: picture).shown.allSatisfy { $0.picture == picture })
        }
    }

    @Test("what is new is told for the version that runs, and in German too")
    func current() throws {
        let news = try #require(WhatsNew.current("0.2.0"))
        #expect(WhatsNew.current("x") == nil && news.version.description == "0.2.0")
        for item in news.items {
            #expect(Catalogue.german[item.title] != nil && Catalogue.german[item.text] != nil, "\(item.title)")
        }
    }
}
