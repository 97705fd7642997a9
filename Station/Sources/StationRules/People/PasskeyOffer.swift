/// The screen that offers a passkey.
package struct PasskeyOffer: Hashable, Sendable {
    package enum Usage: String, Hashable, Sendable, CaseIterable {
        /// Once after the first sign-in, until it is answered.
        case first
        /// From the settings, to which it returns.
        case settings
    }

    package enum Answer: String, Hashable, Sendable, CaseIterable {
        case enable
        case notNow
    }

    package let usage: Usage

    package init(_ usage: Usage) { self.usage = usage }

    package var hasCancel: Bool { usage == .settings }
    /// The answers, with the emphasized one first.
    package var answers: [Answer] { usage == .first ? [.enable, .notNow] : [.enable] }

    package var title: String { localized("Passkey") }
    /// An explanation of passkeys and their benefits.
    package var description: String {
        localized("Sign in with your fingerprint, your face or the code of this device, instead of the passcode.")
    }
    /// Where to change the choice later.
    package var later: String { localized("You can add and remove passkeys under Profile, Sign-in and Sessions.") }
    package var more: [String] {
        [
            localized(
                "A passkey is a key that stays on this device or in your password manager. The station keeps only what recognizes it."
            ),
            localized("It works for this station alone. Your passcode stays, for when the passkey does not work."),
        ]
    }

    package static func label(_ answer: Answer) -> String {
        switch answer {
        case .enable: localized("Enable")
        case .notNow: localized("Not Now")
        }
    }

    /// Whether to show it after a sign-in.
    /// - Parameters:
    ///   - isAnswered: Whether the person has answered it before.
    ///   - hasPasskeys: Whether the person has a passkey.
    ///   - isAvailable: Whether the address supports passkeys.
    package static func isDue(isAnswered: Bool, hasPasskeys: Bool, isAvailable: Bool) -> Bool {
        isAvailable && !isAnswered && !hasPasskeys
    }
}
