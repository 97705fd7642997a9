public import ArgumentParser
public import Recto
import RectoCore
import RectoVision

/// The filters by their short names.
enum FilterName: String, ExpressibleByArgument, CaseIterable {
    case color, gray, bw, photo

    var filter: Filter {
        switch self {
        case .color: .color
        case .gray: .grayscale
        case .bw: .blackAndWhite
        case .photo: .photo
        }
    }
}

/// What is known of the paper, by name.
enum PaperName: String, ExpressibleByArgument, CaseIterable {
    case auto, none, a3, a4, a5, a6, letter, legal, id1

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
        }
    }
}

extension Rotation: ExpressibleByArgument {
    public init?(argument: String) {
        guard let degrees = Int(argument), let rotation = Rotation(rawValue: degrees) else { return nil }
        self = rotation
    }

    public static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }
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
