extension Catalogue {
    /// Errors in the files of a map, and in its forms.
    static let mapFiles: [String: String] = [
        "The file is larger than {1} MB.": "Die Datei ist größer als {1} MB.",
        "The file is not valid JSON: see byte {1}.": "Die Datei ist kein JSON: siehe Byte {1}.",
        "The file is nested too deep: see byte {1}.": "Die Datei ist zu tief verschachtelt: siehe Byte {1}.",
        "The file has more than {1} values.": "Die Datei hat mehr als {1} Werte.",
        "“features” is missing in the file.": "In der Datei fehlt „features“.",
        "“{1}” is not a feature collection.": "„{1}“ ist keine Sammlung von Objekten.",
        "“type” is missing in the file.": "In der Datei fehlt „type“.",
        "The file has more than {1} features.": "Die Datei hat mehr als {1} Objekte.",
        "Feature {1}: {2}": "Objekt {1}: {2}",
        "it is not a feature.": "Es ist kein Objekt.",
        "its geometry is missing.": "Seine Geometrie fehlt.",
        "its coordinates are missing.": "Seine Koordinaten fehlen.",
        "its geometry “{1}” is not known.": "Seine Geometrie „{1}“ ist nicht bekannt.",
        "a position has a longitude and a latitude.": "Ein Ort hat Länge und Breite.",
        "[{1}, {2}] is not a longitude from -180 to 180 and a latitude from -90 to 90.":
            "[{1}, {2}] ist keine Länge von -180 bis 180 und Breite von -90 bis 90.",
        "a line is a list of positions.": "Eine Linie ist eine Liste von Orten.",
        "it has more than {1} positions.": "Es hat mehr als {1} Orte.",
        "a polygon has a ring.": "Ein Polygon hat einen Ring.",
        "a ring has four positions at least, and ends where it begins.":
            "Ein Ring hat mindestens vier Orte und endet, wo er beginnt.",
        "Two features have the identifier “{1}”.": "Zwei Objekte haben die Kennung „{1}“.",
        "The round “{1}” must have 2 to {2} stops.": "Die Runde „{1}“ muss 2 bis {2} Halte haben.",
        "The round “{1}” stops at “{2}”, which is not a point in the file.":
            "Die Runde „{1}“ hält bei „{2}“, das kein Punkt der Datei ist.",
        "Enter a name of at most {1} characters.": "Einen Namen mit höchstens {1} Zeichen eingeben.",
        "Enter a note of at most {1} characters.": "Eine Notiz mit höchstens {1} Zeichen eingeben.",
        "A marker shows an icon, a picture, a number up to 999, or one or two letters.":
            "Eine Markierung zeigt ein Symbol, ein Bild, eine Zahl bis 999 oder ein bis zwei Buchstaben.",
        "Choose at most {1} points.": "Höchstens {1} Punkte wählen.",
        "Tap the map to place the point, or enter its coordinates.":
            "Auf die Karte tippen, um den Punkt zu setzen, oder seine Koordinaten eingeben.",
        "A line has at least two points.": "Eine Linie hat mindestens zwei Punkte.",
        "An area has at least three points.": "Eine Fläche hat mindestens drei Punkte.",
        "A round has at least two stops.": "Eine Runde hat mindestens zwei Halte.",
        "Enter the width of the plan in meters, from 1 to 10,000.":
            "Die Breite des Plans in Metern eingeben, von 1 bis 10.000.",
        "Enter a rotation from -360 to 360.": "Eine Drehung von -360 bis 360 eingeben.",
        "{1}: {2} labels of {3} × {4} mm ({5})": "{1}: {2} Etiketten zu {3} × {4} mm ({5})",
    ]
}
