public import ArgumentParser
import RectoCore
public import RectoPictures

extension BackgroundKind: ExpressibleByArgument {}
extension PageKind: ExpressibleByArgument {}
extension PageLanguage: ExpressibleByArgument {}

/// A picture size given as WIDTHxHEIGHT.
struct SizeArgument: ExpressibleByArgument {
    let size: PixelSize

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]), min(width, height) >= 32,
            let size = try? PixelSize(width: width, height: height)
        else { return nil }
        self.size = size
    }
}

struct MakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make", abstract: "Make pictures of consecutive seeds.")

    @Option(name: [.customShort("o"), .long], help: "Folder for the files; made if missing.")
    var output: String

    @Option(help: "How many pictures.")
    var count = 10

    @Option(help: "Seed of the first picture.")
    var seed: UInt64 = 0

    @Option(help: "Size of the pictures, WIDTHxHEIGHT, at least 32 each.")
    var size: SizeArgument?

    @Option(help: "Only this background.")
    var background: BackgroundKind?

    @Option(help: "Only this kind of page.")
    var kind: PageKind?

    @Option(help: "The language of the pages' running text.")
    var language = PageLanguage.english

    @Flag(help: "Only pages that lie wholly within the picture.")
    var whole = false

    @Option(help: "Resolution of the flat pages, dots per inch.")
    var pageDpi = 150.0

    @Option(help: "Number of sheets in each scene, 1 to 12, all of one kind and format.")
    var sheets = 1

    @Flag(name: .customLong("no-page"), help: "Scenes without a page.")
    var withoutPage = false

    @Flag(help: "Scenes whose page is cut by the picture.")
    var cut = false

    @Flag(help: "Only flat pages and their texts, no scenes.")
    var flat = false

    func validate() throws {
        guard count >= 1 else { throw ValidationError("--count must be at least 1.") }
        guard 20...600 ~= pageDpi else { throw ValidationError("--page-dpi must be 20...600.") }
        guard !seed.addingReportingOverflow(UInt64(count)).overflow else {
            throw ValidationError("--seed is too large.")
        }
        guard 1...12 ~= sheets else { throw ValidationError("--sheets must be 1...12.") }
        if withoutPage, cut { throw ValidationError("--no-page and --cut exclude each other.") }
        if flat, withoutPage { throw ValidationError("--flat and --no-page exclude each other.") }
    }

    func run() throws {
        let size = try self.size?.size ?? PixelSize(width: 960, height: 720)
        let folder = try OutputFolder(output).path
        var options = SceneComposer.Options()
        options.background = background
        options.kind = kind
        options.hasPage = !withoutPage
        options.sheetCount = sheets
        options.language = language
        options.allowsPartial = !whole && !cut
        options.cutsPage = cut
        let composer = SceneComposer(size: size, options: options)
        let files = SceneFiles(pageDotsPerInch: pageDpi)
        for index in 0..<count {
            let seed = self.seed + UInt64(index)
            let digits = String(seed)
            let name = "scene-" + String(repeating: "0", count: max(0, 7 - digits.count)) + digits
            if flat {
                try files.writePage(
                    seed: seed, kind: kind, format: nil, language: language, name: name, folder: folder)
                print("\(index + 1)/\(count) \(name)")
            } else {
                let scene = try composer.compose(seed: seed)
                try files.write(scene, name: name, folder: folder)
                let page = scene.page.map { $0.kind.rawValue } ?? "no page"
                print("\(index + 1)/\(count) \(name): \(scene.background.rawValue), \(page)")
            }
        }
    }
}
