import RectoVision

extension RenderOptions {
    private enum CodingKeys: String, CodingKey { case filter, rotation, paper, dotsPerInch, flattening, fillsFingers }

    /// Older drafts do not contain ``flattening`` and ``fillsFingers``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        filter = try container.decode(Filter.self, forKey: .filter)
        rotation = try container.decode(Rotation.self, forKey: .rotation)
        paper = try container.decode(PaperChoice.self, forKey: .paper)
        dotsPerInch = try container.decodeIfPresent(Double.self, forKey: .dotsPerInch)
        flattening = try container.decodeIfPresent(Flattening.self, forKey: .flattening) ?? .off
        fillsFingers = try container.decodeIfPresent(Bool.self, forKey: .fillsFingers) ?? true
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(filter, forKey: .filter)
        try container.encode(rotation, forKey: .rotation)
        try container.encode(paper, forKey: .paper)
        try container.encodeIfPresent(dotsPerInch, forKey: .dotsPerInch)
        if flattening != .off { try container.encode(flattening, forKey: .flattening) }
        if !fillsFingers { try container.encode(fillsFingers, forKey: .fillsFingers) }
    }
}
