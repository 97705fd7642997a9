/// A text that people agree to or decline. Their decisions control what the station does.
package struct ConsentForm: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// Which personal data the station stores, and who can see them.
        case terms
        /// The location in photos taken by phones.
        case place
        /// Whether the text on pages is recognized, so that pages can be found by it.
        case texts
        /// The measured duration and sharpness of captures.
        case figures
    }

    package struct Page: Hashable, Sendable {
        package let title: String
        /// The purpose and the consequences of the consent.
        package let paragraphs: [String]

        package init(title: String, paragraphs: [String]) { (self.title, self.paragraphs) = (title, paragraphs) }
    }

    package let kind: Kind
    /// The version, which increases when the meaning changes.
    package let version: Int
    /// Whether the station cannot be used without agreement.
    package let isMandatory: Bool
    /// One page, or several in sequence.
    package let pages: [Page]
    /// Additional details, shown on request.
    package let more: [String]

    package init(_ kind: Kind, version: Int, isMandatory: Bool, pages: [Page], more: [String] = []) {
        precondition(!pages.isEmpty, "a form has a page")
        (self.kind, self.version, self.isMandatory, self.pages, self.more) = (kind, version, isMandatory, pages, more)
    }

    package var isSequential: Bool { pages.count > 1 }

    /// Returns the effect of an answer.
    package func effect(of answer: ConsentAnswer) -> ConsentEffect {
        switch answer {
        case .allow: .goesOn(isGiven: true)
        case .notNow where !isMandatory: .goesOn(isGiven: false)
        case .notNow, .deny: .alert
        }
    }

    /// - Parameter number: The page number from 1. Unknown numbers count as 1.
    package func screen(_ number: Int) -> ConsentScreen {
        ConsentScreen(self, number: pages.indices.contains(number - 1) ? number : 1)
    }
}

package enum ConsentAnswer: String, Hashable, Sendable, CaseIterable {
    case allow
    /// Postpones an optional consent and continues.
    case notNow
    /// Declines a mandatory consent.
    case deny
}

package enum ConsentEffect: Hashable, Sendable {
    /// The form closes and the next step follows.
    case goesOn(isGiven: Bool)
    /// An alert explains that the station cannot be used without the consent.
    case alert
}

/// A page of a form with the bar above it and the actions below.
package struct ConsentScreen: Hashable, Sendable {
    package enum Leading: Hashable, Sendable {
        case cancel
        /// Returns to the previous page with the given title.
        case back(title: String, number: Int)
    }

    package enum Entrance: String, Hashable, Sendable {
        /// Slides up from the bottom of the window as a new modal.
        case slides
        /// Slides in from the side as the next page of the same modal.
        case pushes
    }

    package let page: ConsentForm.Page
    package let leading: Leading
    /// The title with the page number and count; `nil` for a form with a single page.
    package let title: String?
    /// The next page's number; `nil` on the last page.
    package let next: Int?
    /// The actions below the last page, with the one that agrees at the end.
    package let answers: [ConsentAnswer]
    package let entrance: Entrance

    fileprivate init(_ form: ConsentForm, number: Int) {
        page = form.pages[number - 1]
        leading = number == 1 ? .cancel : .back(title: form.pages[number - 2].title, number: number - 1)
        title = form.isSequential ? localized("\(number) of \(form.pages.count)") : nil
        next = number < form.pages.count ? number + 1 : nil
        answers = next == nil ? [form.isMandatory ? .deny : .notNow, .allow] : []
        entrance = number == 1 ? .slides : .pushes
    }
}

extension ConsentForm {
    package static func standard(_ kind: Kind) -> ConsentForm {
        switch kind {
        case .terms: terms
        case .place: place
        case .texts: texts
        case .figures: figures
        }
    }

    /// All forms in the order in which they are asked. Each is one modal, which may have several pages.
    package static var all: [ConsentForm] { Kind.allCases.map { standard($0) } }

    private static var terms: ConsentForm {
        ConsentForm(
            .terms, version: StationTerms.version, isMandatory: true,
            pages: [
                Page(title: localized("Before you begin"), paragraphs: StationTerms.kept),
                Page(title: localized("Using it together"), paragraphs: StationTerms.shared),
            ])
    }

    private static var place: ConsentForm {
        ConsentForm(
            .place, version: 1, isMandatory: false,
            pages: [
                Page(
                    title: localized("Keep the place of pictures?"),
                    paragraphs: [
                        localized(
                            "Phones write into a picture where it was taken. Recto can leave this in the pictures that you import, or remove it before it stores them."
                        ),
                        localized(
                            "If you take this back, the place is removed from all documents that you have saved."),
                    ])
            ],
            more: [
                localized(
                    "Recto removes the coordinates in the picture’s EXIF data, and all XMP and IPTC data, which may name a place. What the picture shows stays the same, bit for bit."
                ),
                localized("Nobody outside of this station is told the place, either way."),
            ])
    }

    private static var texts: ConsentForm {
        ConsentForm(
            .texts, version: 1, isMandatory: false,
            pages: [
                Page(
                    title: localized("Read your documents?"),
                    paragraphs: [
                        localized(
                            "Recto can read what is written on the pages that you save. You find them by their words then, and copy text from them."
                        ),
                        localized("If you take this back, the texts of your documents are deleted."),
                    ])
            ],
            more: [
                localized("The station reads by itself, with Tesseract. No page and no word leaves it."),
                localized("Whoever may open your documents may read and find their texts."),
            ])
    }

    private static var figures: ConsentForm {
        ConsentForm(
            .figures, version: 1, isMandatory: false,
            pages: [
                Page(
                    title: localized("Keep figures of your scans?"),
                    paragraphs: [
                        localized(
                            "Recto can note how long each of your scans took, how sharp and how bright it was. The charts of the cameras show it, so that somebody notices when a camera needs attention."
                        ),
                        localized("If you take this back, the figures of your scans are deleted."),
                    ])
            ],
            more: [localized("The figures stay on this station, and hold nothing of what you scan.")])
    }
}

/// Messages about people's decisions.
package enum ConsentMessages {
    package static func name(_ kind: ConsentForm.Kind) -> String {
        switch kind {
        case .terms: localized("Terms")
        case .place: localized("Place of pictures")
        case .texts: localized("Texts of pages")
        case .figures: localized("Figures of scans")
        }
    }

    package static func label(_ answer: ConsentAnswer) -> String {
        switch answer {
        case .allow: localized("Allow")
        case .notNow: localized("Not Now")
        case .deny: localized("Deny")
        }
    }

    package static func state(isGiven: Bool?) -> String {
        switch isGiven {
        case true: localized("Allowed")
        case false: localized("Not allowed")
        case nil: localized("Not decided yet")
        }
    }

    /// The label of the button in the settings.
    package static func change(isGiven: Bool) -> String {
        isGiven ? localized("Take Back") : localized("Allow")
    }

    /// Asks for confirmation before the visitor leaves the steps.
    package static var quit: Confirmation {
        Confirmation(
            title: localized("Stop setting up?"),
            text: localized("What you have entered is kept, and you go on from here another time."),
            confirm: localized("Yes"), cancel: localized("No"))
    }

    /// Asks for confirmation before a consent is withdrawn.
    package static func withdrawal(of kind: ConsentForm.Kind) -> Confirmation {
        let loss =
            switch kind {
            case .terms, .place: localized("The place is removed from all documents that you have saved.")
            case .texts: localized("The texts of your documents are deleted.")
            case .figures: localized("The figures of your scans are deleted.")
            }
        return Confirmation(
            title: localized("Take this back?"), text: loss, confirm: localized("Take Back"),
            cancel: localized("Cancel"))
    }

    package static var needed: (title: String, text: String) {
        (
            localized("You must agree to go on"),
            localized("Only people who agree to this can use the station.")
        )
    }

    package static var tickFirst: String { localized("Without agreeing you cannot go on.") }
    package static var termsStay: String {
        localized("Whoever uses the station has agreed to the terms. To take this back, have an owner remove you.")
    }
}
