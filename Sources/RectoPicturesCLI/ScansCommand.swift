import ArgumentParser
import Foundation
import RectoCodecs
import RectoPictures

struct ScansCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scans",
        abstract: "Make scans of pages of consecutive seeds, without visible edges.",
        discussion: """
            Each NAME.png, .jpg, .tif or .pdf comes with NAME.json: its text, the direction of its lines, its colors and \
            resolution. NAME.pbm is its ink.
            """)

    @Option(name: [.customShort("o"), .long], help: "Folder for the files; made if missing.")
    var output: String

    @Option(help: "How many scans.")
    var count = 10

    @Option(help: "Seed of the first scan.")
    var seed: UInt64 = 1_000_000

    func validate() throws {
        guard count >= 1, !seed.addingReportingOverflow(UInt64(count)).overflow else {
            throw ValidationError("--count must be at least 1, and --seed not too large.")
        }
    }

    private struct Truth: Encodable {
        var file: String
        var seed: UInt64
        var text: String
        var degrees: Double
        var quarterTurns: Int
        var paper: [UInt8]
        var ink: [UInt8]
        var dotsPerInch: Double
        var statedDotsPerInch: Double?
        var isGray: Bool
    }

    func run() throws {
        let folder = try OutputFolder(output).path
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        for seed in seed..<seed + UInt64(count) {
            let scan = try DrawnScan(seed: seed)
            let file = "scan-\(seed).\(scan.format.rawValue)"
            let truth = Truth(
                file: file, seed: seed, text: scan.text, degrees: scan.degrees, quarterTurns: scan.quarterTurns,
                paper: scan.paper, ink: scan.ink, dotsPerInch: scan.dotsPerInch,
                statedDotsPerInch: scan.statedDotsPerInch, isGray: scan.isGray)
            let parts: [(String, [UInt8])] = [
                (file, try scan.file()), ("scan-\(seed).json", Array(try encoder.encode(truth))),
                ("scan-\(seed).pbm", scan.inkFile),
            ]
            for (name, bytes) in parts {
                let file = try AtomicFile(path: "\(folder)/\(name)")
                try file.write(bytes)
                try file.commit()
            }
            print("\(file): \(scan.degrees) degrees")
        }
    }
}
