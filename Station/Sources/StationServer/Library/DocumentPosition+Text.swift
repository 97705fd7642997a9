import FoundationEssentials
import StationStore

extension DocumentPosition {
    /// Seconds since 1970 and the identifier, for addresses.
    var text: String { "\(captured.timeIntervalSince1970),\(id)" }

    /// Nothing for what is no position.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        // Of the years 0 to 9999: what a date's text has room for.
        guard parts.count == 2, let seconds = Double(parts[0]), -62_167_219_200..<253_402_300_800 ~= seconds,
            let id = Int64(parts[1])
        else { return nil }
        self.init(captured: Date(timeIntervalSince1970: seconds), id: id)
    }
}
