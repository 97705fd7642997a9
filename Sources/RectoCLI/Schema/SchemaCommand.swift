import ArgumentParser

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Prints the JSON Schema of what commands print with --json.",
        discussion: """
            The schema (draft 2020-12) describes one line of the output. Its $id ends with a version. Within a version, new \
            members and new names as values may be added; nothing else changes. The schema of all commands is also installed, as \
            share/recto/output.schema.json.

            EXAMPLES
              recto schema
              recto schema detect > detect.schema.json
            """)

    @Argument(help: "The command; without one, the schema of all.")
    var command: OutputSchema?

    func run() { Console.print(command?.text ?? OutputSchema.all) }
}

/// The output schemas by command.
enum OutputSchema: String, ExpressibleByArgument, CaseIterable {
    case detect, scan, enhance, text, qr, watch, cameras
    case anchorsMatch = "anchors-match"
    case anchorsScore = "anchors-score"
    case anchorsLint = "anchors-lint"
    case anchorsTrack = "anchors-track"
    case bench

    /// The schema of all commands, without the last line break.
    static var all: String {
        String(decoding: PackageResources.output_schema_json.dropLast(), as: UTF8.self)
    }

    /// The definitions are shared by all commands.
    var text: String {
        let lines = Self.all.split(separator: "\n", omittingEmptySubsequences: false)
        let definitions = lines.drop { !$0.hasPrefix("  \"$defs\"") }
        let head = lines.prefix { !$0.hasPrefix("  \"anyOf\"") }
        return (head + ["  \"$ref\": \"#/$defs/\(rawValue)\","] + definitions).joined(separator: "\n")
    }
}
