import ArgumentParser

/// A long list of pictures that is divided between processes or machines.
struct BatchOptions: ParsableArguments {
    /// One of the equal shares of a list.
    struct Shard: ExpressibleByArgument, CustomStringConvertible {
        /// The number, from 1.
        var number: Int
        var count: Int

        init(number: Int, count: Int) { (self.number, self.count) = (number, count) }

        init?(argument: String) {
            let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
            guard parts.count == 2, let number = parts[0], let count = parts[1], count >= 1, 1...count ~= number else {
                return nil
            }
            self.init(number: number, count: count)
        }

        var description: String { "\(number)/\(count)" }
    }

    @Option(
        help: ArgumentHelp(
            """
            Take the pictures from this file, with a path or a JSON object with "file" in each line. They become numbered \
            documents of --part-size pictures (pages-0001.pdf), each with its results beside it (pages-0001.jsonl); existing \
            ones are not made again. A picture that cannot be used becomes a line with "error", and the exit code stays 0.
            """,
            valueName: "file"))
    var list: String?

    @Option(help: "With --list, make this share of the documents: 3/64 is the third of 64 shares.")
    var shard: Shard?

    @Option(
        name: .customLong("part-size"),
        help: ArgumentHelp("With --list, the number of pictures per document (default: 100).", valueName: "number"))
    var partSize: Int?

    func validate() throws {
        if list == nil, shard != nil { throw ValidationError("--shard needs --list.") }
        if list == nil, partSize != nil { throw ValidationError("--part-size needs --list.") }
        if let partSize, !(1...10_000 ~= partSize) {
            throw ValidationError("--part-size is \(partSize), required: 1 to 10000.")
        }
    }
}
