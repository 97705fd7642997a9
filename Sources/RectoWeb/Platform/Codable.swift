/// Embedded Swift encodes nothing: the conformances of the engine's types are to this.
protocol Codable {}
