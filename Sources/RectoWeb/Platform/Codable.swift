/// A stand-in for the engine's conformances, since Embedded Swift encodes nothing.
protocol Codable {}
