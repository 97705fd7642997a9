/// An action that was interrupted by authentication. Its screen says so afterwards, and opens the action's dialog
/// again.
package enum AskedAgain {
    /// The parameter's name in the query of the screen's URL.
    package static let name = "asked"

    /// - Parameters:
    ///   - screen: The screen's path, with a query if it has one.
    ///   - action: The URL that the form was sent to.
    package static func address(of screen: String, for action: String) -> String {
        let plain = self.screen(in: screen)
        return "\(plain)\(plain.contains("?") ? "&" : "?")\(name)=\(action)"
    }

    /// Returns the URL of the screen itself, for visitors who cancel.
    package static func screen(in address: String) -> String {
        let parts = address.split(separator: "?", maxSplits: 1)
        guard parts.count == 2 else { return address }
        let others = parts[1].split(separator: "&").filter { !$0.hasPrefix("\(name)=") }
        return others.isEmpty ? String(parts[0]) : "\(parts[0])?\(others.joined(separator: "&"))"
    }

    package static var message: String { localized("Confirmed. Now do it once more.") }
}
