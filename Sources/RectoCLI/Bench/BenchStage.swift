import ArgumentParser

/// What `recto bench` can do to each frame.
enum BenchStage: String, ExpressibleByArgument, CaseIterable {
    /// The live scanner: the page is followed, judged and taken.
    case scan
    /// Each page that the scanner takes is straightened, cleaned and encoded.
    case finish
    /// The page is detected as if nothing were known of it.
    case detect
    /// QR codes are read.
    case codes

    static var names: String { allValueStrings.joined(separator: ", ") }
}

/// `scan,finish`.
struct BenchStages: ExpressibleByArgument {
    let stages: Set<BenchStage>

    init(_ stages: Set<BenchStage>) { self.stages = stages }

    init?(argument: String) {
        let names = argument.split(separator: ",", omittingEmptySubsequences: false)
        let stages = names.compactMap { BenchStage(rawValue: String($0)) }
        // Pages are finished only if they are taken.
        guard stages.count == names.count, !stages.contains(.finish) || stages.contains(.scan) else { return nil }
        self.stages = Set(stages)
    }

    var defaultValueDescription: String {
        BenchStage.allCases.filter(stages.contains).map(\.rawValue).joined(separator: ",")
    }
}
