import ArgumentParser
import RectoVision

/// A turn, or the one that brings the text upright.
enum RotationArgument: ExpressibleByArgument {
    case fixed(Rotation)
    case automatic

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
}
