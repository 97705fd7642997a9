import ArgumentParser
import Foundation
import RectoCore
import RectoPictures

struct DemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo", abstract: "Make the pictures that the repository keeps in TestImages.")

    @Option(name: [.customShort("o"), .long], help: "Folder for the files; made if missing.")
    var output: String

    /// A picture of the demonstration: a seed that shows its background and kind well.
    private struct Item {
        let name: String
        let seed: UInt64
        let background: BackgroundKind
        let kind: PageKind
        let width: Int
        let height: Int
    }

    private static let items = [
        Item(name: "letter-wood", seed: 1, background: .wood, kind: .letter, width: 1200, height: 1600)
    ]

    func run() throws {
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
        let files = SceneFiles(pageDotsPerInch: 100, largestPicture: 200_000)
        for (index, item) in Self.items.enumerated() {
            var options = SceneComposer.Options()
            options.background = item.background
            options.kind = item.kind
            let size = try PixelSize(width: item.width, height: item.height)
            let scene = try SceneComposer(size: size, options: options).compose(seed: item.seed)
            try files.write(scene, name: item.name, folder: output)
            print("\(index + 1)/\(Self.items.count) \(item.name).jpg")
        }
    }
}
