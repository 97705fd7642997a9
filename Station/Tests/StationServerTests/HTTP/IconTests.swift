import Foundation
import HTTPTypes
import StationRules
import StationServer
import StationViews
import Testing

@Suite struct IconTests {
    @Test("Every icon that a screen names is served, and every one that is served is named")
    func everyNamedIconIsServed() async throws {
        var named = Set(Place.allCases.map(\.icon) + AnnotationIcon.allCases.map(\.icon))
        for view in EveryView.types {
            named.formUnion(view.template.matches(of: /icon icon-([a-z-]+)/).map { String($0.1) })
        }
        named.formUnion(ScreenMessage.Kind.allCases.map(\.icon) + ErrorLevel.allCases.map(\.icon))
        named.formUnion(CardIcon.allCases.map(\.rawValue) + PasskeyKind.allCases.map(\.icon))
        named.formUnion(TimelineEntry.Kind.allCases.map(\.icon) + HomeFacet.allCases.map(\.icon))
        named.formUnion(MapGlyph.icons + MapType.allCases.map(\.icon) + MapObjectKind.allCases.map(\.icon))
        var strip = PhotoStrip()
        named.formUnion([strip.chevronIcon, KeptView.icon])
        strip.toggle()
        named.insert(strip.chevronIcon)
        #expect(named == Set(AssetRoutes.iconNames))
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/bootstrap-icons/svg"), "no bootstrap-icons"))
    func everyIconIsThere() async throws {
        let station = try await StationUnderTest()
        for icon in AssetRoutes.iconNames {
            #expect(try await station.get("/icons/\(icon).svg").status == .ok, "\(icon)")
        }
    }
}
