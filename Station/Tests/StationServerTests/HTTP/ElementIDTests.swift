import Testing

@Suite struct ElementIDTests {
    @Test("no two elements of a screen have one id, and each label has its field")
    func ids() async throws {
        for screen in try await Screens.all() {
            // The templates of skeletons are copied into the page one at a time.
            let html = screen.html.replacing(/<template.*?<\/template>/.dotMatchesNewlines(), with: "")
            let ids = html.matches(of: /\sid="([^"]+)"/).map { $0.output.1 }
            #expect(Set(ids).count == ids.count, "\(screen.path): \(ids.sorted())")
            for label in html.matches(of: /<label[^>]*\sfor="([^"]+)"/) {
                #expect(ids.contains(label.output.1), "\(screen.path): \(label.output.1)")
            }
        }
    }
}
