import StationRules
import Testing

@Suite struct SiblingNavigationTests {
    @Test("SN-3: there is no way before the first sibling and none behind the last one", arguments: 1...4)
    func ends(count: Int) {
        let all = (0..<count).map { SiblingNavigation(position: $0, count: count) }
        #expect(all.map(\.previous) == [nil] + (0..<count - 1).map { $0 })
        #expect(all.map(\.next) == (1..<count).map { $0 } + [nil])
    }

    @Test("SN-5: buttons have words, and icons only in compact windows among two or more actions that are icons")
    func variants() {
        for width in SiblingNavigation.Width.allCases {
            for hasIcons in [false, true] {
                for actions in 0...4 {
                    let siblings = SiblingNavigation(
                        position: 1, count: 3, otherActions: actions, hasIcons: hasIcons)
                    let isIcon = width == .compact && hasIcons && actions >= 2
                    #expect(siblings.variant(in: width) == (isIcon ? .icon : .text))
                }
            }
        }
    }

    @Test("SN-2: the upper line counts, in the language of the screen")
    func text() {
        let siblings = SiblingNavigation(position: 1, count: 7)
        #expect(siblings.text == "2 of 7")
        Language.$current.withValue(.german) { #expect(siblings.text == "2 von 7") }
    }
}
