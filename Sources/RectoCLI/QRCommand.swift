import ArgumentParser
import RectoBarcode
import RectoCodecs
import RectoCore

struct QRCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr",
        abstract: "Reads QR codes in pictures.",
        discussion: """
            Corners are pixels of the upright picture (EXIF orientation applied), clockwise from the code's own top-left. \
            The time is for the decoded pixels, without reading the file.

            EXAMPLES
              recto qr photo.jpg
              recto qr *.jpg --json > codes.jsonl
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "image"))
    var images: [String] = []

    @Flag(help: "Print one JSON object a line, in the order of the inputs.")
    var json = false

    @Option(help: "How much is tried: still, or frame, which is what one frame of a stream gets.")
    var effort = Effort.still

    enum Effort: String, ExpressibleByArgument {
        case still, frame
    }

    func run() throws {
        let reader = PictureReader(layout: .gray)
        var codeReader = try CodeReader(effort == .still ? CodeReader.Parameters() : .live)
        var complaints = Complaints(json: json)
        for input in InputFiles.list(images) {
            do {
                let file = try input.get()
                let picture = try reader.read(path: file).gray
                var codes: [Code] = []
                let duration = ContinuousClock().measure { codes = picture.withView { codeReader.read($0) } }
                let found = CodesInPicture(file: file, codes: codes, milliseconds: duration.milliseconds)
                if json { try Console.sayJSON(found) } else { found.lines.forEach(Console.say) }
            } catch {
                try complaints.refuse(input.file, error)
            }
        }
        try complaints.conclude()
    }
}
