extension Catalogue {
    /// Devices: joining, activation and removal.
    static let devices: [String: String] = [
        "No other devices yet": "Noch keine anderen Geräte",
        "Show an activation code here, then scan it with the other device.":
            "Hier einen Aktivierungscode zeigen und mit dem anderen Gerät scannen.",
        "Show Code": "Code zeigen",
        "Only this computer can use Recto": "Nur dieser Computer kann Recto benutzen",
        "Programs": "Programme",
        "Tokens of Programs…": "Token von Programmen …",
        "Token": "Token",
        "New Token": "Neues Token",
        "Make Token": "Token erstellen",
        "Token revoked": "Token widerrufen",
        "Copy the token now: it is not shown again.": "Das Token jetzt kopieren: Es wird nicht noch einmal angezeigt.",
        "A program sends its token with each request to the API: Authorization: Bearer …":
            "Ein Programm sendet sein Token mit jeder Anfrage an die API: Authorization: Bearer …",
        "Read documents": "Dokumente lesen",
        "Add documents": "Dokumente hinzufügen",
        "Everything": "Alles",
        "Finds, shows and exports the documents that everybody sees.":
            "Findet, zeigt und exportiert die Dokumente, die alle sehen.",
        "Adds documents, and sees none.": "Fügt Dokumente hinzu und sieht keine.",
        "Does everything but manage people, devices, programs and sign-ins.":
            "Macht alles, außer Personen, Geräte, Programme und Anmeldungen zu verwalten.",
        "Last used {1}": "Zuletzt benutzt: {1}",
        "Never used": "Nie benutzt",
        "Revoke": "Widerrufen",
        "Revoke the token of “{1}”?": "Das Token von „{1}“ widerrufen?",
        "Revoke the token of {1}": "Das Token von {1} widerrufen",
        "The program can no longer use Recto.": "Das Programm kann Recto nicht mehr benutzen.",
        "Enter a name for the program.": "Einen Namen für das Programm eingeben.",
        "To use a phone or another computer, start Recto with this command, then come back here.":
            "Für ein Telefon oder einen anderen Computer Recto mit diesem Befehl starten, dann hierher zurückkehren.",
        "Scan successful": "Scan erfolgreich",
        "Continue to connect this device.": "Weiter, um dieses Gerät zu verbinden.",
        "Continue": "Fortsetzen",
        "Activation failed": "Aktivierung fehlgeschlagen",
        "Scan Again": "Erneut scannen",
        "This device is now connected": "Dieses Gerät ist jetzt verbunden",
        "Device removed": "Gerät entfernt",
        "{1} device": "{1}-Gerät",
        "Browser": "Browser",
        "Remove this device?": "Dieses Gerät entfernen?",
        "You are using it now. You will be signed out, and need a new code to come back.":
            "Es ist das Gerät, das gerade benutzt wird. Es wird abgemeldet und braucht einen neuen Code.",
        "Remove and Sign Out": "Entfernen und abmelden",
        "Remove “{1}”?": "„{1}“ entfernen?",
        "It will be signed out, and needs a new code to come back. Documents stay.":
            "Es wird abgemeldet und braucht einen neuen Code. Dokumente bleiben.",
        "Remove": "Entfernen",
        "iPhone or iPad": "iPhone oder iPad",
        "Android": "Android",
        "Computer": "Computer",
        "Download the profile": "Das Profil laden",
        "Open this page in Safari. Tap Download, then Allow.":
            "Diese Seite in Safari öffnen. „Laden“ und dann „Zulassen“ tippen.",
        "Install it": "Installieren",
        "Open Settings, tap Profile Downloaded, then Install. Compare the fingerprint under More Details.":
            "In den Einstellungen „Profil geladen“ und dann „Installieren“ tippen. Den Fingerabdruck unter „Mehr Details“ vergleichen.",
        "Turn on trust": "Vertrauen einschalten",
        "In Settings, open General, About, Certificate Trust Settings. Turn on “Recto”.":
            "In den Einstellungen unter „Allgemein“, „Info“, „Zertifikatsvertrauenseinstellungen“ den Schalter „Recto“ einschalten.",
        "Download the certificate": "Das Zertifikat laden",
        "Tap Download.": "„Laden“ tippen.",
        "Open Settings and search for “CA certificate”. Tap Install anyway and choose recto.crt.":
            "In den Einstellungen nach „CA-Zertifikat“ suchen. „Trotzdem installieren“ tippen und recto.crt wählen.",
        "Check it": "Prüfen",
        "Under User credentials, tap Recto and compare the fingerprint.":
            "Unter „Nutzeranmeldedaten“ auf Recto tippen und den Fingerabdruck vergleichen.",
        "Click Download.": "„Laden“ klicken.",
        "Import it": "Importieren",
        "Open your browser’s settings and search for “certificates”. Under Authorities, import recto.crt. On a Mac, open the file and add it to the login keychain.":
            "In den Einstellungen des Browsers nach „Zertifikate“ suchen. Unter „Zertifizierungsstellen“ recto.crt importieren. Auf einem Mac die Datei öffnen und zum Schlüsselbund „Anmeldung“ hinzufügen.",
        "Choose to trust it for websites. Compare the fingerprint first.":
            "Für Websites vertrauen. Vorher den Fingerabdruck vergleichen.",
        "Line up the QR code inside the frame": "Den QR-Code in den Rahmen bringen",
        "No QR code in this photo. Choose another one, or keep scanning.":
            "Kein QR-Code auf diesem Foto. Ein anderes wählen oder weiter scannen.",
        "The QR code in this photo cannot be read. Choose a sharper one, or keep scanning.":
            "Der QR-Code auf diesem Foto ist nicht lesbar. Ein schärferes wählen oder weiter scannen.",
        "This is not an activation code for this station. Scan the one on its Devices page.":
            "Das ist kein Aktivierungscode dieser Station. Den auf ihrer Seite „Geräte“ scannen.",
        "This code is from an older version of Recto. Show a new one on the station’s Devices page.":
            "Dieser Code ist von einer älteren Version von Recto. Auf der Seite „Geräte“ der Station einen neuen zeigen.",
        "This code has expired. Show a new one on the station’s Devices page.":
            "Dieser Code ist abgelaufen. Auf der Seite „Geräte“ der Station einen neuen zeigen.",
        "This code was used before. Show a new one on the station’s Devices page.":
            "Dieser Code wurde schon benutzt. Auf der Seite „Geräte“ der Station einen neuen zeigen.",
        "QR code recognized": "QR-Code erkannt",
        "Hide photos": "Fotos ausblenden",
        "Show photos": "Fotos zeigen",
        "Welcome": "Willkommen",
        "Connect": "Verbinden",
        "Activation code": "Aktivierungscode",
        "Join": "Verbinden",
        "Connect this device": "Dieses Gerät verbinden",
        "Recto encrypts what it sends with a certificate of its own. Let this device trust it once, in three steps. Then its camera can scan.":
            "Recto verschlüsselt mit einem eigenen Zertifikat. Diesem einmal in drei Schritten vertrauen, dann kann die Kamera dieses Geräts scannen.",
        "Download": "Laden",
        "Done?": "Fertig?",
        "Open Recto": "Recto öffnen",
        "Fingerprint (SHA-256)": "Fingerabdruck (SHA-256)",
        "It must be the same as the one that Recto shows: on its Devices page, and by":
            "Er muss mit dem übereinstimmen, den Recto zeigt: auf der Seite „Geräte“ und mit",
        "recto-station --print-join": "recto-station --print-join",
        ". If it is not, stop here.": ". Sonst hier aufhören.",
        "Photos": "Fotos",
        "Show Photos": "Fotos zeigen",
        "Choose a photo": "Ein Foto wählen",
        "A photo of a QR code": "Ein Foto eines QR-Codes",
        "Photos to search for a code": "Fotos, auf denen ein Code gesucht wird",
        "Photo {n}: {n}": "Foto {n}: {n}",
        "Scan result": "Ergebnis des Scans",
        "Show photos here?": "Fotos hier zeigen?",
        "Choose the photos that Recto may show. A photo is sent to the station only when you select it.":
            "Die Fotos wählen, die Recto zeigen darf. Ein Foto geht erst an die Station, wenn es ausgewählt wird.",
        "Not Now": "Nicht jetzt",
        "Choose Photos": "Fotos wählen",
        "(this one)": "(dieses)",
        "Activated": "Aktiviert",
        "Activated {1}": "Aktiviert {1}",
        "Remove {1}, activated {2}": "{1} entfernen, aktiviert {2}",
        "New device? Start here": "Neues Gerät? Hier beginnen",
        "The page shows how a phone or computer trusts Recto. Fingerprint:":
            "Die Seite zeigt, wie ein Telefon oder Computer Recto vertraut. Fingerabdruck:",
        "Addresses of Recto": "Adressen von Recto",
        "Point the other device’s camera here. It opens {1}.":
            "Die Kamera des anderen Geräts hierauf richten. Sie öffnet {1}.",
        "Not secure yet? Open {1} on that device first.": "Noch nicht sicher? Auf dem Gerät zuerst {1} öffnen.",
        "Works once, for {1}, until": "Gilt einmal, {1} lang, bis",
        ". Do not share it.": ". Nicht weitergeben.",
        "New Code": "Neuer Code",
        "People of this station can then sign in here.":
            "Personen dieser Station können sich dann hier anmelden.",
        "This is an invitation. Scan it with the device’s own camera app, or use I Have a Link.":
            "Das ist eine Einladung. Mit der Kamera-App des Geräts scannen oder „Ich habe einen Link“ benutzen.",
        "It can then scan, and open every document of this station.":
            "Es kann dann scannen und jedes Dokument dieser Station öffnen.",
        "Turn on JavaScript for this page, then scan the code again.":
            "JavaScript für diese Seite einschalten, dann den Code erneut scannen.",
        "Welcome to your scan station": "Willkommen an der Scanstation",
        "Scan paper with this device’s camera and keep it in the station’s library.":
            "Papier mit der Kamera dieses Geräts scannen und in der Bibliothek der Station aufbewahren.",
        "Scan Activation Code": "Aktivierungscode scannen",
        "The code is on the station’s Devices page. No code? Open the sign-in link shown when Recto started.":
            "Der Code ist auf der Seite „Geräte“ der Station. Kein Code? Den Anmelde-Link öffnen, den Recto beim Start gezeigt hat.",
        "This computer": "Dieser Computer",
        "Only this computer can use Recto.": "Nur dieser Computer kann Recto benutzen.",
        "This browser": "Dieser Browser",
        "Signed in with the station’s token.": "Mit dem Token der Station angemeldet.",
        "This sign-in link is not valid. Open the link that Recto showed when it was started.":
            "Dieser Anmeldelink ist nicht gültig. Den Link öffnen, den Recto beim Start gezeigt hat.",
        "Open the sign-in link that the station printed at its start, or send its token.":
            "Den Anmelde-Link öffnen, den die Station beim Start gezeigt hat, oder ihr Token senden.",
    ]
}
