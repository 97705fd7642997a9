import RectoCodecs
import RectoCore

/// Pictures read to be anchors, with the names of their files.
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
            widths.append(known.last { $0.name == names.last }?.metres)
        }
        if let stranger = known.first(where: { !names.contains($0.name) }) {
            throw UnusableInput(file: stranger.name, reason: "has a width but is no anchor")
        }
    }

    /// The name of a file without folders and ending.
    static func stem(_ file: String) -> String {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        let ending = name.lastIndex(of: ".") ?? name.endIndex
        return ending == name.startIndex ? name : String(name[..<ending])
    }
}
