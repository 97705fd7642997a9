import ArgumentParser
import RectoCodecs

/// `-o` for commands that print results.
struct ResultsArgument: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Write the results to this file; - for standard output.", valueName: "file"))
    var output = InputFiles.standardInput

    /// The file's path; `nil` for standard output.
    var path: String? { output == InputFiles.standardInput ? nil : output }

    /// Called before the first result.
    /// - Throws: ``UnusableInput`` if the file cannot be written or is one of the inputs.
    func begin(_ inputs: [Result<String, UnusableInput>]) throws(UnusableInput) {
        guard let path else { return }
        try inputs.checkNotOverwritten(by: [path])
        do { try AtomicFile(path: path).discard() } catch { throw UnusableInput(file: path, reason: "\(error)") }
        Console.keepOutput()
    }

    /// Called after the last result.
    /// - Throws: ``UnusableInput`` if the file cannot be written.
    func finish() throws(UnusableInput) {
        guard let path else { return }
        do {
            let file = try AtomicFile(path: path)
            try file.write(Console.keptOutput())
            try file.commit()
        } catch {
            throw UnusableInput(file: path, reason: "\(error)")
        }
    }
}
