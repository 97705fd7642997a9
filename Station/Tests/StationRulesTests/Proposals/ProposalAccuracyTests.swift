import Foundation
import StationRules
import TestSupport
import Testing

/// The accuracy of proposals for random letters. The rules were tuned on letters with other seeds.
@Suite struct ProposalAccuracyTests {
    /// The counts for a field: proposals, correct proposals, and letters that contain a value.
    struct Score {
        var proposed = 0
        var right = 0
        var told = 0

        var precision: Double { proposed == 0 ? 1 : Double(right) / Double(proposed) }
        var recall: Double { told == 0 ? 1 : Double(right) / Double(told) }
    }

    static let fields: [FilingEntry.Field] = [.title, .type, .correspondent, .tags, .date, .due]

    static func scores(seeds: ClosedRange<UInt64>) throws -> [FilingEntry.Field: Score] {
        let today = try #require(Day("2026-11-25"))
        var scores: [FilingEntry.Field: Score] = [:]
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            let letter = GeneratedLetter(&random, today: today)
            let found = Proposals(
                text: letter.text, values: [:], hasOwnTitle: false, names: GeneratedLetter.names, today: today)
            for field in fields {
                let (proposed, truth) = (found.all.first { $0.field == field }?.value, letter.truth[field])
                scores[field, default: Score()].proposed += proposed == nil ? 0 : 1
                scores[field, default: Score()].told += truth == nil ? 0 : 1
                scores[field, default: Score()].right += proposed != nil && proposed == truth ? 1 : 0
            }
        }
        return scores
    }

    /// Returns the table for docs/accuracy/proposals.md.
    static func table(_ scores: [FilingEntry.Field: Score]) -> String {
        let rows = fields.map { field in
            let score = scores[field] ?? Score()
            let percent = { (part: Double) in "\(Int((part * 100).rounded())) %" }
            return
                "| \(field.rawValue) | \(score.told) | \(score.proposed) | \(score.right) | \(percent(score.precision)) | \(percent(score.recall)) |"
        }
        return
            ([
                "| detail | letters that tell it | proposed | right | precision | recall |",
                "|---|---:|---:|---:|---:|---:|",
            ] + rows)
            .joined(separator: "\n")
    }

    /// The seeds of the report. Seeds 1 to 400 were used for tuning.
    static let seeds: ClosedRange<UInt64> = 10_001...10_200

    @Test("On letters by chance most of what is proposed is right, and docs/accuracy/proposals.md has the figures")
    func report() throws {
        let scores = try Self.scores(seeds: Self.seeds)
        let floors: [FilingEntry.Field: (precision: Double, recall: Double)] = [
            .title: (0.8, 0.74), .type: (0.91, 0.94), .correspondent: (0.96, 0.96), .tags: (0.65, 0.85),
            .date: (0.97, 0.94), .due: (0.96, 0.91),
        ]
        for (field, floor) in floors {
            let score = try #require(scores[field])
            #expect(score.precision >= floor.precision && score.recall >= floor.recall, "\(field): \(score)")
        }
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(5)
        let file = URL(filePath: parts.joined(separator: "/") + "/docs/accuracy/proposals.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let (begin, end) = ("<!-- letters -->\n", "\n<!-- end letters -->")
        let from = try #require(text.range(of: begin)?.upperBound)
        let to = try #require(text.range(of: end)?.lowerBound)
        let written = Self.table(scores)
        let isCurrent = text[from..<to] == written
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil, !isCurrent {
            try Data((text[..<from] + written + text[to...]).utf8).write(to: file)
        }
        #expect(isCurrent, "REGENERATE=1 writes it")
    }
}
