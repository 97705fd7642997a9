import StationRules
import Testing

@Suite struct GermanAddressTests {
    @Test("German texts address nobody: no du, and no Sie within a sentence")
    func nobody() {
        let familiar = #/\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(e[mnrs]?)?)\b/#
        let polite = #/[a-zäöüß,] (Sie|Ihnen|Ihr(e[mnrs]?)?)\b/#
        for (english, german) in Catalogue.german {
            #expect(german.firstMatch(of: familiar) == nil, "\(english)")
            #expect(german.firstMatch(of: polite) == nil, "\(english)")
        }
    }
}
