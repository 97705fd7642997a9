import Foundation
import TestSupport

/// Checks the program's output against the schema that it prints; see Tests/Schema/validate.py.
enum OutputCheck {
    static let isPossible =
        (try? ProgramResult.run("python3", ["-c", "import jsonschema"]).status) == 0

    /// - Parameters:
    ///   - command: The name of its schema.
    ///   - lines: JSON objects, one per line.
    /// - Returns: The mismatches; empty if all lines match.
    static func errors(_ command: String, _ lines: String) throws -> String {
        let folder = try TemporaryFolder()
        let schema = try ProgramResult.runApart(try ProgramResult.built("recto"), ["schema", command])
        guard schema.status == 0 else { return schema.errors }
        for (name, text) in [("schema.json", schema.output), ("lines.jsonl", lines)] {
            try text.write(toFile: folder.path(name), atomically: true, encoding: .utf8)
        }
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Schema/validate.py")
        let result = try ProgramResult.run(
            "sh",
            ["-c", "exec python3 '\(script.path)' '\(folder.path("schema.json"))' < '\(folder.path("lines.jsonl"))'"])
        return result.status == 0 ? "" : result.output
    }
}
