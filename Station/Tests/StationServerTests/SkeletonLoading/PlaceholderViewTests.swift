import StationRules
import StationViews
import Testing

@Suite struct PlaceholderViewTests {
    private static let kinds: [Placeholder] =
        [
            .text(TextPlaceholder(.largeKPI, .short)), .image(.page, icon: "file-earmark-text"), .avatar(.medium),
            .button, .objectCell(Placeholder.ObjectCell(isMultiline: false)),
            .objectCell(Placeholder.ObjectCell(isMultiline: true, image: .thumbnail, trailing: .button)), .objectHeader,
        ] + CardPlaceholder.allCases.map { .card($0, .twoByTwo) }

    private func shapes(_ placeholder: Placeholder) -> Int {
        PlaceholderView(placeholder).html.matches(of: /class="placeholder\s/).count
    }

    @Test("SK-4, SK-20: generic kinds say what they are, and are hidden from assistive technology", arguments: kinds)
    func placeholdersAreHiddenFromAssistiveTechnology(_ placeholder: Placeholder) {
        let html = PlaceholderView(placeholder).html
        #expect(html.contains("data-kind=\"\(placeholder.kind)\" aria-hidden=\"true\""))
        #expect(shapes(placeholder) >= 1)
    }

    @Test("SK-18: no placeholder is more detailed than it has to be", arguments: kinds)
    func placeholdersHaveLittleDetail(_ placeholder: Placeholder) {
        #expect(shapes(placeholder) <= Placeholder.maximumShapes)
        if case .objectCell = placeholder { #expect(shapes(placeholder) <= 4) }
    }

    @Test("SK-6: images come in several sizes, with an icon or without")
    func imagesComeInSeveralSizes() {
        for size in Placeholder.ImageSize.allCases {
            #expect(PlaceholderView(.image(size)).html.contains("image-\(size.rawValue)"))
        }
        #expect(PlaceholderView(.image(.page, icon: "image")).html.contains("icon-image"))
        #expect(!PlaceholderView(.image(.page)).html.contains("icon"))
    }

    @Test("SK-9: a cell has one line or several")
    func aCellHasOneLineOrSeveral() {
        func lines(_ isMultiline: Bool) -> Int {
            let cell = Placeholder.ObjectCell(isMultiline: isMultiline)
            return PlaceholderView(.objectCell(cell)).html.matches(of: /\sline"/).count
        }
        #expect(lines(false) == 1)
        #expect(lines(true) == 2)
    }

    @Test("SK-12: a skeleton has the containers of the screen it stands for")
    func aSkeletonHasItsScreensContainers() throws {
        let html = SkeletonView(try #require(LoadingScreen.library.skeleton())).html
        #expect(html.contains("class=\"skeleton-part titlebar\"") && html.contains("class=\"skeleton-part documents\""))
        for (screen, container) in [(LoadingScreen.document, "sheets"), (.scenes, "cards"), (.devices, "documents")] {
            let html = SkeletonView(try #require(screen.skeleton())).html
            #expect(html.contains("class=\"skeleton-part \(container)\""))
        }
    }

    @Test("SK-17, FI-10: in a skeleton there is no other indicator")
    func aSkeletonHasNoOtherIndicator() {
        for skeleton in LoadingScreen.allCases.compactMap({ $0.skeleton() }) + LoadingPart.allCases.map(\.skeleton) {
            let html = SkeletonView(skeleton).html
            for other in ["progressbar", "<progress", "spinner", "loading"] { #expect(!html.contains(other)) }
        }
    }

    @Test("SK-21: a part comes with its skeleton and its messages, and without modules a link leads to it")
    func parts() {
        let html = PartView(.activity).html
        #expect(html.contains("data-loads=\"/profile/activity\""))
        #expect(html.contains(/<template data-skeleton><div class="skeleton">.+data-kind="card-generic"/))
        #expect(html.contains("data-use=\"unableToLoad\"") && html.contains("data-use=\"unableToConnect\""))
        #expect(html.contains("<noscript><a href=\"/profile/activity\">Activity</a></noscript>"))
    }

    @Test("SK-10: cards of a kind that is not known yet are generic ones in the skeleton of the library")
    func unknownCards() {
        let html = SkeletonView(LoadingScreen.library.skeleton(hasCards: true) ?? Skeleton([])).html
        #expect(html.matches(of: /data-kind="card-generic"/).count == 1)
    }
}
