import Recto
import RectoCore
import StationRules

/// Validates an export entry by entry: first its head, then its events, then its documents.
struct ExportCheck {
    /// A sentence that describes the error.
    struct Failure: Error, Hashable {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private var persons: Set<Int64> = []
    private var folders: Set<Int64> = []
    private var tags: Set<Int64> = []
    private var correspondents: Set<Int64> = []
    private var types: Set<Int64> = []
    private var events: Set<Int64> = []
    private(set) var documents: Set<Int64> = []
    private var pages: Set<Int64> = []
    private var notes: Set<Int64> = []
    private var attachments: Set<Int64> = []
    private var originals: Set<Int64> = []
    private var codes: Set<Int64> = []
    private var serials: Set<Int> = []
    private var origins: Set<String> = []
    private var places: Set<Int64> = []
    private var rules: Set<Int64> = []
    private var lastEvent: Int64 = 0

    // MARK: The head

    mutating func add(_ head: ExportedLibrary) throws(Failure) {
        try Self.insert(head.persons.map(\.id), "person", into: &persons)
        guard persons.contains(Library.builtInPerson) else {
            throw Failure("person \(Library.builtInPerson), which every library needs, is missing")
        }
        try addFolders(head.folders)
        try Self.add(head.tags, "tag", to: &tags)
        try Self.add(head.correspondents, "correspondent", to: &correspondents)
        try Self.add(head.types, "type", to: &types)
        for tag in head.tags where TagColor(rawValue: tag.color ?? "") == nil {
            throw Failure("tag \(tag.id) has the unknown color “\(tag.color ?? "")”")
        }
        try Self.requireUnique(head.settings.map(\.name), "setting")
        try Self.requireUnique(head.sidebar.places.map(\.name), "place of the sidebar")
        try Self.requireUnique(head.sidebar.collapsed, "group of the sidebar")
        try Self.requireUnique(head.views.map { "\($0.person) \($0.name)" }, "view")
        try Self.requireUnique(head.searches.map { "\($0.person) \($0.text)" }, "search")
        var views: Set<Int64> = []
        try Self.insert(head.views.map(\.id), "view", into: &views)
        try add(head.rules ?? [])
        for person in head.views.map(\.person) + head.searches.map(\.person) {
            try Self.require(person, "a view or search", "person", in: persons)
        }
        try addScenes(head.scenes)
        if let map = head.map { try add(map) }
    }

    private mutating func add(_ rules: [ExportedLibrary.Rule]) throws(Failure) {
        guard rules.count <= Library.maximumRules else {
            throw Failure("it has \(rules.count) rules, at most: \(Library.maximumRules)")
        }
        try Self.insert(rules.map(\.id), "rule", into: &self.rules)
        for rule in rules {
            try Self.require(rule.person, "rule \(rule.id)", "person", in: persons)
            guard let text = rule.rule.actions.keepFor else { continue }
            guard let duration = FormDuration(text), duration.count <= DocumentForm.maximumYears,
                [.months, .years].contains(duration.unit)
            else { throw Failure("rule \(rule.id) keeps documents for “\(text)”, which cannot be") }
        }
    }

    private mutating func add(_ map: ExportedLibrary.Map) throws(Failure) {
        var (plans, objects): (Set<Int64>, Set<Int64>) = ([], [])
        try Self.insert(map.plans.map(\.id), "plan", into: &plans)
        for plan in map.plans {
            guard let center = GeoPoint(longitude: plan.longitude, latitude: plan.latitude),
                (try? PixelSize(width: plan.width, height: plan.height)) != nil,
                MapPlan(
                    name: plan.name, width: plan.width, height: plan.height, meters: plan.meters, center: center,
                    rotation: plan.rotation
                ).fault == nil
            else { throw Failure("plan \(plan.id) has an invalid size or place") }
        }
        try Self.insert(map.objects.map(\.id), "object of the map", into: &objects)
        try Self.requireUnique(map.objects.compactMap(\.code), "label")
        for object in map.objects {
            let name = "object \(object.id) of the map"
            try Self.require(object.plan, name, "plan", in: plans)
            let corners = MapCorners.places(object.corners)
            guard MapCorners.text(corners) == object.corners, !object.name.isEmpty,
                object.kind == .round || object.kind.corners ~= corners.count
            else { throw Failure("\(name) has invalid corners") }
            guard (object.kind == .place) == (object.code != nil),
                object.code.map({ PlaceLabel(code: $0)?.code == $0 }) ?? true
            else { throw Failure("\(name) has an invalid label") }
            if object.kind == .place { places.insert(object.id) }
        }
        let rounds = Set(map.objects.filter { $0.kind == .round }.map(\.id))
        try Self.requireUnique(map.stops.map { "\($0.round) \($0.position)" }, "stop")
        for stop in map.stops {
            try Self.require(stop.round, "a stop", "round", in: rounds)
            try Self.require(stop.place, "a stop", "place", in: places)
        }
    }

    private mutating func addFolders(_ all: [ExportedLibrary.Folder]) throws(Failure) {
        try Self.insert(all.map(\.id), "folder", into: &folders)
        var parents: [Int64: Int64] = [:]
        var names: Set<String> = []
        for folder in all {
            guard !folder.name.isEmpty else { throw Failure("folder \(folder.id) has no name") }
            guard names.insert("\(folder.parent ?? 0) \(SortKey(folder.name).text)").inserted else {
                throw Failure("folder \(folder.id) has the same name as a sibling: “\(folder.name)”")
            }
            if let parent = folder.parent {
                try Self.require(parent, "folder \(folder.id)", "folder", in: folders)
                parents[folder.id] = parent
            }
        }
        // A path with more steps than there are folders is a cycle.
        var safe: Set<Int64> = []
        for folder in all {
            var way: Set<Int64> = []
            var place: Int64? = folder.id
            while let current = place, !safe.contains(current) {
                guard way.insert(current).inserted else { throw Failure("folder \(folder.id) contains itself") }
                place = parents[current]
            }
            safe.formUnion(way)
        }
    }

    private func addScenes(_ all: [ExportedLibrary.Scene]) throws(Failure) {
        var (scenes, anchors, annotations): (Set<Int64>, Set<Int64>, Set<Int64>) = ([], [], [])
        try Self.insert(all.map(\.anchor.id), "scene", into: &scenes)
        try Self.insert(all.map(\.anchor.anchor), "anchor", into: &anchors)
        try Self.insert(all.flatMap { $0.annotations.map(\.id) }, "annotation", into: &annotations)
        for scene in all where (try? PixelSize(width: scene.anchor.width, height: scene.anchor.height)) == nil {
            throw Failure(
                "scene \(scene.anchor.id) has a picture of \(scene.anchor.width) × \(scene.anchor.height) pixels")
        }
    }

    // MARK: Events and documents

    mutating func add(_ event: ExportedEvent) throws(Failure) {
        guard event.id > lastEvent else { throw Failure("event \(event.id) comes after event \(lastEvent)") }
        lastEvent = event.id
        events.insert(event.id)
        try Self.require(event.person, "event \(event.id)", "person", in: persons)
    }

    mutating func add(_ document: ExportedDocument) throws(Failure) {
        let name = "document \(document.id)"
        try Self.insert([document.id], "document", into: &documents)
        let filing = document.filing
        guard !filing.title.isEmpty else { throw Failure("\(name) has no title") }
        guard filing.version > 0 else { throw Failure("\(name) has the version \(filing.version)") }
        try Self.require(filing.folder, name, "folder", in: folders)
        try Self.require(filing.type, name, "type", in: types)
        try Self.require(filing.correspondent, name, "correspondent", in: correspondents)
        try Self.require(filing.person, name, "person", in: persons)
        try Self.require(filing.owner, name, "person", in: persons)
        try Self.require(filing.place, name, "place", in: places)
        if let serial = filing.serial {
            guard serial > 0, serials.insert(serial).inserted else {
                throw Failure("\(name) has the number \(serial), which is invalid or used twice")
            }
        }
        var own: Set<Int64> = []
        try Self.insert(document.tags, "tag of \(name)", into: &own)
        for tag in document.tags { try Self.require(tag, name, "tag", in: tags) }
        for page in document.pages { try add(page, of: name) }
        for former in document.formerPages {
            try Self.require(former.event, name, "event", in: events)
            try Self.check(former.look, "former page \(former.id) of \(name)")
        }
        try Self.insert(document.notes.map(\.id), "note", into: &notes)
        try Self.insert(document.attachments.map(\.id), "attachment", into: &attachments)
        for person in document.notes.map(\.person) + document.attachments.map(\.person) {
            try Self.require(person, name, "person", in: persons)
        }
        for attachment in document.attachments {
            guard !attachment.name.isEmpty, !attachment.name.contains("/"), attachment.size >= 0 else {
                throw Failure("\(name) has an invalid attachment: “\(attachment.name)”")
            }
        }
        let files = (document.originals ?? []).map(\.file)
        try Self.insert(files.map(\.id), "original file", into: &originals)
        for file in files where file.name.contains("/") || file.size < 0 {
            throw Failure("\(name) has an invalid original file: “\(file.name)”")
        }
        for origin in document.origins where !origins.insert(origin).inserted {
            throw Failure("\(name) was imported from the same place as another one: “\(origin)”")
        }
    }

    private mutating func add(_ page: ExportedDocument.Page, of document: String) throws(Failure) {
        let name = "page \(page.id) of \(document)"
        try Self.insert([page.id], "page", into: &pages)
        try Self.insert(page.codes.map(\.id), "code", into: &codes)
        try Self.check(page.look, name)
        if let text = page.text {
            do { _ = try StoredText(bytes: [UInt8](text.layout)) } catch { throw Failure("\(name): \(error)") }
        }
        if let reading = page.reading {
            guard reading.failures >= 0, reading.state != .read || page.text != nil else {
                throw Failure("\(name) is marked as read, but has no text")
            }
        }
    }

    /// Checks conditions that depend on all documents.
    func finish(_ head: ExportedLibrary) throws(Failure) {
        for (table, last) in head.lastIdentifiers where last < 0 || last > Self.identifiers.upperBound {
            throw Failure("“lastIdentifiers.\(table)” is \(last), which is out of range")
        }
        var pinned: Set<Int64> = []
        try Self.insert(head.sidebar.pins.map(\.document), "pinned document", into: &pinned)
        for pin in head.sidebar.pins { try Self.require(pin.document, "the sidebar", "document", in: documents) }
        for annotation in head.scenes.flatMap(\.annotations) {
            try Self.require(annotation.document, "annotation \(annotation.id)", "document", in: documents)
        }
        let given: [(String, Int64?)] = [
            ("document", documents.max()), ("page", pages.max()), ("event", events.max()), ("folder", folders.max()),
            ("note", notes.max()), ("attachment", attachments.max()), ("original_file", originals.max()),
            ("filing_rule", rules.max()),
        ]
        for case (let table, let greatest?) in given where head.lastIdentifiers[table] ?? 0 < greatest {
            throw Failure("“lastIdentifiers.\(table)” is below \(greatest), which is already assigned")
        }
    }

    // MARK: Parts of it

    /// Identifiers far below SQLite's maximum, which leaves room for new ones.
    private static let identifiers: ClosedRange<Int64> = 1...(1 << 53)

    private static func check(_ look: PageRecord, _ name: String) throws(Failure) {
        try check(look.width, look.height, [look.corners], name)
        guard (look.single == nil) == (look.fusion == nil) else {
            throw Failure("\(name) has only one of “single” and “fusion”")
        }
        guard let fusion = look.fusion else { return }
        try check(fusion.width, fusion.height, [fusion.corners, fusion.madeCorners], "“single” of \(name)")
        guard fusion.made.frames > 1, 0...1 ~= fusion.made.lostShare else {
            throw Failure("\(name) was made of \(fusion.made.frames) frames with \(fusion.made.lostShare) lost")
        }
    }

    private static func check(
        _ width: Int, _ height: Int, _ corners: [[Double]?], _ name: String
    ) throws(Failure) {
        guard (try? PixelSize(width: width, height: height)) != nil else {
            throw Failure("\(name) has \(width) × \(height) pixels")
        }
        for corners in corners.compactMap(\.self) {
            guard corners.count == 8, corners.allSatisfy(\.isFinite) else {
                throw Failure("\(name) has \(corners.count) coordinates of corners, required: 8")
            }
        }
    }

    private static func add(
        _ names: [ExportedLibrary.Name], _ kind: String, to known: inout Set<Int64>
    ) throws(Failure) {
        try insert(names.map(\.id), kind, into: &known)
        var keys: Set<String> = []
        for name in names {
            guard !name.name.isEmpty else { throw Failure("\(kind) \(name.id) has no name") }
            guard keys.insert(SortKey(name.name).text).inserted else {
                throw Failure("\(kind) \(name.id) has the same name as another one: “\(name.name)”")
            }
        }
    }

    private static func insert(_ ids: [Int64], _ kind: String, into known: inout Set<Int64>) throws(Failure) {
        for id in ids {
            guard identifiers ~= id else { throw Failure("the number of \(kind) \(id) is out of range") }
            guard known.insert(id).inserted else { throw Failure("there is a second \(kind) \(id)") }
        }
    }

    private static func require(_ id: Int64?, _ owner: String, _ kind: String, in known: Set<Int64>) throws(Failure) {
        guard let id, !known.contains(id) else { return }
        throw Failure("\(owner) names \(kind) \(id), which is missing")
    }

    private static func requireUnique(_ names: [String], _ kind: String) throws(Failure) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw Failure("there is a second \(kind) “\(name)”") }
    }
}
