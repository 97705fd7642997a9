import ArgumentParser
import Scores
import Foundation

/// Options common to all tasks.
struct EvalOptions: ParsableArguments {
    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: ArgumentHelp("Fail where a figure is below the one in this JSON file.", valueName: "file"))
    var floors: String?

    @Flag(help: "Name each item on standard error, with what was measured on it.")
    var items = false

    /// Prints a report, and compares it with the floors.
    func conclude(_ report: Report) throws {
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(report), as: UTF8.self))
        } else {
            print(report.table)
        }
        guard let floors else { return }
        let complaints = try Floors(path: floors).complaints(about: report)
        complaints.forEach(complain)
        if !complaints.isEmpty { throw ExitCode.failure }
    }

    /// Prints a line about an item.
    func tell(_ item: @autoclosure () -> String) {
        if items { complain(item()) }
    }
}

/// Writes a line to standard error.
func complain(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}
