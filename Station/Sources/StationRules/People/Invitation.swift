package import StationIdentity

/// The text of an invitation: a link that any camera app opens, with the code in its fragment, which browsers do not
/// send.
package enum InvitationLink {
    /// The page that processes the link.
    package static let path = "/invitation"

    package static func text(origin: String, code: String) -> String { "\(origin)\(path)#\(code)" }

    /// Whether a text is such a link, as in its QR code.
    package static func isLink(_ text: some StringProtocol) -> Bool { text.contains("\(path)#") }

    /// Returns the token in a sign-in link, which the station prints when it starts; `nil` for other texts.
    package static func token(in text: String) -> String? {
        guard let mark = text.firstRange(of: "token=") else { return nil }
        return String(text[mark.upperBound...].prefix { $0 != "&" && $0 != "#" && !$0.isWhitespace })
    }

    /// Returns the code in a link, or a code entered without a link.
    package static func code(in text: String) -> String {
        String(text.split(separator: "#", omittingEmptySubsequences: false).last ?? "")
    }
}

package enum InvitationTime {
    /// The lifetime: three days, long enough for people who are away.
    package static let seconds = 3 * 86_400
    /// The maximum number of open invitations. A further one revokes the oldest.
    package static let maximum = 20
}

/// Messages about people.
package enum PeopleMessages {
    package static func label(_ role: Role) -> String {
        switch role {
        case .owner: localized("Owner")
        case .member: localized("Member")
        case .guest: localized("Guest")
        }
    }

    /// Returns what a role permits.
    package static func description(_ role: Role) -> String {
        switch role {
        case .owner: localized("Does what members do, and decides about people, devices and the station.")
        case .member: localized("Scans, and works with shared documents and their own.")
        case .guest: localized("Scans, and sees nothing else.")
        }
    }

    /// Returns the text to send with an invitation: its purpose, the steps and their order.
    /// - Parameter join: The page about trusting the station's certificate; `nil` if devices trust it already.
    package static func invitation(link: String, join: String? = nil, duration: String) -> String {
        let trust = join.map {
            localized("In the network of the station, open \($0) and follow it, so that the device trusts the station.")
        }
        let steps = [
            trust, localized("In the network of the station, open this link: \(link)"),
            localized("Read the terms, and choose a name and a passcode."),
            localized("Answer three questions, and write down your recovery codes."),
        ].compactMap { $0 }
        return [
            localized("With Recto you scan paper with your phone and keep it in one place. Use it with us!"), "",
            localized("Do this, one after the other. It takes a few minutes."),
            steps.enumerated().map { "\($0 + 1). \($1)" }.joined(separator: "\n"), "",
            localized("The link is for you alone. It works once, for \(duration)."),
        ].joined(separator: "\n")
    }

    package static func reason(_ reason: PasscodePolicy.Reason) -> String {
        switch reason {
        case .tooShort(let minimum): localized("Use at least \(minimum) characters.")
        case .tooLong(let maximum): localized("Use at most \(maximum) characters.")
        case .notDigits: localized("Use digits only.")
        case .repeated: localized("This repeats itself. Choose something harder to guess.")
        case .sequence: localized("These characters follow each other. Choose something harder to guess.")
        case .common: localized("This is one of the first that others would try. Choose something else.")
        case .name: localized("This is little more than the name. Choose something else.")
        }
    }

    package static func reason(_ error: RecoveryCodeError) -> String {
        switch error {
        case .length(let found, let required):
            localized("A recovery code has \(required) characters. This one has \(found).")
        case .foreignCharacter(let character): localized("No recovery code has the character “\(character)”.")
        case .checkSymbol: localized("A character was mistyped. Compare the code with your paper.")
        }
    }

    package static var differs: String { localized("The two passcodes differ.") }
    /// Shown for any failed sign-in, so that nobody learns which names exist.
    package static var signInFailed: String { localized("Sign In Failed") }
    package static var signInFailedHint: String { localized("Check the name and the passcode, then try again.") }
    package static var recoveryFailed: String { localized("This name and this recovery code do not belong together.") }
    package static var passkeyFailed: String {
        localized("This passkey did not work. Use your passcode.")
    }
    package static var passkeyKnown: String { localized("This device has a passkey already.") }
    package static var passkeysNeedName: String {
        localized("Passkeys belong to a name. Open Recto by its name, not by a number, to use them.")
    }
    package static var confirmationFailed: String { localized("This is not your passcode.") }
    package static var notAllowed: String {
        localized("You may not do this. Ask an owner of the station.")
    }
    package static var signInFirst: String { localized("Sign in, then try again.") }
    package static func askAgain(_ path: String) -> String {
        localized("Confirm that it is you at \(path), then try again.")
    }

    /// Shown for an invalid invitation.
    package static var invalidInvitation: String {
        localized("This invitation was used, withdrawn, or is too old. Ask for another one.")
    }

    /// Shown if only this machine can reach the station.
    package static var invitationsNeedNetwork: String {
        localized("Only this computer can use Recto. To invite people, start it with --listen 0.0.0.0.")
    }

    /// Shown with codes that replace earlier ones.
    package static var codesReplaced: String {
        localized("These codes are new: those that were shown before do not work. Keep these.")
    }

    /// Asks for confirmation before a person's printed codes are replaced.
    package static func newCode(for name: String) -> Confirmation {
        Confirmation(
            title: localized("A new recovery code for “\(name)”?"),
            text: localized("The codes that this person has printed stop working. The new one is shown once."),
            confirm: localized("New Code"), cancel: localized("Cancel"))
    }

    /// Asks for confirmation before one's own printed codes are replaced.
    package static var newCodes: Confirmation {
        Confirmation(
            title: localized("Make new recovery codes?"),
            text: localized("The codes that were printed before stop working. The new ones are shown once."),
            confirm: localized("Make New Codes"), cancel: localized("Cancel"))
    }

    /// The status of an invitation that somebody has started to use.
    package static func used(by name: String) -> String {
        name.isEmpty ? localized("In use") : localized("In use by \(name)")
    }

    package static func removal(of name: String) -> Confirmation {
        Confirmation(
            title: localized("Remove “\(name)”?"),
            text: localized(
                "They are signed out everywhere and cannot sign in again. Their documents stay; those that only they could see become yours. Their picture and settings are deleted."
            ),
            confirm: localized("Remove"), cancel: localized("Cancel"))
    }
}
