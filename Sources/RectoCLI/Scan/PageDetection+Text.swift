import RectoVision

extension PageDetection {
    /// For a page that passes: at which sides of the picture it is cut, or nothing; and its confidence with the level.
    var qualities: [String] {
        let cut = cutSides.names
        return ["confidence \(confidence.rounded(decimals: 2))"] + (level.map { [$0.rawValue] } ?? [])
            + (cut.isEmpty ? [] : ["cut at \(cut.joined(separator: ", "))"])
    }
}

extension PageDetection? {
    var presence: PagePresence { self?.presence ?? .none }

    /// Where the page is not seen: what is seen instead.
    var absence: String { presence == .fillsPicture ? "the page fills the picture" : "no page found" }
}
