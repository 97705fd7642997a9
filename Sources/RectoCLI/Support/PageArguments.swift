public import ArgumentParser
import Recto
import RectoCodecs
import RectoCore
public import RectoVision

/// The filters by their short names.
enum FilterName: String, ExpressibleByArgument, CaseIterable {
    case color, gray, bw, photo, original, auto

    var filter: Filter {
        switch self {
        case .color: .color
        case .gray: .grayscale
        case .bw: .blackAndWhite
        case .photo: .photo
        case .original: .original
        case .auto: .automatic
        }
    }
}

/// How bent pages are flattened, by short names.
enum FlattenName: String, ExpressibleByArgument, CaseIterable {
    case off, auto, force

    var flattening: Flattening {
        switch self {
        case .off: .off
        case .auto: .automatic
        case .force: .forced
        }
    }

    static let help: ArgumentHelp = """
        Flatten bent pages, such as those of books: auto flattens those that it is sure of and leaves the others as they are; \
        force flattens all that have text.
        """
}

/// Whether pages that fill their pictures are turned level.
enum DeskewName: String, ExpressibleByArgument, CaseIterable {
    case off, auto

    static let help: ArgumentHelp = """
        Turn pages that fill their picture until their lines of print are level: auto where the direction of lines is sure.
        """
}

/// Whether fingers are replaced with paper.
enum FingersName: String, ExpressibleByArgument, CaseIterable {
    case off, auto

    static let help: ArgumentHelp = """
        Fingers at the margins of flattened pages: auto replaces them with paper where no text is lost.
        """
}

extension Binarization.Method: ExpressibleByArgument {}

/// The options of the black-and-white filter.
struct BinarizationOptions: ParsableArguments {
    @Option(help: "How bw separates ink from paper.")
    var method = Binarization.Method.adaptive

    @Option(help: "Side of the window of sauvola, wolf, nick and bradley: odd, 3 to 255 pixels.")
    var window = 51

    @Option(
        parsing: .unconditional,
        help: "The method's k, -1 to 1; by default 0.2 (sauvola), 0.5 (wolf), -0.2 (nick), 0.15 (bradley)."
    )
    var weight: Double?

    @Option(
        parsing: .unconditional,
        help: "How much more becomes ink with the method adaptive, -100 to 100; less if negative.")
    var darkness = 0

    func validate() throws { _ = try binarization() }

    func binarization() throws -> Binarization {
        if method != .adaptive, darkness != 0 { throw ValidationError("--darkness needs --method adaptive.") }
        do {
            if darkness != 0 { return try .adaptive(darkness: darkness) }
            return try Binarization(method, windowSide: window, weight: weight)
        } catch {
            let option = error.parameter == "windowSide" ? "--window" : "--\(error.parameter)"
            let range = error.required.replacing("...", with: " to ")
            throw ValidationError("\(option) is \(error.found), required: \(range).")
        }
    }
}

/// The paper sizes by their short names.
enum PaperName: String, ExpressibleByArgument, CaseIterable {
    case auto, none, a3, a4, a5, a6, b5, letter, legal, id1

    var choice: PaperChoice {
        switch self {
        case .auto: .automatic
        case .none: .measured
        case .a3: .fixed(.a3)
        case .a4: .fixed(.a4)
        case .a5: .fixed(.a5)
        case .a6: .fixed(.a6)
        case .letter: .fixed(.letter)
        case .legal: .fixed(.legal)
        case .id1: .fixed(.id1)
        case .b5: .fixed(.b5)
        }
    }
}

/// A rotation, or the one that turns text upright.
enum RotationArgument: ExpressibleByArgument {
    case fixed(Rotation)
    case automatic

    static let help: ArgumentHelp = """
        Turn pages clockwise by this many degrees; auto turns text upright, and leaves pages without text, or with text of an \
        uncertain direction, as they are.
        """

    init?(argument: String) {
        if argument == "auto" {
            self = .automatic
        } else if let degrees = Int(argument), let rotation = Rotation(rawValue: degrees) {
            self = .fixed(rotation)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { Rotation.allCases.map { "\($0.rawValue)" } + ["auto"] }

    var defaultValueDescription: String {
        switch self {
        case .fixed(let rotation): "\(rotation.rawValue)"
        case .automatic: "auto"
        }
    }
}

/// Corners as eight numbers: x,y of top-left, top-right, bottom-right and bottom-left.
struct CornersArgument: ExpressibleByArgument {
    var quad: Quad

    init?(argument: String) {
        let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard numbers.count == 8 else { return nil }
        let values = numbers.compactMap { $0 }
        guard values.count == 8, values.allSatisfy(\.isFinite),
            let quad = try? Quad(corners: (0..<4).map { Point2D(x: values[2 * $0], y: values[2 * $0 + 1]) })
        else { return nil }
        self.quad = quad
    }
}

extension PageDetection.Level: ExpressibleByArgument {}

/// `--quality`: the quality of compressed gray and color pages.
struct QualityArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The quality of gray and color pages in PDF, TIFF and JPEG, 1 to 100 (default: \(usual)).",
            valueName: "number"))
    var quality: Int?

    private static let usual = JPEGWriter.document.quality

    func validate() throws {
        if let quality, !(1...100 ~= quality) {
            throw ValidationError("--quality is \(quality), required: 1 to 100.")
        }
    }

    var jpeg: JPEGWriter {
        // Checked by `validate`.
        quality.flatMap { try? JPEGWriter(quality: $0, effort: .small) } ?? .document
    }
}
