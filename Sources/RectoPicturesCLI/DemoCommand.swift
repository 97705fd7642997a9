import ArgumentParser
import RectoCore
import RectoPictures

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Make the pictures that the repository keeps in TestImages.")

    @Option(name: [.customShort("o"), .long], help: "Folder for the files; made if missing.")
    var output: String

    /// A picture of the demonstration: a seed that shows its background and kind well.
    private struct Item {
        let kind: PageKind
        let background: BackgroundKind
        let seed: UInt64
        let width: Int
        let height: Int

        init(_ kind: PageKind, on background: BackgroundKind, seed: UInt64, width: Int, height: Int) {
            self.kind = kind
            self.background = background
            self.seed = seed
            self.width = width
            self.height = height
        }

        var name: String { "\(kind.rawValue)-\(background.rawValue)" }
    }

    private static let items = [
        Item(.letter, on: .wood, seed: 1_000_101, width: 960, height: 1280),
        Item(.article, on: .plain, seed: 1_000_100, width: 960, height: 1280),
        Item(.invoice, on: .clutter, seed: 1_000_102, width: 1280, height: 960),
        Item(.receipt, on: .tiles, seed: 1_000_127, width: 960, height: 1280),
        Item(.form, on: .stripes, seed: 1_000_100, width: 960, height: 1280),
        Item(.businessCard, on: .busy, seed: 1_000_103, width: 1280, height: 960),
        Item(.identityCard, on: .dark, seed: 1_000_103, width: 1280, height: 960),
        Item(.bookPage, on: .busy, seed: 1_000_105, width: 960, height: 1280),
        Item(.certificate, on: .nearWhite, seed: 1_000_105, width: 1280, height: 960),
        Item(.notes, on: .clutter, seed: 1_000_102, width: 960, height: 1280),
        Item(.photograph, on: .stripes, seed: 1_000_104, width: 1280, height: 960),
        Item(.report, on: .nearWhite, seed: 1_000_100, width: 960, height: 1280),
        Item(.poster, on: .tiles, seed: 1_000_100, width: 960, height: 1280),
        Item(.drawing, on: .plain, seed: 1_000_100, width: 1280, height: 960),
        Item(.list, on: .wood, seed: 1_000_144, width: 960, height: 1280),
        Item(.blank, on: .dark, seed: 1_000_101, width: 1280, height: 960),
    ]

    func run() throws {
        let folder = try OutputFolder(output).path
        let files = SceneFiles(pageDotsPerInch: 75, largestPicture: 150_000)
        for (index, item) in Self.items.enumerated() {
            var options = SceneComposer.Options()
            options.background = item.background
            options.kind = item.kind
            let size = try PixelSize(width: item.width, height: item.height)
            let scene = try SceneComposer(size: size, options: options).compose(seed: item.seed)
            try files.write(scene, name: item.name, folder: folder)
            print("\(index + 1)/\(Self.items.count) \(item.name).jpg")
        }
    }
}
