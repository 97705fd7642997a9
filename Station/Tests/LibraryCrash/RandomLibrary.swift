import FoundationEssentials
import GRDB
import Recto
import RectoCore
import RectoVision
import StationRules
public import StationStore
import TestSupport

/// A kind of change that people make to a library.
public enum LibraryChange: String, CaseIterable, Sendable {
    case add
    case file
    case fileMany
    case merge
    case movePages
    case splitPages
    case editPages
    case changePage
    case trash
    case restore
    case purge
    case undo
    case read
    case setAside
    case pin
    case addFolder
    case changeFolder
    case removeFolder
    case undoFolder
    case keepView
    case changeView
    case removeView
    case undoView
    case renameName
    case mergeNames
    case removeTag
    case removeName
    case undoName
    case addRule
    case changeRule
    case runRules
    case undoRule
    case rememberSearch
    case forgetSearch
    case addScene
    case annotate
    case deleteScene
    case addNote
    case changeNote
    case deleteNote
    case enter
    case changeEntry
    case attach
    case detach
    case split
    case addPlace
    case changePlace
    case removePlace
    case undoPlace
    case addRound
    case importMap
    case fileIntoPlace
    case addPlan
    case changePlan
    case removePlan
    case undoPlan
    case sharpen
}

/// Makes random changes to a library, reproducible for the same seed and library.
public struct RandomLibrary {
    private let library: Library
    private var random: SeededGenerator
    private let calendar = Calendar(identifier: .gregorian)
    private let query = ListQuery()

    /// The time of the next change.
    private var now: Date

    public init(_ library: Library, seed: UInt64) {
        self.library = library
        random = SeededGenerator(seed: seed)
        now = Date(timeIntervalSince1970: 1_790_000_000 + Double(seed % 1_000_000))
    }

    /// Makes many changes of all kinds, and fills tables that none of them fills.
    public mutating func fill(changes: Int) throws {
        for _ in 0..<3 { try make(.add) }
        for _ in 0..<changes { try make(LibraryChange.allCases.randomElement(using: &random) ?? .add) }
        // Ensures that there is a document with a page that has been read, even if all others are in the trash.
        for change in [LibraryChange.add, .read] { try make(change) }
        try library.arrangePlaces([.init(name: "scan", hidden: false), .init(name: "devices", hidden: true)])
        try library.setCollapsed(true, group: "pinned")
        try library.set("languages", to: ["eng", "deu"])
        try fillTables()
    }

    /// Makes a change, if the library has anything to change.
    public mutating func make(_ change: LibraryChange) throws {
        now += Double(Int.random(in: 1...100_000, using: &random)) / 1000
        switch change {
        case .add: _ = try library.add(try document())
        case .file: try file(count: 1)
        case .fileMany: try fileMany()
        case .merge: if let all = try someAlike(3), all.count > 1 { _ = try library.merge(all, at: now) }
        case .movePages: try movePages(isNew: false)
        case .splitPages: try movePages(isNew: true)
        case .editPages: try editPages()
        case .changePage: try changePage()
        case .trash: if let all = try some(2) { _ = try library.trash(all, at: now) }
        case .restore: if let all = try some(2, inTrash: true) { _ = try library.restore(all, at: now) }
        case .purge: if let all = try some(1, inTrash: true) { _ = try library.purge(all) }
        case .undo: try undo()
        case .read: try read()
        case .setAside:
            if let page = try library.nextUnreadPage() {
                try library.noteFailure(of: page, reason: "too dark", isSetAside: Bool.random(using: &random))
            }
        case .pin: if let id = try some(1)?.first { try library.pin(id, maximum: 1000) }
        case .addFolder: try addFolder()
        case .changeFolder: try changeFolder()
        case .removeFolder: try removeFolder()
        case .undoFolder: try undo(last: .folderChanged)
        case .keepView: try keepView()
        case .changeView:
            if let view = try library.views().randomElement(using: &random) {
                _ = try library.changeView(
                    view.id, query: try newQuery(), isUsual: Bool.random(using: &random), at: now)
            }
        case .removeView:
            if let view = try library.views().randomElement(using: &random) {
                _ = try library.removeView(view.id, at: now)
            }
        case .undoView: try undo(last: .viewChanged)
        case .renameName: try renameName()
        case .mergeNames: try mergeNames()
        case .removeTag: try removeName(of: .tag)
        case .removeName: try removeName(of: Bool.random(using: &random) ? .type : .correspondent)
        case .undoName: try undo(last: .nameChanged)
        case .addRule: _ = try library.addRule(rule(), at: now)
        case .changeRule: try changeRule()
        case .runRules:
            _ = try library.runRules(clock: StationClock(zone: .gmt), at: now)
            _ = try library.fileNextDocument(clock: StationClock(zone: .gmt), at: now)
        case .undoRule: try undo(last: .ruleChanged)
        case .rememberSearch: try library.rememberSearch("\(word()) \(number(1...99))", at: now)
        case .forgetSearch: try library.forgetSearch(try library.recentSearches().randomElement(using: &random))
        case .addScene: try addScene()
        case .annotate: try annotate()
        case .deleteScene:
            if let scene = try library.scenes().randomElement(using: &random) { try library.deleteScene(scene.id) }
        case .addNote:
            if let id = try some(1)?.first { _ = try library.addNote(try NoteText(word()), to: id, at: now) }
        case .changeNote:
            if let (id, note) = try note() {
                _ = try library.changeNote(
                    note, of: id, to: try NoteText(word() + "\nchanged \(number(1...99))"), at: now)
            }
        case .enter:
            _ = try library.add(
                try document(), DocumentEntry(try filing(), added: [attachment(), attachment()]), at: now)
        case .split:
            if let id = try (some(1000) ?? []).first(where: { try library.document($0).pages > 1 }) {
                _ = try library.split(id, maximum: 1, at: now)
            }
        case .changeEntry: try changeEntry()
        case .addPlace: _ = try library.addMapObject(try mapObject(.place), at: now)
        case .changePlace:
            if let place = try places().first {
                _ = try library.changeMapObject(place.id, to: try mapObject(.place), version: place.version, at: now)
            }
        case .removePlace: if let place = try places().first { _ = try library.removeMapObject(place.id, at: now) }
        case .undoPlace, .undoPlan: try undoMap()
        case .sharpen: try sharpen()
        case .addRound: try addRound()
        case .importMap:
            let features = try [MapObjectKind.place, .line, .area].map { kind in
                GeoJSON.Feature(id: kind.rawValue, object: try mapObject(kind))
            }
            _ = try library.addMapObjects(features, at: now)
        case .fileIntoPlace:
            if let place = try places().first, let all = try some(2) {
                _ = try library.file(all, intoPlace: place.id, at: now)
            }
        case .addPlan: try addPlan()
        case .changePlan:
            if let stored = try library.plans().first {
                var plan = stored.plan
                (plan.name, plan.rotation) = (word(), Double(number(0...359)))
                _ = try library.changePlan(stored.id, to: plan, at: now)
            }
        case .removePlan:
            if let plan = try library.plans().first { _ = try library.removePlan(plan.id, at: now) }
        case .attach: if let id = try some(1)?.first { _ = try library.attach(attachment(), to: id, at: now) }
        case .detach:
            if let (id, attachment) = try attached() { _ = try library.detach(attachment, from: id, at: now) }
        case .deleteNote: if let (id, note) = try note() { _ = try library.deleteNote(note, of: id, at: now) }
        }
    }

    // MARK: Choices

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private mutating func word() -> String {
        ["Rent", "Gas bill", "Ärztin", "Zahnarzt 9", "Car “blue”", "Ключ", "2026/11", "a, b", "🙂", "x'y\\z"]
            .randomElement(using: &random) ?? "Rent"
    }

    private mutating func name() -> String { word().filter { $0 != "/" && $0 != "," } }

    /// Returns up to a number of documents; `nil` if there are none.
    private mutating func some(_ count: Int, inTrash: Bool = false) throws -> [Int64]? {
        var query = ListQuery()
        query.filter.isTrash = inTrash
        let all = try library.documents(of: .all(query), calendar: calendar)
        guard !all.isEmpty else { return nil }
        return Array(all.shuffled(using: &random).prefix(count))
    }

    /// Returns documents with the same owner, because only those can be merged.
    private mutating func someAlike(_ count: Int) throws -> [Int64]? {
        guard let all = try some(1000), let first = all.first else { return nil }
        let owner = try library.document(first).owner
        return Array(try all.filter { try library.document($0).owner == owner }.prefix(count))
    }

    /// Returns a note with its document; `nil` if there are none.
    private mutating func note() throws -> (document: Int64, note: Int64)? {
        let all = try (some(1000) ?? []).flatMap { id in try library.notes(of: id).map { (id, $0.id) } }
        return all.first
    }

    /// Returns an attachment with its document; `nil` if there are none.
    private mutating func attached() throws -> (document: Int64, attachment: Int64)? {
        let all = try (some(1000) ?? []).flatMap { id in try library.attachments(of: id).map { (id, $0.id) } }
        return all.first
    }

    private mutating func attachment() -> NewAttachment {
        NewAttachment(name: AttachmentName("\(word()).txt"), mediaType: "text/plain", bytes: picture())
    }

    private mutating func picture() -> [UInt8] {
        // Only a few different ones, so that pages share files.
        let kind = UInt8(number(0...40))
        return [UInt8](repeating: kind, count: 200 + Int(kind))
    }

    private mutating func quad() -> Quad? {
        if Bool.random(using: &random) { return nil }
        let inset = Double.random(in: 0...10, using: &random)
        return try? Quad(
            corners: [
                Point2D(x: inset, y: 1 / 3), Point2D(x: 39.5, y: inset / 7), Point2D(x: 38, y: 29.25),
                Point2D(x: 0.1, y: 28),
            ])
    }

    private mutating func page() throws -> NewDocument.Page {
        var page = NewDocument.Page(
            picture: picture(), size: try PixelSize(width: 40, height: 30), quad: quad(),
            rotation: Rotation.allCases.randomElement(using: &random) ?? .none,
            filter: Filter.allCases.randomElement(using: &random) ?? .color,
            flattening: Flattening.allCases.randomElement(using: &random) ?? .off)
        if number(0...3) == 0 {
            let single = picture()
            page.single = NewDocument.Page.Single(reading: { single }, try fusion(of: page.quad))
        }
        return page
    }

    /// Returns the merge record of a picture of twice the size.
    private mutating func fusion(of quad: Quad?) throws -> FusionRecord {
        FusionRecord(
            size: try PixelSize(width: 20, height: 15), quad: quad.map { $0.map { $0 * 0.5 } }, madeQuad: quad,
            made: PageFusion(frames: number(3...16), noise: 2.5, lostShare: 0.25, lost: [Quad(width: 3, height: 4)]))
    }

    /// Adds a merged picture to a page of a saved document.
    private mutating func sharpen() throws {
        for id in try some(1000) ?? [] {
            for page in try library.pages(of: id) where page.single == nil {
                let single = try library.original(page.original)
                let quad = page.quad
                var sharper = NewDocument.Page(
                    picture: picture() + single, size: try PixelSize(width: 80, height: 60),
                    quad: quad.map { $0.map { $0 * 2 } }, rotation: page.rotation, filter: page.filter,
                    flattening: page.flattening)
                sharper.single = NewDocument.Page.Single(
                    reading: { single },
                    FusionRecord(
                        size: try PixelSize(width: page.width, height: page.height), quad: quad, madeQuad: sharper.quad,
                        made: PageFusion(frames: number(3...16), noise: 1, lostShare: 0, lost: [])))
                if try library.sharpen(page, of: id, as: sharper, at: now) { return }
            }
        }
    }

    private mutating func document() throws -> NewDocument {
        NewDocument(title: word(), captured: now, pages: try (0..<number(1...4)).map { _ in try page() })
    }

    // MARK: Changes

    private mutating func file(count: Int) throws {
        for id in try some(count) ?? [] {
            var entered: [FilingEntry.Field: String] = [
                .title: word(), .folder: "Home/\(name())", .tags: "\(name()), \(name())", .type: name(),
                .correspondent: name(), .state: Bool.random(using: &random) ? "inbox" : "reviewed",
                .date: "20\(number(10...26))-0\(number(1...9))-1\(number(0...9))", .due: "2027-02-28",
                .retained: Bool.random(using: &random) ? "" : "2036-12-31",
            ]
            if number(0...3) == 0 { entered[.serial] = "\(number(1...9_999_999))" }
            do { _ = try library.file(id, try FilingEntry(entered), at: now) } catch StoreError.nameInUse {}
        }
    }

    private mutating func filing() throws -> FilingEntry {
        try FilingEntry([.title: word(), .folder: "Home/\(name())", .tags: name(), .due: "2027-03-01"])
    }

    /// Makes the combined changes of a form.
    private mutating func changeEntry() throws {
        guard let id = try some(1)?.first else { return }
        let removed = try library.attachments(of: id).first.map { Set([$0.id]) } ?? []
        _ = try library.change(
            id, DocumentEntry(try filing(), note: try NoteText(word()), added: [attachment()], removed: removed),
            at: now)
    }

    private mutating func rule() -> FilingRule {
        var rule = FilingRule(name: word())
        rule.conditions.words = name()
        if number(0...2) == 0 { rule.conditions.correspondent = name() }
        (rule.actions.folder, rule.actions.tags, rule.actions.type) = (["Home", name()], [name()], name())
        (rule.actions.title, rule.actions.keepFor) = ("{type} {year}", "\(number(1...9)) years")
        rule.actions.replaces = number(0...4) == 0
        return rule
    }

    /// Adds a rule that files every document.
    public mutating func addRuleForAll() throws {
        var rule = FilingRule(name: word())
        rule.actions.tags = ["by rule"]
        _ = try library.addRule(rule, at: now)
    }

    private mutating func changeRule() throws {
        guard let id = try library.filingRules().randomElement(using: &random)?.id else { return }
        switch number(0...3) {
        case 0: _ = try library.removeRule(id, at: now)
        case 1: _ = try library.moveRule(id, by: 1, at: now)
        case 2: _ = try library.turnRule(id, on: Bool.random(using: &random), at: now)
        default: _ = try library.changeRule(id, to: rule(), at: now)
        }
    }

    private mutating func fileMany() throws {
        let group = try GroupFiling([
            .folder: "Work/\(name())", .addedTags: name(), .removedTags: name(), .state: "reviewed",
        ])
        _ = try library.file(try some(5) ?? [], group, at: now)
    }

    private mutating func movePages(isNew: Bool) throws {
        guard let all = try someAlike(2), all.count > (isNew ? 0 : 1) else { return }
        let pages = try library.pageList(of: all[0]).items.compactMap(\.id).shuffled(using: &random)
        guard pages.count > (isNew ? 1 : 0) else { return }
        let moved = pages.prefix(max(1, pages.count / 2))
        _ = try library.movePages(Set(moved), of: all[0], to: isNew ? nil : all[1], at: now)
    }

    private mutating func editPages() throws {
        guard let id = try some(1)?.first else { return }
        let list = try library.pageList(of: id)
        let (draft, library) = (String(UInt64.random(in: .min ... .max, using: &random), radix: 16), library)
        try library.beginEdit(of: id, in: draft, seeing: list)
        var pages: [(id: Int64?, page: NewDocument.Page)] = try list.items.map { item in
            let picture = try library.original(item.page.original)
            var page = NewDocument.Page(
                picture: picture, size: try PixelSize(width: item.page.width, height: item.page.height),
                quad: item.page.quad, rotation: item.page.rotation + .clockwise90, filter: item.page.filter,
                flattening: Flattening.allCases.randomElement(using: &random) ?? .off)
            if let single = item.page.single, let fusion = item.page.fusion {
                page.single = NewDocument.Page.Single(reading: { try library.original(single) }, fusion)
            }
            return (item.id, page)
        }
        pages.shuffle(using: &random)
        if pages.count > 1 { pages.removeLast() }
        pages.append((nil, try page()))
        _ = try library.saveEdit(in: draft, pages: pages, at: now)
    }

    /// Makes a change as an offline browser does, including a repetition.
    private mutating func changePage() throws {
        guard let id = try some(1)?.first, let page = try library.pages(of: id).first else { return }
        let key = String(UInt64.random(in: .min ... .max, using: &random), radix: 16)
        let request = RequestRecord(key: key, asked: [1], at: now)
        let version = try library.document(id).version
        for _ in 1...2 {
            _ = try library.changePage(
                0, of: id, filter: .photo, rotation: page.rotation + .clockwise90, version: version, for: request,
                at: now)
        }
    }

    private mutating func undo() throws {
        guard let id = try some(1)?.first else { return }
        let kinds: Set<LibraryEvent.Kind> = [.filed, .pagesChanged, .pagesMoved, .merged, .noted, .attached]
        guard let event = try library.events(of: id).filter({ kinds.contains($0.kind) }).randomElement(using: &random)
        else { return }
        _ = try library.undo(EventRange(event.id), at: now)
    }

    private mutating func read() throws {
        guard let page = try library.nextUnreadPage() else { return }
        let box = PageText.Box(left: 10, top: 10, right: 90, bottom: 30)
        let words = (0..<number(0...5)).map { _ in
            PageText.Word(text: name(), box: box, confidence: 0.9, language: "eng")
        }
        let line = PageText.Line(
            box: box, baseline: PageText.Baseline(start: Point2D(x: 10, y: 26), end: Point2D(x: 90, y: 26)),
            direction: .leftToRight, startsParagraph: true, words: words)
        let text = PageText(
            size: try PixelSize(width: 100, height: 80),
            blocks: words.isEmpty ? [] : [PageText.Block(box: box, lines: [line])])
        _ = try library.store(StoredText(text, dotsPerInch: 300), of: page, languages: "eng+deu", at: now)
    }

    private mutating func addFolder() throws {
        let parent = try library.folders().randomElement(using: &random)?.id
        do { _ = try library.addFolder("\(name()) \(number(0...99))", in: parent) } catch StoreError.nameInUse {}
    }

    private mutating func removeFolder() throws {
        guard let folder = try library.folders().randomElement(using: &random) else { return }
        do { _ = try library.removeFolder(folder.id, at: now) } catch StoreError.nameInUse {}
    }

    private mutating func changeFolder() throws {
        let folders = try library.folders()
        guard let folder = folders.randomElement(using: &random) else { return }
        let parent = Bool.random(using: &random) ? folders.randomElement(using: &random)?.id : nil
        do {
            _ = try library.changeFolder(folder.id, name: "\(name()) \(number(0...99))", parent: parent, at: now)
        } catch StoreError.nameInUse, StoreError.folderInItself {}
    }

    private mutating func newQuery() throws -> ListQuery {
        var query = ListQuery()
        query.search(name())
        query.filter.folder = try library.folders().randomElement(using: &random).map { .inside($0.id) }
        query.sort(by: [SortCriterion(.title)])
        return query
    }

    private mutating func keepView() throws {
        let (name, isUsual) = ("\(name()) \(number(0...99))", Bool.random(using: &random))
        do { _ = try library.addView(name, try newQuery(), isUsual: isUsual, at: now) } catch StoreError.nameInUse {}
    }

    /// Undoes the last change of a kind that does not belong to a document.
    private mutating func kind() -> Library.NameKind {
        Library.NameKind.allCases.randomElement(using: &random) ?? .tag
    }

    private mutating func renameName() throws {
        let kind = kind()
        guard let record = try library.names(of: kind).randomElement(using: &random) else { return }
        do {
            _ = try library.rename(record.id, of: kind, to: "\(name()) \(number(1...99))", color: "red", at: now)
        } catch StoreError.nameInUse {}
    }

    private mutating func mergeNames() throws {
        let kind = kind()
        let all = try library.names(of: kind).shuffled(using: &random)
        if all.count > 1 { _ = try library.merge(all[0].id, into: all[1].id, of: kind, at: now) }
    }

    private mutating func removeName(of kind: Library.NameKind) throws {
        guard let record = try library.names(of: kind).randomElement(using: &random) else { return }
        _ = try library.remove(record.id, of: kind, at: now)
    }

    private func undo(last kind: LibraryEvent.Kind) throws {
        let event = try DatabaseQueue(path: library.folder + "/library.sqlite").read { database in
            try Int64.fetchOne(
                database, sql: "SELECT max(id) FROM event WHERE kind = ?", arguments: [kind.rawValue])
        }
        guard let event else { return }
        // Changes already undone or changed since are kept.
        do { _ = try library.undo(EventRange(event), at: now) } catch StoreError.changedSince, StoreError.nameInUse,
            StoreError.folderInItself, StoreError.unknownFolder, StoreError.unknownEvent
        {}
    }

    private mutating func addScene() throws {
        _ = try library.add(
            NewScene(
                title: word(), created: now, picture: picture(), size: try PixelSize(width: 40, height: 30),
                features: picture() + [1], physicalWidth: Bool.random(using: &random) ? 0.21 : nil,
                score: number(0...100)))
    }

    private mutating func annotate() throws {
        guard let scene = try library.scenes().randomElement(using: &random) else { return }
        let annotation = AnnotationRecord(
            x: Double.random(in: 0...1, using: &random), y: 0.1, title: word(), subtitle: "", icon: "info",
            document: try some(1)?.first)
        _ = try library.add(annotation, to: scene.id)
    }

    private mutating func places() throws -> [StoredMapObject] {
        try library.mapObjects([.place]).shuffled(using: &random)
    }

    private mutating func corner() throws -> GeoPoint {
        let (x, y) = (Double(number(-1800...1800)) / 10, Double(number(-800...800)) / 10)
        guard let corner = GeoPoint(longitude: x, latitude: y) else { throw StoreError.unknownMapObject(0) }
        return corner
    }

    private mutating func mapObject(_ kind: MapObjectKind) throws -> MapObject {
        MapObject(
            kind: kind, type: MapType.places.randomElement(using: &random), name: "\(word()) \(number(1...999))",
            note: word(), glyph: ["12", "A", nil].randomElement(using: &random) ?? nil,
            plan: try library.plans().first?.id,
            corners: try (0..<kind.corners.lowerBound).map { _ in try corner() })
    }

    private mutating func addRound() throws {
        let stops = try places().prefix(3).map(\.id)
        guard stops.count > 1 else { return }
        _ = try library.addMapObject(
            MapObject(kind: .round, name: word(), corners: [], stops: stops), at: now)
    }

    /// Makes only one change: a library between two changes is valid, but not expected here.
    private mutating func undoMap() throws {
        let database = try DatabaseQueue(path: library.folder + "/library.sqlite")
        let last = try database.read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM map_change") }
        if let last { try library.undoMapChange(last, at: now) }
    }

    private mutating func addPlan() throws {
        _ = try library.addPlan(
            MapPlan(name: word(), width: 40, height: 30, meters: Double(number(5...50)), center: try corner()),
            picture: picture(), at: now)
    }

    /// Adds rows to tables that no other change fills.
    private mutating func fillTables() throws {
        let database = try DatabaseQueue(path: library.folder + "/library.sqlite")
        let blob = try library.pages(of: try some(1)?.first ?? 1).first?.original
        let (date, word, number) = (now, word(), number(1...9))
        try database.write { database in
            try database.execute(sql: "INSERT INTO person (name) VALUES (?)", arguments: [word])
            let person = database.lastInsertedRowID
            for document in try Int64.fetchAll(database, sql: "SELECT id FROM document WHERE id % 2 = 0") {
                try database.execute(
                    sql: "UPDATE document SET owner = ?, source = 'import' WHERE id = ?", arguments: [person, document])
                try database.execute(
                    sql: "INSERT INTO imported_file (key, document) VALUES (?, ?)",
                    arguments: ["tree \(document)", document])
                guard let blob else { continue }
                try database.execute(
                    sql: """
                        INSERT INTO attachment (document, name, mediaType, size, file, person, at)
                        VALUES (?, ?, ?, ?, ?, ?, ?)
                        """, arguments: [document, "letter.pdf", "application/pdf", 12, blob.text, person, date])
            }
            for page in try Int64.fetchAll(database, sql: "SELECT id FROM page WHERE id % 3 = 0") {
                try database.execute(
                    sql: "INSERT INTO page_code (page, kind, text) VALUES (?, ?, ?)", arguments: [page, "qr", word])
                try database.execute(
                    sql: "UPDATE document SET hasCode = TRUE WHERE id = (SELECT document FROM page WHERE id = ?)",
                    arguments: [page])
            }
            try database.execute(
                sql: "INSERT INTO kept_view (person, name, query) VALUES (?, ?, ?)",
                arguments: [person, word, "text=\(number)"])
            try database.execute(
                sql: "INSERT INTO recent_search (person, text, at) VALUES (?, ?, ?)",
                arguments: [person, word, date])
        }
        // Each call updates the full-text index of a document.
        for id in try some(1000) ?? [] {
            _ = try library.addNote(try NoteText("\(word)\nsecond line"), to: id, at: now)
        }
        for id in try some(1000, inTrash: true) ?? [] {
            _ = try library.addNote(try NoteText("thrown away"), to: id, at: now)
        }
    }
}
