/// What takes a while after a library has changed as a whole: its pages are read. Meanwhile a screen of its own says so.
package struct Interlude: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A later version of the program has brought the library up to date.
        case migrated
        /// The library came from an export.
        case restored
    }

    /// What a button leads to.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// The station is used meanwhile.
        case proceed
        /// Where reading is set up.
        case settings
    }

    package let cause: Cause
    /// Pages that are still to be read.
    package let unread: Int

    package init(_ cause: Cause, unread: Int) { (self.cause, self.unread) = (cause, unread) }

    /// Whether it is over: then the station goes on by itself.
    package var isReady: Bool { unread == 0 }

    /// Whether the screen is shown at all. Where nothing is waited for, what is new says enough.
    /// - Parameters:
    ///   - hasUnread: Whether any page is still to be read.
    ///   - reads: Whether the station reads pages.
    ///   - decides: Whether the person decides about the station: others are not held up.
    package static func isDue(hasUnread: Bool, reads: Bool, decides: Bool) -> Bool { hasUnread && reads && decides }

    package var title: String {
        switch cause {
        case .migrated: localized("Your library is up to date")
        case .restored: localized("Your library is restored")
        }
    }

    package var text: String {
        localized(
            "Recto is reading your pages, so that you find documents by their words. You can use the station meanwhile."
        )
    }

    /// Beside the spinner: three words at most.
    package var label: String { localized("Reading Pages") }

    package var progress: String {
        unread == 1 ? localized("1 page is left") : localized("\(unread) pages are left")
    }

    /// From the top to the bottom: the emphasized one first.
    package var actions: [Action] { [.proceed, .settings] }

    package static func label(_ action: Action) -> String {
        switch action {
        case .proceed: localized("Continue")
        case .settings: localized("Text Recognition…")
        }
    }

    /// Where an action leads.
    package static func path(_ action: Action) -> String {
        switch action {
        case .proceed: "/"
        case .settings: "/profile"
        }
    }
}
