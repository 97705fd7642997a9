import Foundation
import StationRules
import Testing

@Suite struct OfflineRulesTests {
    @Test("OF-8: the banner of going offline goes by itself after seconds, or stays until it is closed")
    func banner() {
        #expect(OfflineBanner.passing.seconds == 8)
        #expect(OfflineBanner.staying.seconds == 0)
        #expect(Set(OfflineBanner.allCases.map(\.label)).count == 2)
    }

    @Test("settings that are older than the banner's are still read")
    func settings() throws {
        let old = Data(#"{"units":"inches","isNotified":false}"#.utf8)
        let settings = try JSONDecoder().decode(PersonalSettings.self, from: old)
        #expect(settings.units == .inches && settings.offlineBanner == nil)
    }

    @Test("modules become one plain script: what they import stands in it already")
    func script() {
        let modules = [
            "import { b } from \"/b.js\";\nexport const a = 1;\n",
            "export function b() {}\nexport async function c() {}\n",
        ]
        let script = OfflineShell.script(modules, version: "1-ab", files: ["/x.css"], lastScreen: "<p lang=\"en\">")
        #expect(
            script.hasPrefix(
                """
                const VERSION = "1-ab";
                const FILES = ["/offline/scan","/offline","/x.css"];
                const LAST_SCREEN = "<p lang=\\"en\\">";

                """))
        #expect(script.hasSuffix("const a = 1;\n\nfunction b() {}\nasync function c() {}\n"))
    }

    @Test("a change of a page says something that a page can be")
    func pageEdit() {
        #expect(PageEdit(filter: nil, quarterTurns: nil) == nil)
        #expect(PageEdit(filter: .photo, quarterTurns: 4) == nil)
        #expect(PageEdit(filter: nil, quarterTurns: 3)?.quarterTurns == 3)
    }

    @Test("an icon that systems cut to their shape is named so")
    func icons() {
        #expect(AppIcon.all.map(\.path).contains("/web/icons/maskable-512.png"))
        #expect(AppIcon.all.filter(\.isMaskable).map(\.size) == ["192x192", "512x512"])
    }
}
