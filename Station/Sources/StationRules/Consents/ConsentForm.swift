/// A text that somebody agrees to or not. What they decide is what the station does.
package struct ConsentForm: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// What the station keeps of people, and who sees it.
        case terms
        /// The place in pictures that phones take.
        case place
        /// What is written on pages is read, so that they are found by it.
        case texts
        /// How long captures take, and how sharp they are.
        case figures
    }

    package struct Page: Hashable, Sendable {
        package let title: String
        /// Why it is asked for, and what follows.
        package let paragraphs: [String]

        package init(title: String, paragraphs: [String]) { (self.title, self.paragraphs) = (title, paragraphs) }
    }

    package let kind: Kind
    /// Rises with each change of the meaning.
    package let version: Int
    /// Whether nobody uses the station without agreeing.
    package let isMandatory: Bool
    /// One, or several that follow each other.
    package let pages: [Page]
    /// What those want to know who want to know more.
    package let more: [String]

    package init(_ kind: Kind, version: Int, isMandatory: Bool, pages: [Page], more: [String] = []) {
        precondition(!pages.isEmpty, "a form has a page")
        (self.kind, self.version, self.isMandatory, self.pages, self.more) = (kind, version, isMandatory, pages, more)
    }

    package var isSequential: Bool { pages.count > 1 }

    /// What follows an answer.
    package func effect(of answer: ConsentAnswer) -> ConsentEffect {
        switch answer {
        case .allow: .goesOn(isGiven: true)
        case .notNow where !isMandatory: .goesOn(isGiven: false)
        case .notNow, .deny: .alert
        }
    }

    /// - Parameter number: From 1. One that there is not counts as the first.
    package func screen(_ number: Int) -> ConsentScreen {
        ConsentScreen(self, number: pages.indices.contains(number - 1) ? number : 1)
    }
}

package enum ConsentAnswer: String, Hashable, Sendable, CaseIterable {
    case allow
    /// For what nobody has to agree to: the flow goes on.
    case notNow
    /// For what everybody has to agree to.
    case deny
}

package enum ConsentEffect: Hashable, Sendable {
    /// The form is closed, and the next step comes.
    case goesOn(isGiven: Bool)
    /// The person is told that it does not go on without.
    case alert
}

/// One page of a form, with the bar above and the actions below it.
package struct ConsentScreen: Hashable, Sendable {
    package enum Leading: Hashable, Sendable {
        case cancel
        /// To the page before, by its title.
        case back(title: String, number: Int)
    }

    package enum Entrance: String, Hashable, Sendable {
        /// Up from the bottom of the window: a modal of its own.
        case slides
        /// From the side: the next page of the same one.
        case pushes
    }

    package let page: ConsentForm.Page
    package let leading: Leading
    /// The number of the page and of all; `nil` for a single form, which has no title in its bar.
    package let title: String?
    /// The page that Next leads to; `nil` on the last.
    package let next: Int?
    /// The actions below the last page, the one that agrees last.
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

    /// The forms that are asked for one after the other: each is a modal of its own, a sequence in one of them.
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

/// What people are told about their decisions.
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

    /// What the button in the settings does.
    package static func change(isGiven: Bool) -> String {
        isGiven ? localized("Take Back") : localized("Allow")
    }

    /// Before somebody leaves the steps.
    package static var quit: Confirmation {
        Confirmation(
            title: localized("Stop setting up?"),
            text: localized("What you have entered is kept, and you go on from here another time."),
            confirm: localized("Yes"), cancel: localized("No"))
    }

    /// Before something that was agreed to is taken back.
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
