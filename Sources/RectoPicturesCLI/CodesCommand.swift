public import ArgumentParser
public import RectoPictures

extension CodePictureKind: ExpressibleByArgument {}

struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "Make pictures of QR codes of consecutive seeds, with their contents.")

    @Option(name: [.customShort("o"), .long], help: "Folder for the files; made if missing.")
    var output: String

    @Option(help: "How many pictures of each kind.")
    var count = 10

    @Option(help: "Seed of the first picture.")
    var seed: UInt64 = 1_000_000

    @Option(help: "Only this kind; may be repeated.")
    var kind: [CodePictureKind] = []

    func validate() throws {
        guard count >= 1 else { throw ValidationError("--count must be at least 1.") }
        guard !seed.addingReportingOverflow(UInt64(count)).overflow else {
            throw ValidationError("--seed is too large.")
        }
    }

    func run() throws {
        let folder = try OutputFolder(output).path
        for kind in kind.isEmpty ? CodePictureKind.allCases : kind {
            for index in 0..<count {
                let picture = try CodeComposer().compose(kind, seed: seed + UInt64(index))
                let file = try CodeFiles().write(picture, folder: folder)
                print("\(index + 1)/\(count) \(file): \(picture.codes.count) codes")
            }
        }
    }
}
