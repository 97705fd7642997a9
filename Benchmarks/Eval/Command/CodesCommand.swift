import ArgumentParser
import Scores
import Foundation
import RectoBarcode
import RectoCodecs
import RectoCore

struct CodesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes", abstract: "QR codes.",
        discussion: """
            FOLDERS
              with ground_truth.json, a list of {"file", "text"} or {"file", "bytes_hex"} or {"file", "expected": []} where there \
            is no code, the pictures in images; or of pictures with a text file NAME.txt each, empty where there is no code.

            FIGURES
              How many pictures had their code read, in all four orientations with --turned; in how many something else was \
            read too or instead.
            """)

    @Argument(help: ArgumentHelp("Folders of pictures with their texts.", valueName: "folder"))
    var folders: [String]

    @Flag(help: "Read each picture turned by 0, 90, 180 and 270 degrees.")
    var turned = false

    @OptionGroup var options: EvalOptions

    func run() throws {
        var reader = try CodeReader()
        let rows = try folders.map { folder in
            try score(URL(filePath: folder).standardized.lastPathComponent, try CodeItem.items(in: folder), &reader)
        }
        try options.conclude(Report(task: "codes", rows: rows))
    }

    private func score(_ set: String, _ items: [CodeItem], _ reader: inout CodeReader) throws -> Report.Row {
        var (readable, read, wrong, count) = (0, 0, 0, 0)
        for item in items {
            var picture = try PictureReader(layout: .gray).read(path: item.path).gray
            for turn in 0..<(turned ? 4 : 1) {
                if turn > 0 { picture = try picture.turnedOnce }
                let codes = picture.withView { reader.read($0) }
                let isRead = codes.contains(where: item.isRight)
                let isWrong = codes.contains { !item.isRight($0) }
                options.tell("\(item.path), turn \(turn): \(codes.map(\.text))\(isRead ? "" : ", not read")")
                count += 1
                readable += item.payload == nil ? 0 : 1
                read += isRead ? 1 : 0
                wrong += isWrong ? 1 : 0
            }
        }
        return Report.Row(
            set: set, count: count,
            figures: [
                Report.Figure(name: "read", estimate: .share(read, of: readable)),
                Report.Figure(name: "read wrongly", estimate: .share(wrong, of: count), rises: false),
            ])
    }
}
