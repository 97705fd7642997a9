import ArgumentParser
import RectoAnchors
import RectoCodecs
import RectoCore

struct AnchorsBuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build",
        abstract: "Builds a database of anchors from pictures.",
        discussion: """
            Each picture shows an anchor from the front, with nothing around it, upright by its EXIF orientation. The anchor's \
            name is the name of its file without the ending. If one picture cannot be used, no database is written.
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "image"))
    var images: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The database's file.", valueName: "file"))
    var output: String

    @Option(
        name: .customLong("width"), parsing: .singleValue,
        help: ArgumentHelp(
            "The printed width of an anchor, in meters; may be repeated.", valueName: "name=meters"))
    var widths: [PrintedWidth] = []

    func run() throws {
        let files = InputFiles.list(images)
        try files.checkNotOverwritten(by: [output])
        let anchors = try PreparedAnchors(files, widths: widths)
        let database: AnchorDatabase
        do {
            database = try AnchorDatabase.build(
                images: anchors.images, names: anchors.names, physicalWidths: anchors.widths)
        } catch {
            throw UnusableInput(file: output, reason: "cannot be built: \(error)")
        }
        do {
            let file = try AtomicFile(path: output)
            try database.withBytes { (bytes) throws(OutputError) in try file.write(bytes) }
            try file.commit()
        } catch {
            throw UnusableInput(file: output, reason: "\(error)")
        }
    }
}

/// A name and a width, as `poster=0.42`.
struct PrintedWidth: ExpressibleByArgument {
    let name: String
    let meters: Double

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), let meters = Double(argument[argument.index(after: sign)...])
        else {
            return nil
        }
        name = String(argument[..<sign])
        self.meters = meters
    }
}

/// The pictures of anchors, named after their files.
struct PreparedAnchors {
    private(set) var images: [GrayImage] = []
    private(set) var names: [String] = []
    private(set) var widths: [Double?] = []

    /// - Throws: ``UnusableInput`` for the first picture that cannot be read, and for a width of no picture.
    init(_ files: [Result<String, UnusableInput>], widths known: [PrintedWidth] = []) throws {
        let reader = PictureReader(layout: .gray)
        for input in files {
            let file = try input.get()
            do {
                images.append(try reader.read(path: file).gray)
            } catch {
                throw UnusableInput(file: file, reason: "\(error)")
            }
            names.append(Self.stem(file))
            widths.append(known.last { $0.name == names.last }?.meters)
        }
        if let unknown = known.first(where: { !names.contains($0.name) }) {
            throw UnusableInput(file: unknown.name, reason: "has a width, but no picture has this name")
        }
    }

    /// The name of a file without folders and ending.
    static func stem(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let ending = name.lastIndex(of: ".") ?? name.endIndex
        return ending == name.startIndex ? name : String(name[..<ending])
    }
}
