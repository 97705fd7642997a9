public import ArgumentParser
import Recto
public import RectoCapture

/// Who decides when a page is taken.
enum WatchMode: String, ExpressibleByArgument, CaseIterable {
    case auto, manual
}

/// The formats of page files by their endings.
enum WatchFormat: String, ExpressibleByArgument, CaseIterable {
    case jpg, png, tif, pdf

    var format: DocumentWriter.Format {
        switch self {
        case .jpg: .jpeg
        case .png: .png
        case .tif: .tiff
        case .pdf: .pdf
        }
    }
}

extension FrameEncoding: ExpressibleByArgument {
    /// Those of cameras.
    static var cameraNames: String { allCases.filter { $0 != .rgb }.map(\.rawValue).joined(separator: ", ") }
}

/// `1280x720`.
struct FrameSizeArgument: ExpressibleByArgument {
    let width: Int
    let height: Int

    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], 1...65_535 ~= width, 1...65_535 ~= height
        else { return nil }
        (self.width, self.height) = (width, height)
    }
}

/// `focus_absolute=30`.
struct ControlArgument: ExpressibleByArgument {
    let name: String
    let value: Int

    init?(argument: String) {
        guard let sign = argument.lastIndex(of: "="), sign > argument.startIndex,
            let value = Int(argument[argument.index(after: sign)...])
        else { return nil }
        (name, self.value) = (String(argument[..<sign]), value)
    }
}
