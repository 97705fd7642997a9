import ArgumentParser
import Foundation
import StationRules
import StationStore
import StationViews

struct ReportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Report the documents added to a library in a month, as PDF and JSON.",
        discussion: """
            The PDF has figures with charts, and the JSON has the same figures for programs. Documents that have been \
            deleted since are not counted. Months and days are in this machine's time zone.
            """)

    @OptionGroup var library: LibraryOptions

    @Option(help: ArgumentHelp("The month, such as 2026-11.", valueName: "YYYY-MM"))
    var month: String

    @Argument(help: "The folder that receives recto-YYYY-MM.pdf and recto-YYYY-MM.json.")
    var folder = "."

    func validate() throws {
        guard Month(month) != nil else { throw ValidationError("\"\(month)\" is not a month; write it as 2026-11.") }
    }

    func run() throws {
        guard let month = Month(month) else { throw ValidationError("\"\(month)\" is not a month.") }
        let (source, lock) = try library.lockExisting()
        try withExtendedLifetime(lock) {
            let clock = StationClock(zone: .current)
            guard month.first <= Day(.now, in: clock.calendar) else {
                throw ValidationError("\(month) has not begun yet.")
            }
            let figures = try Library(folder: source).monthFigures(month, calendar: clock.calendar)
            let report = MonthReport(figures, clock: clock)
            let target = StationCommand.expanded(folder)
            try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
            let name = "\(target)/recto-\(month)"
            try SecretFile.write(report.pdf, to: "\(name).pdf")
            try SecretFile.write(Array(report.json.utf8), to: "\(name).json")
            let (documents, pages) = (figures.sum.documents, figures.sum.pages)
            let counts = "\(documents) document\(documents == 1 ? "" : "s"), \(pages) page\(pages == 1 ? "" : "s")"
            print("\(name).pdf and \(name).json: \(counts)")
        }
    }
}
