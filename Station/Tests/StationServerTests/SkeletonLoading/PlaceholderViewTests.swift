import StationRules
import StationViews
import Testing

@Suite struct PlaceholderViewTests {
    private static let kinds: [Placeholder] =
        [
            .text(TextPlaceholder(.largeKPI, .short)), .image(.page, icon: "file-earmark-text"), .avatar(.medium),
            .button, .objectCell(Placeholder.ObjectCell(isMultiline: false)),
            .objectCell(Placeholder.ObjectCell(isMultiline: true, image: .thumbnail, trailing: .button)), .objectHeader,
        ] + CardPlaceholder.allCases.map { .card($0) }

    private func shapes(_ placeholder: Placeholder) -> Int {
        PlaceholderView(placeholder).html.matches(of: /class="placeholder\s/).count
    }

    @Test("SK-4, SK-20: generic kinds say what they are, and are hidden from assistive technology", arguments: kinds)
    func catalogue(_ placeholder: Placeholder) {
        let html = PlaceholderView(placeholder).html
        #expect(html.contains("data-kind=\"\(placeholder.kind)\" aria-hidden=\"true\""))
        #expect(shapes(placeholder) >= 1)
    }

    @Test("SK-18: no placeholder is more detailed than it has to be", arguments: kinds)
    func detail(_ placeholder: Placeholder) {
        #expect(shapes(placeholder) <= Placeholder.maximumShapes)
        if case .objectCell = placeholder { #expect(shapes(placeholder) <= 4) }
    }

    @Test("SK-6: images come in several sizes, with an icon or without")
    func images() {
        for size in Placeholder.ImageSize.allCases {
            #expect(PlaceholderView(.image(size)).html.contains("image-\(size.rawValue)"))
        }
        #expect(PlaceholderView(.image(.page, icon: "image")).html.contains("icon-image"))
        #expect(!PlaceholderView(.image(.page)).html.contains("icon"))
    }

    @Test("SK-9: a cell has one line or several")
    func cells() {
        func lines(_ isMultiline: Bool) -> Int {
            let cell = Placeholder.ObjectCell(isMultiline: isMultiline)
            return PlaceholderView(.objectCell(cell)).html.matches(of: /\sline"/).count
        }
        #expect(lines(false) == 1)
        #expect(lines(true) == 2)
    }

    @Test("SK-12: a skeleton has the containers of the screen it stands for")
    func containers() throws {
        let html = SkeletonView(try #require(LoadingScreen.library.skeleton)).html
        #expect(html.contains("class=\"skeleton-part titlebar\"") && html.contains("class=\"skeleton-part documents\""))
        for (screen, container) in [(LoadingScreen.document, "sheets"), (.scenes, "scenes"), (.devices, "documents")] {
            let html = SkeletonView(try #require(screen.skeleton)).html
            #expect(html.contains("class=\"skeleton-part \(container)\""))
        }
    }

    @Test("SK-17, FI-10: in a skeleton there is no other indicator")
    func exclusive() {
        for skeleton in LoadingScreen.allCases.compactMap(\.skeleton) {
            let html = SkeletonView(skeleton).html
            for other in ["progressbar", "<progress", "spinner", "loading"] { #expect(!html.contains(other)) }
        }
    }
}
