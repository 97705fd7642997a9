/// A person's settings for reminders by e-mail.
public struct ReminderSettings: Hashable, Codable, Sendable {
    /// `nil` for no reminders.
    public var address: MailAddress?
    /// The language of the e-mails.
    public var language: Language
    /// The day of the last e-mail or the last check without reminders.
    public var told: Day?

    public init(address: MailAddress?, language: Language) {
        self.address = address
        self.language = language
    }
}
