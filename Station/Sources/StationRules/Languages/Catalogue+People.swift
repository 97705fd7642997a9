extension Catalogue {
    /// People: joining, signing in and removal.
    static let people: [String: String] = [
        "Owner": "Eigentümer",
        "Member": "Mitglied",
        "Guest": "Gast",
        "Does what members do, and decides about people, devices and the station.":
            "Kann, was Mitglieder können, und entscheidet über Personen, Geräte und die Station.",
        "Scans, and works with shared documents and their own.":
            "Scannt, und arbeitet mit gemeinsamen und eigenen Dokumenten.",
        "Scans, and sees nothing else.": "Scannt und sieht sonst nichts.",
        "With Recto you scan paper with your phone and keep it in one place. Use it with us!":
            "Mit Recto wird Papier mit dem Telefon gescannt und an einem Ort aufbewahrt. Eine Einladung zum Mitmachen!",
        "Do this, one after the other. It takes a few minutes.":
            "Eines nach dem anderen tun. Es dauert ein paar Minuten.",
        "In the network of the station, open {1} and follow it, so that the device trusts the station.":
            "Im Netz der Station {1} öffnen und befolgen, damit das Gerät der Station vertraut.",
        "In the network of the station, open this link: {1}": "Im Netz der Station diesen Link öffnen: {1}",
        "Read the terms, and choose a name and a passcode.":
            "Die Bedingungen lesen, dann einen Namen und einen Code wählen.",
        "Answer three questions, and write down your recovery codes.":
            "Drei Fragen beantworten und die Wiederherstellungscodes aufschreiben.",
        "Go On Setting Up People": "Personen weiter einrichten",
        "Step Before": "Schritt davor",
        "The link is for you alone. It works once, for {1}.": "Der Link ist für eine Person. Er gilt einmal, {1} lang.",
        "Use at least {1} characters.": "Mindestens {1} Zeichen verwenden.",
        "Use at most {1} characters.": "Höchstens {1} Zeichen verwenden.",
        "Use digits only.": "Nur Ziffern verwenden.",
        "This repeats itself. Choose something harder to guess.":
            "Das wiederholt sich. Etwas wählen, das schwerer zu erraten ist.",
        "These characters follow each other. Choose something harder to guess.":
            "Diese Zeichen folgen aufeinander. Etwas wählen, das schwerer zu erraten ist.",
        "This is one of the first that others would try. Choose something else.":
            "Das würden andere als Erstes versuchen. Etwas anderes wählen.",
        "This is little more than the name. Choose something else.":
            "Das ist kaum mehr als der Name. Etwas anderes wählen.",
        "A recovery code has {1} characters. This one has {2}.":
            "Ein Wiederherstellungscode hat {1} Zeichen. Dieser hat {2}.",
        "No recovery code has the character “{1}”.": "Kein Wiederherstellungscode enthält das Zeichen „{1}“.",
        "A character was mistyped. Compare the code with your paper.":
            "Ein Zeichen ist falsch. Den Code mit dem Papier vergleichen.",
        "The two passcodes differ.": "Die beiden Codes sind verschieden.",
        "Sign In Failed": "Anmeldung fehlgeschlagen",
        "Check the name and the passcode, then try again.": "Namen und Code prüfen, dann erneut versuchen.",
        "This name and this recovery code do not belong together.":
            "Dieser Name und dieser Wiederherstellungscode gehören nicht zusammen.",
        "This is not your passcode.": "Das ist nicht der richtige Code.",
        "You may not do this. Ask an owner of the station.":
            "Dafür fehlt die Berechtigung. Einen Eigentümer der Station fragen.",
        "Sign in, then try again.": "Anmelden, dann erneut versuchen.",
        "Confirm that it is you at {1}, then try again.":
            "Unter {1} bestätigen, wer es ist, dann erneut versuchen.",
        "This invitation was used, withdrawn, or is too old. Ask for another one.":
            "Diese Einladung wurde benutzt oder zurückgezogen, oder sie ist zu alt. Um eine andere bitten.",
        "Only this computer can use Recto. To invite people, start it with --listen 0.0.0.0.":
            "Nur dieser Computer kann Recto benutzen. Um Personen einzuladen, Recto mit --listen 0.0.0.0 starten.",
        "They are signed out everywhere and cannot sign in again. Their documents stay; those that only they could see become yours. Their picture and settings are deleted.":
            "Die Person wird überall abgemeldet und kann sich nicht mehr anmelden. Ihre Dokumente bleiben; die, die nur sie sehen konnte, gehen an die Person, die sie entfernt. Bild und Einstellungen werden gelöscht.",
        "Recto keeps what you scan on this station. It sends nothing to anybody else.":
            "Recto bewahrt Scans auf dieser Station auf. Es sendet nichts an andere.",
        "It keeps your name, which of your devices signed in and when, and who changed which document. The people of this station see this; the owner manages it.":
            "Es speichert den Namen, welche eigenen Geräte sich wann angemeldet haben und wer welches Dokument geändert hat. Die Personen dieser Station sehen das; der Eigentümer verwaltet es.",
        "Your passcode is not stored, only a value to check it against. Nobody can read it, not even the owner.":
            "Der Code wird nicht gespeichert, nur ein Wert, mit dem er geprüft wird. Niemand kann ihn lesen, auch der Eigentümer nicht.",
        "Documents that you save can be opened by all owners and members, unless you set “Only me”. Then nobody else of this station sees them.":
            "Gespeicherte Dokumente können alle Eigentümer und Mitglieder öffnen, außer bei „Nur ich“. Dann sieht sie niemand sonst an dieser Station.",
        "Who runs the machine can still read its disk and its backups. If you are removed, your own documents go to an owner.":
            "Wer das Gerät betreibt, kann dennoch seine Festplatte und Sicherungen lesen. Wird die Person entfernt, gehen ihre eigenen Dokumente an einen Eigentümer.",
        "Shared with everyone": "Für alle",
        "Only me": "Nur ich",
        "Who Sees It": "Wer es sieht",
        "Choose who sees it.": "Wählen, wer es sieht.",
        "Changed who sees it": "Geändert, wer es sieht",
        "What others have added stays shared.": "Was andere hinzugefügt haben, bleibt für alle.",
        "What I scan": "Was ich scanne",
        "Default for new documents. Change it on each document.":
            "Voreinstellung für neue Dokumente. In jedem Dokument zu ändern.",
        "Only the person who added a document can make it “Only me”":
            "Nur wer ein Dokument hinzugefügt hat, kann es auf „Nur ich“ stellen",
        "Some of these documents are shared and others yours alone. Share all of them first, or none":
            "Einige dieser Dokumente sind für alle, andere nur die eigenen. Erst alle teilen oder keines",
        "Enter a name.": "Einen Namen eingeben.",
        "Shorten the name to {1} characters.": "Den Namen auf {1} Zeichen kürzen.",
        "Without agreeing you cannot go on.": "Ohne Zustimmung geht es nicht weiter.",
        "Somebody here is called {1} already. Add a letter or your family name.":
            "Hier heißt schon jemand {1}. Einen Buchstaben oder den Nachnamen hinzufügen.",
        "Keep the codes first: nobody can show them again.":
            "Zuerst die Codes aufbewahren: Niemand kann sie noch einmal zeigen.",
        "These codes are new: those that were shown before do not work. Keep these.":
            "Diese Codes sind neu: Die zuvor gezeigten gelten nicht. Diese aufbewahren.",
        "This device has a passkey already.": "Dieses Gerät hat schon einen Passkey.",
        "Use Another Name": "Anderer Name",
        "Confirmed. Now do it once more.": "Bestätigt. Jetzt noch einmal ausführen.",
        "Signed in {1}": "Angemeldet {1}",
        "This was shown only once. If it is lost, make another one.":
            "Das wurde nur einmal gezeigt. Ist es verloren, etwas Neues erstellen.",
        "A new recovery code for “{1}”?": "Ein neuer Wiederherstellungscode für „{1}“?",
        "The codes that this person has printed stop working. The new one is shown once.":
            "Die gedruckten Codes dieser Person gelten dann nicht mehr. Der neue wird einmal gezeigt.",
        "Make new recovery codes?": "Neue Wiederherstellungscodes erstellen?",
        "The codes that were printed before stop working. The new ones are shown once.":
            "Die bisher gedruckten Codes gelten dann nicht mehr. Die neuen werden einmal gezeigt.",
        "In use": "Wird benutzt",
        "In use by {1}": "Wird von {1} benutzt",
        "Invitation withdrawn": "Einladung zurückgezogen",
        "Person removed": "Person entfernt",
        "Role changed": "Rolle geändert",
        "People": "Personen",
        "Session ended": "Sitzung beendet",
        "Passcode changed": "Code geändert",
        "Sign-in": "Anmeldung",
        "Sign in": "Anmelden",
        "The station needs at least one owner": "Die Station braucht mindestens einen Eigentümer",
        "Back": "Zurück",
        "Name": "Name",
        "Passcode": "Code",
        "At least {1} characters. Three or four words are easy to remember and hard to guess.":
            "Mindestens {1} Zeichen. Drei oder vier Wörter sind leicht zu merken und schwer zu erraten.",
        "Passcode again": "Code noch einmal",
        "I have read this and agree.": "Ich habe das gelesen und stimme zu.",
        "I have printed or written them down.": "Ich habe sie gedruckt oder aufgeschrieben.",
        "Step {1} of {2}": "Schritt {1} von {2}",
        "Before you begin": "Vor dem Anfang",
        "What is your name?": "Der eigene Name",
        "Choose a passcode": "Einen Code wählen",
        "Keep your recovery codes": "Die Wiederherstellungs­codes aufbewahren",
        "You sign in with it, and the others see it beside what you did.":
            "Er dient der Anmeldung, und die anderen sehen ihn bei allem, was damit getan wird.",
        "It keeps the others from using the station in your name.":
            "Er verhindert, dass andere die Station unter diesem Namen benutzen.",
        "Each of them lets you in once, if you forget your passcode. They are shown only now: print or write them down.":
            "Mit jedem von ihnen ist einmal eine Anmeldung möglich, falls der Code vergessen ist. Sie werden nur jetzt gezeigt: ausdrucken oder aufschreiben.",
        "(you)": "(selbst)",
        "Role of {1}": "Rolle von {1}",
        "Set Role": "Rolle setzen",
        "New Recovery Code": "Neuer Wiederherstellungscode",
        "Remove {1}": "{1} entfernen",
        "Invite Somebody": "Jemanden einladen",
        "Make Invitation": "Einladung erstellen",
        "Open Invitations": "Offene Einladungen",
        "Until": "Bis",
        "Number {1}": "Nummer {1}",
        "Withdraw": "Zurückziehen",
        "Invitation": "Einladung",
        "Let them scan this with their phone, or send them this text. It is shown only now.":
            "Mit dem Telefon scannen lassen, oder diesen Text senden. Er wird nur jetzt gezeigt.",
        "Text of the invitation": "Text der Einladung",
        "You need an invitation. An owner of the station makes one under Profile, People. The link that Recto showed when it was started leads in, too.":
            "Dafür ist eine Einladung nötig. Ein Eigentümer der Station erstellt sie unter „Profil“, „Personen“. Auch der Link, den Recto beim Start gezeigt hat, führt hinein.",
        "Link or code": "Link oder Code",
        "Print": "Drucken",
        "Where You Are Signed In": "Angemeldete Geräte",
        "Last used": "Zuletzt benutzt",
        "Sign Out": "Abmelden",
        "New passcode": "Neuer Code",
        "At least {1} characters.": "Mindestens {1} Zeichen.",
        "New passcode again": "Neuer Code noch einmal",
        "You are signed out on all other devices.": "Alle anderen Geräte werden abgemeldet.",
        "Change Passcode": "Code ändern",
        "Recovery Codes": "Wiederherstellungscodes",
        "Make New Codes": "Neue Codes erstellen",
        "A recovery code for {1}": "Ein Wiederherstellungscode für {1}",
        "Your new recovery codes": "Die neuen Wiederherstellungscodes",
        "Your former codes are of no use any more. These are shown only now.":
            "Die bisherigen Codes gelten nicht mehr. Diese werden nur jetzt gezeigt.",
        "It opens the account once, for a new passcode. Give it to nobody else. It is shown only now.":
            "Er öffnet das Konto einmal, für einen neuen Code. Niemand anderem geben. Er wird nur jetzt gezeigt.",
        "1 recovery code is left.": "1 Wiederherstellungscode ist übrig.",
        "{1} recovery codes are left.": "{1} Wiederherstellungscodes sind übrig.",
        "You were signed out because your access was changed. Sign in again.":
            "Abgemeldet, weil der Zugang geändert wurde. Bitte neu anmelden.",
        "Locked. Show that it is you.": "Gesperrt. Mit dem Code entsperren.",
        "With your name and passcode for this station.": "Mit Namen und Code für diese Station.",
        "Verifying Information…": "Angaben werden geprüft …",
        "Sign In": "Anmelden",
        "Forgot Passcode?": "Code vergessen?",
        "Switch or Add User": "Person wechseln oder hinzufügen",
        "Switch User": "Person wechseln",
        "Add New User": "Neue Person",
        "Search people": "Personen suchen",
        "Selected": "Ausgewählt",
        "Nobody here has this name.": "Hier hat niemand diesen Namen.",
        "Forgot your passcode?": "Den Code vergessen?",
        "Use one of the recovery codes that you printed, and choose a new passcode. No codes? An owner of the station can give you one.":
            "Einen der gedruckten Wiederherstellungscodes benutzen und einen neuen Code wählen. Keine Codes? Ein Eigentümer der Station kann einen geben.",
        "Recovery code": "Wiederherstellungscode",
        "Save and Sign In": "Sichern und anmelden",
        "Is it you, {1}?": "Als {1} bestätigen",
        "What you are about to do cannot be taken back, or concerns others. After this you are not asked again for five minutes.":
            "Was jetzt folgt, lässt sich nicht zurücknehmen oder betrifft andere. Danach wird fünf Minuten nicht mehr gefragt.",
        "Everybody with access to this station can do everything. Let people sign in to tell who did what, and to have guests who only scan.":
            "Wer Zugang zu dieser Station hat, kann alles tun. Mit Anmeldung ist zu sehen, wer was getan hat, und es gibt Gäste, die nur scannen.",
        "Set Up People": "Personen einrichten",
        "Sign-in and Sessions": "Anmeldung und Sitzungen",
        "Manage People": "Personen verwalten",
        "Lock": "Sperren",
        "Passkeys": "Passkeys",
        "Use a Passkey": "Passkey benutzen",
        "Add Passkey": "Passkey hinzufügen",
        "Passkey added": "Passkey hinzugefügt",
        "Passkey removed": "Passkey entfernt",
        "This passkey did not work. Use your passcode.": "Dieser Passkey wurde nicht angenommen. Den Code benutzen.",
        "Passkeys belong to a name. Open Recto by its name, not by a number, to use them.":
            "Passkeys gehören zu einem Namen. Dafür Recto unter seinem Namen öffnen, nicht unter einer Zahl.",
        "With a passkey you sign in by fingerprint, face or the code of your device, instead of the passcode. You can remove it here at any time.":
            "Ein Passkey meldet mit Fingerabdruck, Gesicht oder dem Code des Geräts an. Er lässt sich hier jederzeit entfernen.",
    ]
}
