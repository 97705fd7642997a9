import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsLintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Lists anchors of a database that are mistaken for each other.",
        discussion: "Exits with 1 if there are any.")

    @Argument(help: ArgumentHelp("The database.", valueName: "file"))
    var database: String

    @Flag(help: "Print one JSON object a line for each pair.")
    var json = false

    func run() throws {
        let confusions: [AnchorConfusion]
        do {
            confusions = try AnchorConfusion.all(in: AnchorDatabase(contentsOfFile: database))
        } catch {
            throw UnusableInput(file: database, reason: "\(error)")
        }
        for confusion in confusions {
            let pair = AnchorPair(confusion)
            if json { try Console.sayJSON(pair) } else { Console.say(pair.line) }
        }
        if !confusions.isEmpty { throw ExitCode(1) }
    }
}

/// What `recto anchors lint` says of two anchors.
private struct AnchorPair: Encodable {
    /// The anchor whose picture was looked at, and the other one that was found in it.
    var shown: String
    var found: String
    var inliers: Int

    init(_ confusion: AnchorConfusion) {
        (shown, found, inliers) = (confusion.shown.name, confusion.found.name, confusion.inliers)
    }

    /// The same in words.
    var line: String { "\(found) is found in the picture of \(shown) (\(inliers) patches)" }
}
