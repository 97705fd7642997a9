/// Texts of the map.
public enum MapTexts {
    public static var title: String { localized("Map") }
    public static var search: String { localized("Search the map") }
    public static var coordinates: String { localized("Longitude, latitude") }
    public static var middle: String { localized("Middle: longitude, latitude") }
    public static var plans: String { localized("Floor Plans") }
    public static var labels: String { localized("Print Labels") }
    public static var noPlaces: String { localized("There is no place on the map yet. Add a shelf or a box first.") }
    public static func morePlaces(_ count: Int) -> String {
        localized("\(count) more places are not listed here. Search for them by name.")
    }
    public static var nothing: String { localized("Nothing is on the map yet.") }
    public static var nothingFound: String { localized("Nothing found on the map.") }
    public static var noDocuments: String { localized("No documents here yet.") }
    public static var places: String { localized("Places") }
    public static var shapes: String { localized("Lines and areas") }
    public static var rounds: String { localized("Rounds") }
    public static var captures: String { localized("Captures") }
    public static var added: String { localized("Added to the map") }
    public static var changed: String { localized("Changed on the map") }
    public static var removed: String { localized("Deleted from the map") }
    public static var noFile: String { localized("Choose a file.") }
    public static var noPlanPicture: String { localized("Choose a picture: a JPEG or PNG file.") }
    public static var planPictureAgain: String { localized("Choose the picture again.") }
    public static func noPlace(_ text: String) -> String {
        localized("“\(text)” is not a longitude and latitude, such as 13.4050, 52.5200.")
    }
    public static var importTitle: String { localized("Import GeoJSON") }
    public static var noLabels: String { localized("Choose at least one place.") }
    public static func labelsOfSheet(_ count: Int) -> String { localized("A sheet of this paper has \(count) labels.") }
    public static func onlyHere(_ address: String) -> String {
        localized(
            "Phones cannot open \(address), which is this computer’s own address. Open the station by its address in your network, then print the labels."
        )
    }
    public static func gonePlace(_ name: String) -> String { localized("“\(name)” was deleted from the map.") }
    public static func formerDocuments(_ count: Int) -> String {
        count == 1 ? localized("1 document was in it") : localized("\(count) documents were in it")
    }
    public static var draftIsFiled: String {
        localized("The scan that is not saved yet goes here when you save it.")
    }
    public static var noDirections: String { localized("Turn on your position for distance and direction.") }
    public static var label: String { localized("Label") }

    /// The texts that the browser shows, joined by bars for an attribute.
    public static var markers: String {
        [
            localized("{n} objects"), localized("Your position is not known."), localized("Remove point {n}"),
            localized("Longitude, latitude"), localized("Stop {n}"), localized("Point {n}: arrow keys move it"),
        ].joined(separator: "|")
    }

    public static func new(_ kind: MapObjectKind) -> String {
        switch kind {
        case .place: localized("New Point")
        case .line: localized("New Line")
        case .area: localized("New Area")
        case .round: localized("New Round")
        }
    }

    public static func edit(_ kind: MapObjectKind) -> String {
        switch kind {
        case .place: localized("Edit Point")
        case .line: localized("Edit Line")
        case .area: localized("Edit Area")
        case .round: localized("Edit Round")
        }
    }

    public static func hint(_ kind: MapObjectKind) -> String {
        switch kind {
        case .place: localized("Tap the map where it stands. Drag the point to move it, or enter its coordinates.")
        case .line, .area:
            localized("Tap the map for each point, in their order. Drag a point to move it, or enter coordinates.")
        case .round: localized("Tap the places on the map in the order of the way, or choose them here.")
        }
    }

    public static var planHint: String {
        localized("Drag the plan by its middle, turn it by the point at its right edge, or enter numbers.")
    }
    public static var planMiddle: String { localized("Move the plan") }
    public static var planTurn: String { localized("Turn the plan") }

    public static func several(_ count: Int) -> String { localized("\(count) objects here") }

    public static func documents(_ count: Int) -> String {
        count == 1 ? localized("1 document here") : localized("\(count) documents here")
    }

    public static func stops(_ count: Int) -> String {
        count == 1 ? localized("1 stop") : localized("\(count) stops")
    }

    /// - Parameter hasHeights: Whether the file has heights, which the map does not store.
    public static func imported(_ count: Int, hasHeights: Bool) -> String {
        let text = count == 1 ? localized("1 object added to the map") : localized("\(count) objects added to the map")
        return hasHeights ? localized("\(text), without the heights in the file") : text
    }

    public static func page(_ number: Int) -> String { localized("Page \(number)") }
    public static var filedByLabel: String { localized("Filed by its label") }
    public static func filed(in place: String) -> String { localized("Filed in “\(place)”") }
    public static func draftGoes(to place: String) -> String {
        localized("These scans are filed in “\(place)” when you save them")
    }
    public static func fileDocument(_ title: String) -> String { localized("File “\(title)”") }

    public static func fileDraft(_ pages: Int) -> String {
        pages == 1
            ? localized("File the scan that is not saved yet")
            : localized("File the \(pages) scans that are not saved yet")
    }

    public static func deletePlan(_ name: String) -> Confirmation {
        Confirmation(
            title: localized("Delete “\(name)”?"), text: localized("What stands on the plan stays on the map."),
            confirm: localized("Delete"), cancel: localized("Cancel"))
    }

    /// - Parameter rounds: The rounds that stop there.
    public static func delete(_ name: String, rounds: [String]) -> Confirmation {
        let text = localized("Documents in it stay in the library. You can undo this.")
        let list = rounds.joined(separator: ", ")
        return Confirmation(
            title: localized("Delete “\(name)”?"),
            text: rounds.isEmpty ? text : localized("Rounds lose this stop: \(list).") + " " + text,
            confirm: localized("Delete"),
            cancel: localized("Cancel"))
    }

    /// - Parameter files: Whether scanning the label files something.
    public static func scanned(files: Bool) -> IllustratedMessage {
        .success(
            .done, title: localized("Label recognized"),
            description: files ? localized("Continue to file it there.") : localized("Continue to see what is there."),
            actions: [MessageAction(label: localized("Continue"), destination: .activate)])
    }
}
