/// The terms that all people accept.
package enum StationTerms {
    /// The version, which increases when the meaning changes.
    package static let version = 2

    /// The personal data that the station stores.
    package static var kept: [String] {
        [
            localized("Recto keeps what you scan on this station. It sends nothing to anybody else."),
            localized(
                "It keeps your name, which of your devices signed in and when, and who changed which document. The people of this station see this; the owner manages it."
            ),
            localized(
                "Your passcode is not stored, only a value to check it against. Nobody can read it, not even the owner."
            ),
        ]
    }

    /// Who can see what people save.
    package static var shared: [String] {
        [
            localized(
                "Documents that you save can be opened by all owners and members, unless you set “Only me”. Then nobody else of this station sees them."
            ),
            localized(
                "Who runs the machine can still read its disk and its backups. If you are removed, your own documents go to an owner."
            ),
        ]
    }
}
