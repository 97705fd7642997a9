import ArgumentParser
import FoundationEssentials
import Recto
import RectoCodecs
import RectoCore
import RectoVision

struct DetectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect",
        abstract: "Finds the page in pictures and prints its corners.",
        discussion: """
            Corners are pixels of the upright picture (EXIF orientation applied), clockwise from the page's top-left. \
            The time is for detection on decoded pixels, without reading the file.

            EXAMPLES
              recto detect photo.jpg
              recto detect *.jpg --json > corners.jsonl
              recto detect photo.jpg --overlay out/
            """)

    @Argument(help: ArgumentHelp("Pictures (PNG, JPEG), or folders of them.", valueName: "image"))
    var images: [String]

    @Flag(help: "Print one JSON object a line, in the order of the inputs.")
    var json = false

    @Option(help: ArgumentHelp("Draw what was found into pictures in this folder.", valueName: "folder"))
    var overlay: String?

    func run() throws {
        let files = InputFiles.list(images)
        let overlays = overlay.map { OverlayFolder(path: $0, inputs: files, steps: [.found]) }
        if let overlays {
            try files.checkAreSpared(by: overlays.files)
            try overlays.make()
        }
        let reader = PictureReader()
        var detector = try PageDetector()
        var complaints = Complaints(json: json)
        for (index, input) in files.enumerated() {
            do {
                let file = try input.get()
                let picture = try reader.read(path: file)
                let found = detect(file, picture, &detector)
                if json { try Console.sayJSON(found) } else { Console.say(found.description) }
                if let overlays {
                    complaints.watch(overlays.file(index, .found)) {
                        try overlays.write(found.drawn(over: picture), index, .found)
                    }
                }
            } catch {
                try complaints.refuse(input.file, error)
            }
        }
        try complaints.conclude()
    }

    private func detect(_ file: String, _ picture: Picture, _ detector: inout PageDetector) -> DetectedPage {
        var detection: PageDetection?
        let duration = ContinuousClock().measure { detection = detector.detect(picture) }
        return DetectedPage(
            file: file, width: picture.size.width, height: picture.size.height, detection: detection,
            milliseconds: duration.milliseconds)
    }
}

/// A line of `recto detect --json`.
private struct DetectedPage: Encodable, CustomStringConvertible {
    var file: String
    var width: Int
    var height: Int
    /// The best that there is, be it a page or not.
    var detection: PageDetection?
    var milliseconds: Double

    /// Nothing if the detector doubts it.
    private var quad: Quad? {
        detection.flatMap { $0.confidence >= PageDetection.showLevel ? $0.quad : nil }
    }

    private enum CodingKeys: String, CodingKey {
        case file, width, height, quad, confidence, milliseconds
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        try line.encode(file, forKey: .file)
        try line.encode(width, forKey: .width)
        try line.encode(height, forKey: .height)
        // Without a page null, not left out.
        try line.encode(quad?.jsonCorners, forKey: .quad)
        try line.encode((detection?.confidence ?? 0).rounded(decimals: 4), forKey: .confidence)
        try line.encode(milliseconds.rounded(decimals: 3), forKey: .milliseconds)
    }

    func drawn(over picture: Picture) -> Raster {
        var canvas = picture.rgb
        if let quad { canvas.draw(quad) }
        return .rgb(canvas)
    }

    var description: String {
        let time = "\(milliseconds.rounded(decimals: 1)) ms"
        guard let quad, let confidence = detection?.confidence else { return "\(file): no page found (\(time))" }
        let corners = quad.corners.map { "\($0.x.rounded(decimals: 1)),\($0.y.rounded(decimals: 1))" }
        return "\(file): \(corners.joined(separator: " ")) (confidence \(confidence.rounded(decimals: 2)), \(time))"
    }
}
