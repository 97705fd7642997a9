/// Messages about the text of pages.
public enum TextMessages {
    public static var copy: String { localized("Copy Text") }
    public static var copied: String { localized("Text copied") }
    public static var copyShort: String { localized("Copy") }
    public static var copiedShort: String { localized("Copied") }
    public static var notCopied: String {
        localized("The browser did not let the text be copied. Select it on the page instead.")
    }
    public static var again: String { localized("Try Again") }
    public static var now: String { localized("Read Now") }
    public static var saved: String { localized("Text recognition saved") }
    public static var readingAgain: String { localized("All pages are read again") }

    /// Returns the status of a document's text.
    /// - Parameter trouble: The reason why nothing can be read.
    public static func status(_ pages: [PageReading], _ state: ReadingMachine.State) -> String {
        if !pages.isEmpty, pages.allSatisfy({ $0.state == .withheld }) { return withheld }
        let waiting = pages.count { $0.state == .waiting }
        let aside = pages.indices.filter { pages[$0].state == .aside }
        var texts: [String] = []
        if waiting > 0 {
            texts.append(self.waiting(waiting, of: pages.count, state))
        } else if aside.count < pages.count {
            texts.append(pages.contains(where: \.hasText) ? localized("Text recognized") : localized("No text found"))
        }
        if !aside.isEmpty { texts.append(notRead(aside.map { $0 + 1 }, of: pages.count)) }
        return texts.joined(separator: ". ")
    }

    /// Shown if the person who saved a document has not consented to reading.
    private static var withheld: String { localized("Text is not recognized: who saved this has not allowed it") }

    private static func waiting(_ waiting: Int, of pages: Int, _ state: ReadingMachine.State) -> String {
        switch state {
        case .unavailable(let trouble): return "\(trouble)"
        case .paused(let pause): return later(pause)
        case .off: return ""
        case .idle, .reading:
            return pages == 1
                ? localized("Recognizing text")
                : localized("Recognizing text, \(pages - waiting) of \(pages) pages done")
        }
    }

    /// Returns why the text is not recognized yet.
    static func later(_ pause: ReadingPause) -> String {
        switch pause {
        case .scanning: localized("Text recognition is waiting – a camera is in use")
        case .exporting: localized("Text recognition is waiting – an export is running")
        case .load: localized("Text recognition is waiting – the computer is busy")
        }
    }

    private static func notRead(_ numbers: [Int], of pages: Int) -> String {
        if pages == 1 { return localized("The text could not be recognized") }
        let shown = numbers.prefix(5).map(String.init).joined(separator: ", ") + (numbers.count > 5 ? " …" : "")
        return localized("The text of page \(shown) could not be recognized")
    }

    private static func notRead(_ reason: String) -> String { localized("The text could not be recognized: \(reason)") }

    /// Returns the status of a page's text for its screen; `nil` if the page has a text.
    public static func status(_ page: PageReading, _ state: ReadingMachine.State) -> String? {
        switch page.state {
        case .read: page.hasText ? nil : localized("No text found")
        case .waiting: page.hasText ? nil : waiting(1, of: 1, state)
        case .withheld: withheld
        case .aside:
            notRead(page.reason ?? localized("the page was too much for the reader"))
        }
    }

    /// Returns the status of all pages for the profile.
    public static func report(unread: Int, _ state: ReadingMachine.State) -> String {
        if case .unavailable(let trouble) = state { return "\(trouble)" }
        if unread == 0 { return localized("All pages are recognized") }
        let pages = unread == 1 ? localized("1 page waits") : localized("\(unread) pages wait")
        guard case .paused(let pause) = state else { return pages }
        return switch pause {
        case .scanning: localized("\(pages); waiting – a camera is in use")
        case .exporting: localized("\(pages); waiting – an export is running")
        case .load: localized("\(pages); waiting – the computer is busy")
        }
    }
}
