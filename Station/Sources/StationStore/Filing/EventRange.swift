/// The events of one change of many documents. They were written in one transaction, so their numbers are contiguous.
public struct EventRange: Hashable, Sendable, CustomStringConvertible {
    public let first: Int64
    public let last: Int64

    public init(_ event: Int64) { (first, last) = (event, event) }

    init(from first: Int64, to last: Int64) { (self.first, self.last) = (first, last) }

    /// `nil` without events.
    init?(_ events: [Int64]) {
        guard let first = events.first, let last = events.last else { return nil }
        (self.first, self.last) = (first, last)
    }

    public var count: Int { Int(last - first + 1) }

    /// The range in URLs: "12-40".
    public var description: String { "\(first)-\(last)" }

    /// - Parameter text: A range in the format of ``description``, or a single number.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard 1...2 ~= parts.count, let first = parts[0], let last = parts[parts.count - 1], 0 < first, first <= last
        else { return nil }
        (self.first, self.last) = (first, last)
    }
}
