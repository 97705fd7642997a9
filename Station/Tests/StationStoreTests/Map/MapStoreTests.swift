import FoundationEssentials
import RectoCore
import StationRules
import StationStore
import TestSupport
import Testing

@Suite struct MapStoreTests {
    private let folder: TemporaryFolder
    private let library: Library
    private let now = Date(timeIntervalSince1970: 1_795_604_400)

    init() throws {
        folder = try TemporaryFolder()
        library = try Library(folder: folder.path("library"))
    }

    private func corner(_ longitude: Double, _ latitude: Double) throws -> GeoPoint {
        try #require(GeoPoint(longitude: longitude, latitude: latitude))
    }

    private func place(_ name: String, _ longitude: Double = 10, type: MapType = .box) throws -> Int64 {
        try library.addMapObject(
            MapObject(kind: .place, type: type, name: name, corners: [try corner(longitude, 50)]), at: now
        ).id
    }

    private func document(_ title: String) throws -> Int64 {
        let page = NewDocument.Page(picture: Array(title.utf8), size: try PixelSize(width: 4, height: 3), quad: nil)
        return try library.add(NewDocument(title: title, captured: now, pages: [page]))
    }

    @Test func aPlaceIsFoundByItsLabelWhateverItIsCalled() throws {
        let id = try place("Box 1")
        let before = try library.mapObject(id)
        let label = try #require(before.code.flatMap { PlaceLabel(code: $0) })
        var object = before.object
        (object.name, object.corners) = ("Box 2", [try corner(11, 51)])
        _ = try library.changeMapObject(id, to: object, version: before.version, at: now)
        #expect(try library.mapObject(labelled: label)?.object == object)
        #expect(try library.mapObject(labelled: try #require(PlaceLabel(code: "0000000000"))) == nil)
        #expect(throws: StoreError.changedMapObject(id)) {
            _ = try library.changeMapObject(id, to: object, version: before.version, at: now)
        }
        #expect(try library.changeMapObject(id, to: object, version: nil, at: now) == nil)
    }

    @Test func changesAreTakenBackUnlessSomethingCameAfterThem() throws {
        let (id, added) = try library.addMapObject(
            MapObject(kind: .area, name: "Cellar", corners: [try corner(0, 0), try corner(1, 0), try corner(1, 1)]),
            at: now)
        var object = try library.mapObject(id).object
        object.corners.append(try corner(0, 1))
        let changed = try #require(try library.changeMapObject(id, to: object, version: nil, at: now))
        #expect(try !library.undoMapChange(added, at: now))
        #expect(try library.undoMapChange(changed, at: now))
        #expect(try library.mapObject(id).object.corners.count == 3)
        #expect(try library.undoMapChange(added, at: now))
        #expect(throws: StoreError.unknownMapObject(id)) { try library.mapObject(id) }
    }

    @Test func aPlaceThatComesBackHasItsLabelDocumentsAndRounds() throws {
        let (first, second, third) = (try place("A"), try place("B", 11), try place("C", 12))
        let round = try library.addMapObject(
            MapObject(kind: .round, name: "Monday", corners: [], stops: [first, second, third]), at: now
        ).id
        #expect(try library.mapObject(round).object.corners.map(\.longitude) == [10, 11, 12])
        let note = try document("Note")
        _ = try library.file([note], intoPlace: second, at: now)
        let before = try library.mapObject(second)
        let change = try library.removeMapObject(second, at: now)
        #expect(try library.document(note).place == nil)
        #expect(try library.mapObject(round).object.corners.map(\.longitude) == [10, 12])
        #expect(try library.undoMapChange(change, at: now))
        #expect(try library.document(note).place == second)
        #expect(try library.mapObject(second).code == before.code)
        #expect(try library.mapObject(round).object.stops == [first, second, third])
    }

    @Test func documentsAreFiledIntoPlacesAndThatIsUndone() throws {
        let (box, shelf) = (try place("Box"), try place("Shelf", 12, type: .shelf))
        let (one, two) = (try document("One"), try document("Two"))
        let events = try #require(try library.file([one, two], intoPlace: box, at: now))
        #expect(try library.documentCounts(inPlaces: [box, shelf]) == [box: 2])
        #expect(try library.documents(inPlace: box, limit: 9).map(\.title).sorted() == ["One", "Two"])
        _ = try library.undo(events, at: now)
        #expect(try library.documentCounts(inPlaces: [box]) == [:])
        // By name and by label, as programs specify it.
        _ = try library.file(one, try FilingEntry([.place: "box"]), at: now)
        #expect(try library.document(one).place == box)
        let label = try #require(try library.mapObject(shelf).code)
        _ = try library.file(one, try FilingEntry([.place: label]), at: now)
        #expect(try library.place(of: one)?.id == shelf)
        #expect(throws: StoreError.unknownPlace("Attic")) {
            _ = try library.file(one, try FilingEntry([.place: "Attic"]), at: now)
        }
        let area = try library.addMapObject(
            MapObject(kind: .area, name: "X", corners: [try corner(0, 0), try corner(1, 0), try corner(1, 1)]), at: now
        ).id
        #expect(throws: StoreError.unknownMapObject(area)) { _ = try library.file([one], intoPlace: area, at: now) }
    }

    @Test func aDraftGoesWhereItsLabelSaid() throws {
        let box = try place("Box")
        try library.setPlace(box, ofDraft: "d1")
        #expect(try library.place(ofDraft: "d1")?.id == box)
        let page = NewDocument.Page(picture: [1], size: try PixelSize(width: 4, height: 3), quad: nil)
        let id = try library.add(NewDocument(title: "T", captured: now, draft: "d1", pages: [page]))
        #expect(try library.document(id).place == box && library.place(ofDraft: "d1") == nil)
        try library.setPlace(box, ofDraft: "d2")
        try library.discard(draft: "d2")
        #expect(try library.place(ofDraft: "d2") == nil)
    }

    @Test func aFileOfTheMapIsAddedAsAWholeAndTakenBackAsAWhole() throws {
        let (first, second) = (try place("A"), try place("B", 11))
        _ = try library.addMapObject(MapObject(kind: .round, name: "R", corners: [], stops: [first, second]), at: now)
        let file = GeoJSON.bytes(of: try library.mapFeatures())
        let (count, change) = try library.addMapObjects(try GeoJSON.features(in: file), at: now)
        #expect(count == 3)
        let rounds = try library.mapObjects([.round])
        #expect(rounds.count == 2 && rounds[0].object.stops != rounds[1].object.stops)
        // A label refers to one place.
        #expect(Set(try library.mapObjects([.place]).compactMap(\.code)).count == 4)
        #expect(try library.undoMapChange(change, at: now))
        #expect(try library.mapObjects().count == 3)
        #expect(GeoJSON.bytes(of: try library.mapFeatures()) == file)
    }

    @Test("MP-1: objects are listed by name, and searched by a part of it")
    func list() throws {
        for name in ["Box 10", "Box 9", "50 %_ off"] { _ = try place(name) }
        #expect(try library.mapObjects().map(\.object.name) == ["50 %_ off", "Box 9", "Box 10"])
        #expect(try library.mapObjects(named: "x 1").map(\.object.name) == ["Box 10"])
        #expect(try library.mapObjects(named: "%_").map(\.object.name) == ["50 %_ off"])
        #expect(try library.mapObjects(limit: 1, offset: 1).map(\.object.name) == ["Box 9"])
        #expect(try library.mapObjectCounts() == [.place: 3] && library.mapObjectCounts(named: "box") == [.place: 2])
    }

    @Test func thePointsAreMadeAnewWhenAMarkerMoves() throws {
        let version = try library.mapVersion()
        let id = try place("A")
        #expect(try library.mapVersion() > version)
        let point = try #require(try library.mapPoints().first)
        #expect(point.id == id && point.type == .box && point.place.longitude == 10)
        let before = try library.mapVersion()
        _ = try document("Nothing to do with the map")
        #expect(try library.mapVersion() == before)
    }

    @Test func plansKeepTheirPicturesUntilTheyCannotComeBack() throws {
        let plan = MapPlan(name: "Cellar", width: 40, height: 30, meters: 12, center: try corner(10, 50))
        let id = try library.addPlan(plan, picture: [1, 2, 3], at: now).id
        let stored = try library.plan(id)
        try library.removeLeftovers()
        #expect(stored.plan == plan && library.hasOriginal(stored.picture))
        let box = try library.addMapObject(
            MapObject(kind: .place, name: "Box", plan: id, corners: [try corner(10, 50)]), at: now
        ).id
        var moved = plan
        (moved.name, moved.rotation) = ("Attic", 90)
        _ = try library.changePlan(id, to: moved, at: now)
        #expect(try library.plans().map(\.plan) == [moved])
        let removal = try library.removePlan(id, at: now)
        #expect(try library.hasOriginal(stored.picture) && library.mapObject(box).object.plan == nil)
        #expect(throws: StoreError.unknownMapObject(id)) { try library.changePlan(id, to: plan, at: now) }
        try library.emptyTrash(at: now + Library.trashMemory + 1)
        #expect(!library.hasOriginal(stored.picture))
        #expect(try !library.undoMapChange(removal, at: now) && library.plans().isEmpty)
    }

    @Test func aPlanThatWasAddedChangedOrRemovedIsUndone() throws {
        let plan = MapPlan(name: "Cellar", width: 40, height: 30, meters: 12, center: try corner(10, 50))
        let (id, adding) = try library.addPlan(plan, picture: [1, 2, 3], at: now)
        let box = try library.addMapObject(
            MapObject(kind: .place, name: "Box", plan: id, corners: [try corner(10, 50)]), at: now
        ).id
        var moved = plan
        (moved.meters, moved.rotation) = (20, 90)
        #expect(try library.changePlan(id, to: plan, at: now) == nil)
        let change = try #require(try library.changePlan(id, to: moved, at: now))
        #expect(try !library.undoMapChange(adding, at: now))
        #expect(try library.undoMapChange(change, at: now))
        #expect(try library.plan(id).plan == plan)
        let removal = try library.removePlan(id, at: now)
        #expect(try library.undoMapChange(removal, at: now))
        #expect(try library.plan(id).plan == plan && library.mapObject(box).object.plan == id)
        // It can only be undone once.
        #expect(try !library.undoMapChange(removal, at: now))
        #expect(try library.undoMapChange(adding, at: now))
        #expect(try library.plans().isEmpty)
    }

    @Test func whatStandsOnTheMapIsInAnExportAndComesBack() throws {
        let plan = try library.addPlan(
            MapPlan(name: "Cellar", width: 40, height: 30, meters: 12, center: try corner(10, 50)), picture: [7],
            at: now
        ).id
        let (first, second) = (try place("A"), try place("B", 11))
        _ = try library.addMapObject(MapObject(kind: .round, name: "R", corners: [], stops: [second, first]), at: now)
        let note = try document("Note")
        _ = try library.file([note], intoPlace: second, at: now)
        try library.export(to: folder.path("export"))
        let other = try Library(folder: folder.path("other"))
        try other.restore(try ExportReader(folder: folder.path("export")))
        #expect(try other.mapObjects() == library.mapObjects() && other.plans() == library.plans())
        #expect(try other.document(note).place == second && other.plan(plan).plan.name == "Cellar")
        #expect(try GeoJSON.bytes(of: other.mapFeatures()) == GeoJSON.bytes(of: library.mapFeatures()))
    }

    @Test func whatIsAPersonsOwnIsOnNobodyElsesMap() throws {
        let box = try place("Box")
        let note = try document("Note")
        try DocumentReader.$current.withValue(.person(Library.builtInPerson)) {
            _ = try library.file(
                note, try FilingEntry([.sharing: DocumentSharing.onlyMe.rawValue, .place: "Box"]), at: now)
            let own = try library.documentCounts(inPlaces: [box])
            #expect(own == [box: 1])
        }
        try DocumentReader.$current.withValue(.shared) {
            let others = try library.documents(inPlace: box, limit: 9)
            let counts = try library.documentCounts(inPlaces: [box])
            #expect(others.isEmpty && counts == [:])
        }
    }
}
