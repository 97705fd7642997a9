import Foundation
import TestSupport
import Testing

/// Pictures that are processed at the same time.
@Suite struct JobsTests {
    private let folder: TemporaryFolder
    /// Pictures of different sizes, so that later ones are ready before earlier ones, and two that cannot be read.
    private let names: [String]

    init() throws {
        folder = try TemporaryFolder()
        let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../TestImages")
        var names: [String] = []
        for (index, name) in ["letter-wood", "receipt-tiles", "letter-wood", "receipt-tiles"].enumerated() {
            names.append("\(index).jpg")
            try FileManager.default.copyItem(
                atPath: pictures.appending(path: "\(name).jpg").path, toPath: folder.path(names[index]))
        }
        try Data("\u{FF}\u{D8}".utf8).write(to: URL(filePath: folder.path("bad.jpg")))
        self.names = [names[0], "missing.jpg", names[1], "bad.jpg", names[2], names[3], names[1]]
    }

    private func recto(_ command: String, jobs: Int) throws -> ProgramResult {
        let arguments = command.split(separator: " ").map { $0 == "out.pdf" ? folder.path("out.pdf") : String($0) }
        return try ProgramResult.runApart(
            "SOURCE_DATE_EPOCH=0",
            [try ProgramResult.built("recto")] + arguments + ["--jobs", "\(jobs)"] + names.map { folder.path($0) })
    }

    @Test(
        "Results are the same in the same order with any number of jobs, and errors name their pictures",
        arguments: ["detect --json", "detect --all --limit 3", "qr --json", "scan --json --filter bw -o out.pdf"])
    func sameResults(command: String) throws {
        var results: [(jobs: Int, output: String, errors: String, document: Data?)] = []
        for jobs in [1, 2, 5, 64] {
            let result = try recto(command, jobs: jobs)
            #expect(result.status == 1)
            results.append(
                (
                    jobs, result.output.replacing(/"milliseconds":(\{[^}]*\}|[0-9.]+)|[0-9.]+ ms/, with: ""),
                    result.errors,
                    try? Data(contentsOf: URL(filePath: folder.path("out.pdf")))
                ))
        }
        #expect(results[0].errors.split(separator: "\n").count == 2)
        #expect(results[0].errors.contains("missing.jpg") && results[0].errors.contains("bad.jpg"))
        #expect(command.hasPrefix("scan") == (results[0].document != nil))
        for result in results.dropFirst() {
            #expect(result.output == results[0].output, "\(result.jobs) jobs")
            #expect(result.errors == results[0].errors, "\(result.jobs) jobs")
            #expect(result.document == results[0].document, "\(result.jobs) jobs")
        }
    }

    @Test("A number of jobs that makes no sense is refused", arguments: ["0", "-1", "257", "two"])
    func unusableNumbers(number: String) throws {
        let result = try ProgramResult.runApart(
            try ProgramResult.built("recto"), ["detect", "--jobs=\(number)", folder.path("0.jpg")])
        #expect(result.status == 2)
        #expect(result.errors.contains("--jobs"))
    }
}
