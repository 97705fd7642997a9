import Foundation
import Scores
import Testing

@Suite("Floors")
struct FloorsTests {
    @Test("Figures on the wrong side are complained of, and floors without a figure")
    func figuresBelowTheirFloorAreNamed() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "floors-\(UUID()).json").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let floors = #"{"ink": {"pages": {"F": 80, "DRD": 5, "speed": 1}, "others": {"F": 100}}}"#
        try Data(floors.utf8).write(to: URL(filePath: path))
        func complaints(f: Double, distortion: Double) throws -> [String] {
            let figures = [
                Report.Figure(name: "F", estimate: .mean([f])),
                Report.Figure(name: "DRD", estimate: .mean([distortion]), rises: false),
            ]
            let report = Report(task: "ink", rows: [Report.Row(set: "pages", count: 1, figures: figures)])
            return try Floors(path: path).complaints(about: report)
        }
        #expect(try complaints(f: 80, distortion: 5) == ["ink, pages: there is no figure speed"])
        #expect(try complaints(f: 79, distortion: 5).count == 2)
        #expect(try complaints(f: 80, distortion: 5.1).count == 2)
    }
}
