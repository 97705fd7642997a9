import ArgumentParser
import RectoVision

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
