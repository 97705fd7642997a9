/// The screen shown while the pages of a restored or upgraded library are being read.
package struct Interlude: Hashable, Sendable {
    package enum Cause: String, Hashable, Sendable, CaseIterable {
        /// A newer version of the program has upgraded the library.
        case migrated
        /// The library was restored from an export.
        case restored
    }

    /// The action of a button.
    package enum Action: String, Hashable, Sendable, CaseIterable {
        /// Uses the station in the meantime.
        case proceed
        /// Opens the settings for reading.
        case settings
    }

    package let cause: Cause
    /// The number of pages still to be read.
    package let unread: Int

    package init(_ cause: Cause, unread: Int) { (self.cause, self.unread) = (cause, unread) }

    /// Whether reading is finished, which continues automatically.
    package var isReady: Bool { unread == 0 }

    /// Whether to show the screen. If nothing needs to be waited for, the release notes suffice.
    /// - Parameters:
    ///   - hasUnread: Whether pages are still to be read.
    ///   - reads: Whether the station reads pages.
    ///   - decides: Whether the person manages the station. Others are not interrupted.
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

    /// The label of the spinner, at most three words.
    package var label: String { localized("Reading Pages") }

    package var progress: String {
        unread == 1 ? localized("1 page is left") : localized("\(unread) pages are left")
    }

    /// The actions from top to bottom, with the emphasized one first.
    package var actions: [Action] { [.proceed, .settings] }

    package static func label(_ action: Action) -> String {
        switch action {
        case .proceed: localized("Continue")
        case .settings: localized("Text Recognition…")
        }
    }

    /// Returns the path that an action opens.
    package static func path(_ action: Action) -> String {
        switch action {
        case .proceed: "/"
        case .settings: "/profile"
        }
    }
}
