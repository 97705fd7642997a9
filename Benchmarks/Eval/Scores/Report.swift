import Foundation

/// Data sets and the figures measured on each.
package struct Report: Encodable {
    package struct Row: Encodable {
        var set: String
        var count: Int
        /// Figures with their names, in column order.
        var figures: [Figure]

        package init(set: String, count: Int, figures: [Figure]) {
            (self.set, self.count, self.figures) = (set, count, figures)
        }
    }

    package struct Figure: Encodable {
        var name: String
        /// `nil` if the set has no data for it.
        var estimate: Estimate?
        /// Whether larger is better.
        var rises = true
        /// Decimal places.
        var decimals = 3

        package init(name: String, estimate: Estimate?, rises: Bool = true, decimals: Int = 3) {
            (self.name, self.estimate, self.rises, self.decimals) = (name, estimate, rises, decimals)
        }
    }

    package var task: String
    package var rows: [Row]

    package init(task: String, rows: [Row]) { (self.task, self.rows) = (task, rows) }

    /// A Markdown table with intervals in brackets.
    package var table: String {
        guard let columns = rows.first?.figures.map(\.name) else { return "\(task): no data" }
        let head = [
            "| \(task) | n | " + columns.joined(separator: " | ") + " |",
            "|---|---:" + columns.map { _ in "|---:" }.joined() + "|",
        ]
        let body = rows.map { row in
            "| \(row.set) | \(row.count) | " + row.figures.map(\.text).joined(separator: " | ") + " |"
        }
        return (head + body).joined(separator: "\n")
    }
}

extension Report.Figure {
    fileprivate var text: String {
        guard let estimate else { return "–" }
        func digits(_ value: Double) -> String { String(format: "%.\(decimals)f", value) }
        return "\(digits(estimate.value)) [\(digits(estimate.low)), \(digits(estimate.high))]"
    }
}
