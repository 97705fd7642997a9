/// What somebody was about to do when they were asked who they are. Its screen says so afterwards, and its question is open again.
package enum AskedAgain {
    /// In the query of the screen's address.
    package static let name = "asked"

    /// - Parameters:
    ///   - screen: Its path, with a query if it has one.
    ///   - action: Where its form was sent to.
    package static func address(of screen: String, for action: String) -> String {
        let plain = self.screen(in: screen)
        return "\(plain)\(plain.contains("?") ? "&" : "?")\(name)=\(action)"
    }

    /// The address of the screen itself, for who does not go on.
    package static func screen(in address: String) -> String {
        let parts = address.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return address }
        let others = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        return others.isEmpty ? String(parts[0]) : "\(parts[0])?\(others.joined(separator: "&"))"
    }

    package static var message: String { localized("Confirmed. Now do it once more.") }
}
