/// How a person wants to be reminded by e-mail.
public struct ReminderSettings: Hashable, Codable, Sendable {
    /// `nil` to get none.
    public var address: MailAddress?
    /// Of the letters.
    public var language: Language
    /// When the last letter was sent, or there was nothing to tell.
    public var told: Day?

    public init(address: MailAddress?, language: Language) {
        self.address = address
        self.language = language
    }
}
