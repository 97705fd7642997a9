import ArgumentParser
import FoundationEssentials
import Glibc
import Recto
import RectoCodecs
import RectoText

/// `--list`: a part of the list is complete when its results exist, which are written last. A process may thus end at
/// any moment and another one continues with the missing parts: no page is lost or duplicated.
extension ScanCommand {
    private static let usualPartSize = 100

    func validateBatch() throws {
        guard inputs.isEmpty else { throw ValidationError("--list and pictures exclude each other.") }
        guard output.format.holdsManyPages, output.path != nil else {
            throw ValidationError("--list needs documents that end in .pdf or .tif.")
        }
        let excluded = [
            ("--fuse", fuse), ("--split-on", splitting != nil), ("--name", name != nil),
            ("--sidecar", sidecar != nil), ("--interleave", pile.interleaves), ("--debug-images", debugImages != nil),
        ]
        for (option, isGiven) in excluded where isGiven {
            throw ValidationError("--list and \(option) exclude each other.")
        }
    }

    /// Creates the missing documents of the shard.
    func scan(list path: String) throws {
        let list = try PictureList(path: path)
        // A missing language is reported before anything is written.
        _ = try text.map { try TextReader($0) }
        let size = batch.partSize ?? Self.usualPartSize
        let count = (list.count + size - 1) / size
        try BatchRecord(list, size).checkOrWrite(to: sidePath(output, ".batch.json"))
        func part(_ number: Int) -> ScanCommand {
            var part = self
            part.output = output.numbered(number, of: count)
            // Results are JSON, regardless of what is printed.
            part.json = true
            return part
        }
        var isComplete = true
        try list.forEachPart(
            of: size, in: batch.shard ?? BatchOptions.Shard(number: 1, count: 1),
            where: { access(sidePath(part($0).output, ".jsonl"), F_OK) != 0 }
        ) { number, entries in
            isComplete = false
            guard !Console.outputHasFailed else { return }
            try scan(part: part(number), entries)
        }
        if isComplete {
            Console.printErrorLine("recto: nothing to do: all documents of \(path) in this shard are complete")
        }
    }

    private func scan(part: ScanCommand, _ entries: [Result<String, UnusableInput>]) throws {
        let reader = reading.reader()
        let files = entries.flatMap { entry -> [Result<String, UnusableInput>] in
            guard case .success(let file) = entry else { return [entry] }
            return InputPage.pages(of: file, reader)
        }
        var failures = InputFailures(json: true)
        Console.keepOutput()
        // The same pages give identical files, whichever process creates them, and when.
        let documents = try part.scan(files, nil, &failures).documents
        let results = Console.keptOutput()
        let path = sidePath(part.output, ".jsonl")
        do {
            let file = try AtomicFile(path: path)
            try file.write(results)
            try file.commit()
        } catch {
            throw UnusableInput(file: path, reason: "\(error)")
        }
        if json { try Console.write(document: results) }
        if !documents.hasAny {
            Console.printErrorLine("recto: \(part.output.name) was not written: no picture became a page")
        } else if !json {
            Console.printLine("\(part.output.name): done")
        }
    }
}

/// Returns the path of a file next to a document, with another extension.
private func sidePath(_ output: DocumentArgument, _ ending: String) -> String {
    let path = output.path ?? ""
    return path.lastIndex(of: ".").map { path[..<$0] + ending } ?? path + ending
}

/// The properties shared by all processes of a batch.
private struct BatchRecord: Codable, Equatable {
    var version = 1
    var pictures: Int
    var fingerprint: String
    var partSize: Int
    /// The options that affect pages.
    var options: [String]

    init(_ list: PictureList, _ partSize: Int) throws {
        (pictures, fingerprint, self.partSize) = (list.count, list.fingerprint, partSize)
        options = Self.lasting(try ProgramArguments.all())
    }

    /// - Throws: ``UnusableInput`` if the existing documents belong to another list, or were created with other
    ///   options.
    func checkOrWrite(to path: String) throws {
        do {
            if access(path, F_OK) != 0 {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                let file = try AtomicFile(path: path)
                try file.write(Array(try encoder.encode(self)))
                try file.commit()
            }
        } catch let error as OutputError {
            throw UnusableInput(file: path, reason: "\(error)")
        }
        // Another process may have been first.
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)),
            let found = try? JSONDecoder().decode(Self.self, from: bytes)
        else { throw UnusableInput(file: path, reason: "was not written by recto scan --list") }
        guard found == self else {
            throw UnusableInput(
                file: path,
                reason: """
                    was made from another list or with other options (\(found.description), now \(description)): choose another -o
                    """)
        }
    }

    private var description: String {
        "\(pictures) pictures (\(fingerprint)) in parts of \(partSize), \(options.joined(separator: " "))"
    }

    /// Returns the arguments without those that distribute the work, and control its reports.
    private static func lasting(_ arguments: [String]) -> [String] {
        let flags = ["--json", "--jsonl"]
        let options = ["--list", "--shard", "--part-size", "--threads", "--jobs", "-o", "--output"]
        var kept: [String] = []
        var left = arguments.dropFirst()[...]
        while let argument = left.popFirst() {
            if flags.contains(argument) || options.contains(where: { argument.hasPrefix($0 + "=") }) { continue }
            if options.contains(argument) { _ = left.popFirst() } else { kept.append(argument) }
        }
        return kept
    }
}
