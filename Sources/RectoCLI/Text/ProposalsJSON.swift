import RectoText

/// Titles, dates and amounts as JSON, the most confident first.
struct ProposalsJSON: Encodable {
    /// Later proposals are mere guesses.
    private static let limit = 5

    let proposals: DocumentProposals

    init(_ proposals: DocumentProposals) { self.proposals = proposals }

    private struct Object: Encodable {
        var value: String
        var confidence: Double
        var text: String

        init(_ proposal: Proposal<some Hashable & Sendable & CustomStringConvertible>) {
            value = "\(proposal.value)"
            confidence = proposal.confidence.rounded(decimals: 2)
            text = proposal.text
        }
    }

    private enum CodingKeys: CodingKey { case titles, dates, amounts }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(proposals.titles.prefix(Self.limit).map { Object($0) }, forKey: .titles)
        try object.encode(proposals.dates.prefix(Self.limit).map { Object($0) }, forKey: .dates)
        try object.encode(proposals.amounts.prefix(Self.limit).map { Object($0) }, forKey: .amounts)
    }
}
