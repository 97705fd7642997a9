import Foundation

/// The worst that figures may be: `{"quads": {"document-photos": {"IoU ≥ 0.9": 0.97}}}`.
///
/// Of figures that are better when they are smaller it is the most that they may be. A figure that beats its floor for good
/// is a reason to move the floor.
package struct Floors {
    private let floors: [String: [String: [String: Double]]]

    package init(path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        floors = try JSONDecoder().decode([String: [String: [String: Double]]].self, from: data)
    }

    /// What falls short, in words; also floors of a set that is there but has no such figure.
    package func complaints(about report: Report) -> [String] {
        report.rows.flatMap { row in
            (floors[report.task]?[row.set] ?? [:]).sorted { $0.key < $1.key }.compactMap { name, floor in
                guard let figure = row.figures.first(where: { $0.name == name }), let value = figure.estimate?.value
                else { return "\(report.task), \(row.set): there is no figure \(name)" }
                let isMet = figure.rises ? value >= floor : value <= floor
                return isMet ? nil : "\(report.task), \(row.set): \(name) is \(value), the floor is \(floor)"
            }
        }
    }
}
