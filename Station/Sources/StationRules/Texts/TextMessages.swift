/// What screens say of the texts of pages.
public enum TextMessages {
    public static let copy = "Copy Text"
    public static let copied = "Text copied"
    public static let notCopied = "The browser did not let the text be copied. Select it on the page instead."
    public static let again = "Try Again"
    public static let saved = "Text recognition saved"
    public static let readingAgain = "All pages are read again"

    /// What a document's page says of its texts.
    /// - Parameter trouble: Why nothing can be read.
    public static func status(_ pages: [PageReading], _ state: ReadingMachine.State) -> String {
        let waiting = pages.count { $0.state == .waiting }
        let aside = pages.indices.filter { pages[$0].state == .aside }
        var texts: [String] = []
        if waiting > 0 {
            texts.append(self.waiting(waiting, of: pages.count, state))
        } else if aside.count < pages.count {
            texts.append(pages.contains(where: \.hasText) ? "Text recognized" : "No text found")
        }
        if !aside.isEmpty { texts.append(notRead(aside.map { $0 + 1 }, of: pages.count)) }
        return texts.joined(separator: ". ")
    }

    private static func waiting(_ waiting: Int, of pages: Int, _ state: ReadingMachine.State) -> String {
        switch state {
        case .unavailable(let trouble): return "\(trouble)"
        case .paused(let pause): return "Text will be recognized \(later(pause))"
        case .off: return ""
        case .idle, .reading:
            return pages == 1 ? "Recognizing text" : "Recognizing text, \(pages - waiting) of \(pages) pages done"
        }
    }

    /// When the pause is over.
    static func later(_ pause: ReadingPause) -> String {
        switch pause {
        case .scanning: "after scanning"
        case .exporting: "after the export"
        case .load: "when the computer is less busy"
        }
    }

    private static func notRead(_ numbers: [Int], of pages: Int) -> String {
        if pages == 1 { return "The text could not be recognized" }
        let shown = numbers.prefix(5).map(String.init).joined(separator: ", ") + (numbers.count > 5 ? " …" : "")
        return "The text of page \(shown) could not be recognized"
    }

    /// What a page's own screen says of its text; `nil` if there is one.
    public static func status(_ page: PageReading, _ state: ReadingMachine.State) -> String? {
        switch page.state {
        case .read: page.hasText ? nil : "No text found"
        case .waiting: page.hasText ? nil : waiting(1, of: 1, state)
        case .aside: "The text could not be recognized: \(page.reason ?? "the page was too much for the reader")"
        }
    }

    /// What the profile says of all pages.
    public static func report(unread: Int, _ state: ReadingMachine.State) -> String {
        if case .unavailable(let trouble) = state { return "\(trouble)" }
        if unread == 0 { return "All pages are recognized" }
        let pages = unread == 1 ? "1 page waits" : "\(unread) pages wait"
        return if case .paused(let pause) = state { "\(pages); goes on \(later(pause))" } else { "\(pages)" }
    }
}
