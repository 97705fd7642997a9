public import ArgumentParser
public import Recto

extension Rotation: ExpressibleByArgument {
    public init?(argument: String) {
        guard let degrees = Int(argument), let rotation = Rotation(rawValue: degrees) else { return nil }
        self = rotation
    }

    public static var allValueStrings: [String] { allCases.map { "\($0.rawValue)" } }
}
