import Foundation
import GRDB
import StationIdentity
package import StationRules

/// The recipients of reminders by e-mail, and their mail server.
extension Library {
    private static let reminderSetting = "reminders"
    private static let serverSetting = "mail-server"

    package func reminderSettings(of person: Int64) throws(StoreError) -> ReminderSettings? {
        try setting(Self.reminderSetting, of: person, as: ReminderSettings.self)
    }

    package func set(_ settings: ReminderSettings, of person: Int64) throws(StoreError) {
        try set(Self.reminderSetting, of: person, to: settings)
    }

    /// Returns the people who want reminders and may see documents.
    package func reminderRecipients() throws(StoreError) -> [(person: Int64, settings: ReminderSettings)] {
        let rows = try read {
            try Row.fetchAll(
                $0,
                sql: """
                    SELECT person, value FROM person_setting JOIN person ON person.id = person
                    WHERE person_setting.name = ? AND retired IS NULL AND role IN (?, ?) ORDER BY person
                    """, arguments: [Self.reminderSetting, Role.owner.rawValue, Role.member.rawValue]
            ).map { (person: $0["person"] as Int64, text: $0["value"] as String) }
        }
        return rows.compactMap { row in
            guard let settings = try? JSONDecoder().decode(ReminderSettings.self, from: Data(row.text.utf8)),
                settings.address != nil
            else { return nil }
            return (row.person, settings)
        }
    }

    package func mailServer() throws(StoreError) -> MailServer? {
        try setting(Self.serverSetting, as: [MailServer].self)?.first
    }

    package func set(_ server: MailServer?) throws(StoreError) {
        try set(Self.serverSetting, to: server.map { [$0] } ?? [])
    }
}
