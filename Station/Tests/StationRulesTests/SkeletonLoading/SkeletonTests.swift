import StationRules
import Testing

@Suite struct SkeletonTests {
    @Test("SK-5: the heights of text by its style")
    func textHasTheHeightOfItsStyle() {
        #expect(TextPlaceholder.Height.allCases.map(\.rawValue) == [13, 20, 28, 41, 57])
        let table: [TextPlaceholder.Height: [TextStyle]] = [
            .small: [.footnote, .caption1, .caption2],
            .body: [.subhead, .callout, .body, .headline, .title3],
            .title: [.title2, .title1],
            .largeTitle: [.largeTitle, .mediumKPI],
            .largeKPI: [.largeKPI],
        ]
        #expect(table.values.joined().count == TextStyle.allCases.count)
        for (height, styles) in table {
            for style in styles { #expect(TextPlaceholder.Height(style) == height) }
        }
    }

    @Test("SK-10: a card whose kind is not known has the generic placeholder, and so has one whose kind has no other")
    func unknownCards() throws {
        #expect(CardPlaceholder(of: nil) == .generic && CardPlaceholder(of: .calendar) == .generic)
        #expect(CardPlaceholder(of: .list) == .list && CardPlaceholder(of: .ar) == .multiline)
        // The library may show drafts, pins or both.
        let library = try #require(LoadingScreen.library.skeleton(hasCards: true))
        #expect(library.placeholders.contains(.card(.generic, .twoByTwo)))
        let plain = try #require(LoadingScreen.library.skeleton())
        #expect(!plain.placeholders.contains { $0.kind.hasPrefix("card") })
    }

    @Test(
        "SK-21: parts of a screen have placeholders of their own, and no other indicator",
        arguments: LoadingPart.allCases)
    func parts(_ part: LoadingPart) {
        #expect(!part.skeleton.placeholders.isEmpty)
        #expect(part.feedback == .skeleton(part.skeleton))
        // Only the surrounding screen has a bar.
        #expect(!part.skeleton.parts.contains(.bar(title: true)) && !part.skeleton.parts.contains(.bar(title: false)))
    }

    @Test("SK-2: a known structure has placeholders; a camera's view has a loading indicator")
    func knownStructuresHavePlaceholders() {
        for screen in LoadingScreen.allCases {
            switch screen.feedback() {
            case .skeleton(let skeleton): #expect(!skeleton.placeholders.isEmpty)
            case .fullScreen: #expect(screen == .scanner || screen == .sceneScanner)
            case .inline, .overlay: Issue.record("\(screen) has nothing yet")
            }
        }
    }

    @Test("SK-3: rows stand for rows, cards for cards, the header and pages for those of a document")
    func placeholdersStandForTheirKind() {
        func kinds(_ screen: LoadingScreen) -> Set<String> { Set(screen.skeleton()?.placeholders.map(\.kind) ?? []) }
        #expect(kinds(.home) == ["text", "button", "card-list", "card-generic"])
        #expect(kinds(.library) == ["text", "button", "object-cell"])
        #expect(kinds(.devices) == ["text", "button", "object-cell"])
        #expect(kinds(.document) == ["button", "object-header", "image"])
        #expect(kinds(.scenes) == ["text", "button", "card-multiline"])
    }

    @Test("SK-2: each address has one screen at most")
    func anAddressHasOneScreenAtMost() throws {
        let table: [(String, LoadingScreen?)] = [
            ("/", .home), ("/home", .home), ("/home/timeline", nil), ("/documents", .library),
            ("/documents/12", .document), ("/documents/12.pdf", nil),
            ("/documents/12/pages/0/screen", nil), ("/ar", .scenes), ("/ar/3", .sceneScanner), ("/ar/3/edit", nil),
            ("/scan", .scanner), ("/scan/0123456789abcdef", .scanner), ("/scan/0123456789abcdef/pages/1", nil),
            ("/devices", .devices), ("/devices/activation", nil), ("/x/documents", nil),
        ]
        for (path, screen) in table {
            let found = try LoadingScreen.allCases.filter { try path.contains(Regex($0.path)) }
            #expect(found == (screen.map { [$0] } ?? []), "\(path)")
        }
    }
}
