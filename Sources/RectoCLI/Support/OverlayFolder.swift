import RectoCodecs
import RectoCore

/// A folder of pictures that show what was found in the inputs, each named after its input.
struct OverlayFolder {
    /// A picture that is drawn for each input, by the end of its name: drawings are PNG, photos JPEG.
    enum Step: String {
        case gradient = "-gradient.png"
        case edges = "-edges.png"
        case hough = "-hough.png"
        case lines = "-lines.png"
        case quads = "-quads.png"
        case found = "-found.jpg"
        case textLines = "-text-lines.jpg"
        case sheet = "-sheet.jpg"
        case field = "-field.jpg"
        case straightened = "-straightened.jpg"
        case finished = "-finished.jpg"
    }

    private let path: String
    /// The start of the file names for each input, without the step.
    private let stems: [String]
    private let steps: [Step]

    /// - Parameters:
    ///   - path: Created by ``make()`` if it is missing.
    ///   - inputs: Inputs of the same name get numbers.
    init(path: String, inputs: [Result<String, UnusableInput>], steps: [Step]) {
        self.path = path
        self.steps = steps
        stems = Self.stems(inputs.map(\.file))
    }

    /// All files that may be written.
    var files: [String] { stems.indices.flatMap { input in steps.map { file(input, $0) } } }

    func file(_ input: Int, _ step: Step) -> String { "\(path)/\(stems[input])\(step.rawValue)" }

    /// Creates the folder and the folders that contain it if they are missing.
    func make() throws(UnusableInput) { try OutputFolder.make(path) }

    /// Writes a picture in the format of its step.
    func write(_ raster: Raster, _ input: Int, _ step: Step) throws(UnusableInput) {
        let file = file(input, step)
        do throws(OutputError) {
            if step.rawValue.hasSuffix(".png") {
                try PNGWriter().write(raster, path: file)
            } else {
                try JPEGWriter.standard.write(raster, path: file)
            }
        } catch {
            throw UnusableInput(file: file, reason: "\(error)")
        }
    }

    private static func stems(_ inputs: [String]) -> [String] {
        var taken: Set<String> = []
        return inputs.map { input in
            let name = input.split(separator: "/").last.map(String.init) ?? "picture"
            let ending = name.lastIndex(of: ".") ?? name.endIndex
            let stem = ending == name.startIndex ? name : String(name[..<ending])
            var free = stem
            var number = 1
            while !taken.insert(free).inserted {
                number += 1
                free = "\(stem)-\(number)"
            }
            return free
        }
    }
}

/// A folder of drawn frames, named after their numbers.
struct FrameFolder {
    let path: String

    /// Creates the folder and the folders that contain it if they are missing.
    func make() throws(UnusableInput) { try OutputFolder.make(path) }

    func write(_ raster: Raster, frame: Int) throws(UnusableInput) {
        let digits = String(frame)
        try write(raster, name: String(repeating: "0", count: max(0, 6 - digits.count)) + digits)
    }

    /// - Parameter name: The file name without its extension.
    func write(_ raster: Raster, name: String) throws(UnusableInput) {
        let file = "\(path)/\(name).jpg"
        do throws(OutputError) {
            try JPEGWriter.standard.write(raster, path: file)
        } catch {
            throw UnusableInput(file: file, reason: "\(error)")
        }
    }
}
