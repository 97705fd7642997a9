import ArgumentParser
import RectoCodecs

/// How the pages of a stack are combined, and which are left out.
struct PileOptions: ParsableArguments {
    enum BlankPages: String, ExpressibleByArgument, CaseIterable {
        case keep, auto
    }

    enum Backs: String, ExpressibleByArgument, CaseIterable {
        case forward, reverse
    }

    @Option(
        name: .customLong("drop-blank"),
        help:
            "Blank pages, such as backs of sheets: keep them, or leave out those that are certainly blank (auto)."
    )
    var blankPages = BlankPages.keep

    @Flag(
        help: """
            Combine fronts and backs that were scanned one after the other: fronts.pdf backs.pdf, or one folder or file with all \
            fronts before all backs.
            """)
    var interleave = false

    @Option(
        help: """
            With --interleave, the order of the backs: forward (default for two inputs) or reverse (default for one, because a \
            pile that was turned over begins with its last page).
            """)
    var backs: Backs?

    func validate() throws {
        if backs != nil, !interleave { throw ValidationError("--backs needs --interleave.") }
    }

    var dropsBlank: Bool { blankPages == .auto }
    var interleaves: Bool { interleave }

    /// Returns the pages of all inputs, in document order.
    func list(_ inputs: [String], _ reader: PictureReader) throws -> [Result<String, UnusableInput>] {
        guard interleave else { return InputFiles.list(inputs, reader) }
        if inputs.count == 2 {
            let (fronts, backs) = (InputFiles.list([inputs[0]], reader), InputFiles.list([inputs[1]], reader))
            guard fronts.count == backs.count else {
                throw UnusableInput(
                    file: inputs[1], reason: "has \(backs.count) backs, but \(inputs[0]) has \(fronts.count) fronts")
            }
            return joined(fronts, self.backs == .reverse ? backs.reversed() : backs)
        }
        let all = InputFiles.list(inputs, reader)
        guard all.count % 2 == 0 else {
            throw UnusableInput(
                file: inputs[0], reason: "has \(all.count) pages: --interleave needs as many backs as fronts")
        }
        let backs = Array(all[(all.count / 2)...])
        return joined(Array(all[..<(all.count / 2)]), self.backs == .forward ? backs : backs.reversed())
    }

    private func joined<Page>(_ fronts: [Page], _ backs: [Page]) -> [Page] {
        zip(fronts, backs).flatMap { [$0, $1] }
    }
}

extension [Int] {
    /// Increasing numbers as compact ranges: `1, 3-5, 9`.
    var ranges: String {
        var parts: [ClosedRange<Int>] = []
        for number in self {
            if let last = parts.last, last.upperBound + 1 == number {
                parts[parts.count - 1] = last.lowerBound...number
            } else {
                parts.append(number...number)
            }
        }
        return parts.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
