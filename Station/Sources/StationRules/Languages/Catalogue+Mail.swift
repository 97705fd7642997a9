extension Catalogue {
    /// Reminders by e-mail.
    static let mail: [String: String] = [
        "No Encryption": "Keine Verschlüsselung",
        "Choose one of the encryptions.": "Eine der Verschlüsselungen wählen.",
        "Enter the name of the mail server, such as mail.example.org.":
            "Den Namen des Mailservers eingeben, wie mail.example.org.",
        "The port must be a number from 1 to 65535, or empty.":
            "Der Port muss eine Zahl von 1 bis 65535 sein, oder leer.",
        "The user name must be a line of at most 255 characters.":
            "Der Benutzername muss eine Zeile von höchstens 255 Zeichen sein.",
        "A password needs a user name.": "Zu einem Passwort gehört ein Benutzername.",
        "A password is sent over an encrypted connection alone.":
            "Ein Passwort wird nur über eine verschlüsselte Verbindung gesendet.",
        "Enter an address such as ada@example.org.": "Eine Adresse eingeben, wie ada@example.org.",
        "{1} documents are due today or tomorrow": "{1} Dokumente sind heute oder morgen fällig",
        "… and {1} more.": "… und {1} weitere.",
        "You get this because your address is entered under Reminders.":
            "Diese E-Mail kommt, weil diese Adresse unter „Erinnerungen“ eingetragen ist.",
        "The mail server cannot be reached: {1}": "Der Mailserver ist nicht erreichbar: {1}",
        "No machine has the name {1}.": "Keine Maschine hat den Namen {1}.",
        "It refused the connection.": "Er hat die Verbindung abgelehnt.",
        "The mail server did not answer in time.": "Der Mailserver hat nicht rechtzeitig geantwortet.",
        "The mail server offers no encryption. Nothing was sent.":
            "Der Mailserver bietet keine Verschlüsselung an. Es wurde nichts gesendet.",
        "The mail server offers no sign-in that Recto knows.":
            "Der Mailserver bietet keine Anmeldung an, die Recto kennt.",
        "The mail server refused it: {1}": "Der Mailserver hat es abgelehnt: {1}",
        "What answered is not a mail server.": "Was geantwortet hat, ist kein Mailserver.",
        "The connection was closed.": "Die Verbindung wurde geschlossen.",
        "Reminders of Recto work": "Erinnerungen von Recto funktionieren",
        "This is how Recto will tell you what is due.": "So meldet Recto, was fällig ist.",
        "The test e-mail was sent.": "Die Test-E-Mail wurde gesendet.",
        "Mail Server": "Mailserver",
        "Leave it empty to send no e-mail.": "Ohne Eintrag wird keine E-Mail gesendet.",
        "Port": "Port",
        "Leave empty for the default": "Leer lassen für die Voreinstellung",
        "User Name": "Benutzername",
        "Password": "Passwort",
        "A password is stored. Leave this empty to keep it.": "Ein Passwort ist gespeichert. Ohne Eintrag bleibt es.",
        "Sender": "Absender",
        "By E-Mail": "Per E-Mail",
        "In the morning you get an e-mail with what is due on this day and the next, if anything is. It is sent by the mail server that the owner of the station names, and by nobody else.":
            "Am Morgen kommt eine E-Mail mit dem, was an diesem und am nächsten Tag fällig ist, falls etwas fällig ist. Sie sendet der Mailserver, den ein Eigentümer der Station nennt, und niemand sonst.",
        "There is no mail server yet.": "Es gibt noch keinen Mailserver.",
        "Your Address": "Eigene Adresse",
        "Save Address": "Adresse speichern",
        "Send a Test": "Test-E-Mail senden",
        "Encryption": "Verschlüsselung",
        "Save Server": "Server speichern",
    ]
}
