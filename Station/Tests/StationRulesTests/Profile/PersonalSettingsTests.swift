import Foundation
import StationRules
import Testing

@Suite struct PersonalSettingsTests {
    @Test(
        "PS-5: the version stands at the end of the profile where there is nothing else to say, else on its own screen")
    func version() {
        #expect(ProgramAbout.standsInProfile([]) && !ProgramAbout.standsInProfile(ProgramPart.all))
    }

    @Test("each package that the manifest names has its license")
    func parts() throws {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(5)
        let manifest = try String(contentsOfFile: path.joined(separator: "/") + "/Package.swift", encoding: .utf8)
        let names = ProgramPart.all.map { $0.name.lowercased() }
        let packages = manifest.matches(of: /\.package\(url: "https:\/\/[^"]*\/([^"\/]+)"/).map { String($0.1) }
        #expect(packages.count >= 6 && packages.allSatisfy { names.contains($0.lowercased()) })
        #expect(ProgramPart.all.allSatisfy { !$0.license.isEmpty } && Set(names).count == names.count)
    }

    @Test("lengths are told in the person's units, to a tenth")
    func lengths() {
        #expect(UnitSystem.metric.length(millimeters: 210) == "210 mm")
        #expect(UnitSystem.metric.length(millimeters: 85.6) == "85.6 mm")
        #expect(UnitSystem.inches.length(millimeters: 210) == "8.3 in")
        #expect(UnitSystem.inches.length(millimeters: 25.4) == "1.0 in")
        UnitSystem.$current.withValue(.inches) { #expect(AnchorWidth(meters: 0.254).text == "10.0 in") }
    }

    @Test func titlesMayBeEmptyAndNotTooLong() throws {
        #expect(try PersonTitle(" Accounting\n").text == "Accounting" && PersonTitle("").text.isEmpty)
        #expect(throws: PersonName.Failure.tooLong(maximum: 60)) { try PersonTitle(String(repeating: "a", count: 61)) }
    }
}
