import Foundation

/// Worst allowed figures: `{"quads": {"document-photos": {"IoU ≥ 0.9": 0.97}}}`.
///
/// For figures that are better when smaller it is the largest allowed value. If a figure beats its floor permanently,
/// move the floor.
package struct Floors {
    private let floors: [String: [String: [String: Double]]]

    package init(path: String) throws {
        let data = try Data(contentsOf: URL(filePath: path))
        floors = try JSONDecoder().decode([String: [String: [String: Double]]].self, from: data)
    }

    /// Messages about figures that miss their floors, and about floors without a figure in a set that was measured.
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
