import Foundation
import HTTPTypes
import Recto
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationServer
import StationStore
import TestSupport
import Testing

/// A random sequence of people's actions on the station and the model.
struct ModelRun {
    private enum Step: CaseIterable {
        case importFile, importAgain, importDamaged, capture, captureTwice, retake, retakeOther, delete, restore, move,
            turn, filter
        case formerPicture, save, saveAgain, discard, newDraft, otherDraft, reload, secondView, resume, lateStill,
            stillAgain, lateEdit, restart, editDocument, saveAsNew, split, undo, sharpen,
            sharpenLate, chooseSource
    }

    private let seed: Int
    private var generator: SeededGenerator
    private let folder: TemporaryFolder
    private var station: StationUnderTest?
    private var model = LibraryModel()
    private var names = [DraftName()]
    /// The current draft.
    private var name: DraftName
    /// The open camera views in the order of opening.
    private var views: [(draft: DraftName, scanner: LiveScanner)] = []
    private var pictures = 0
    private var course: [String] = []
    private var lastImport: (key: String, content: LibraryModel.Content)?
    private var lastStill: (draft: DraftName, content: LibraryModel.Content, note: StillNote)?

    /// The number of different papers.
    private static let papers = 4

    init(seed: Int) async throws {
        self.seed = seed
        generator = SeededGenerator(seed: UInt64(seed))
        folder = try TemporaryFolder()
        station = try await StationUnderTest(folder: folder)
        name = names[0]
    }

    /// Takes steps, and checks everything at the end.
    /// - Returns: The number of checked steps.
    mutating func run(steps: Int) async throws -> Int {
        for _ in 0..<steps {
            let step = Step.allCases.randomElement(using: &generator) ?? .capture
            course.append("\(step)")
            try await take(step)
            try await follow()
            try await checkDraft(name)
        }
        try await restart()
        try await checkAll()
        return course.count
    }

    private var comment: Comment { "seed \(seed): \(course.joined(separator: ", "))" }
    private var asked: StationUnderTest { get throws { try #require(station, comment) } }
    private var path: String { "/scan/\(name)" }

    private mutating func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
    private mutating func anyPage() -> LibraryModel.Page? { model[name].pages.randomElement(using: &generator) }

    /// A window with an unchanged draft continues in a new one if the document's pages have changed.
    private mutating func follow() async throws {
        guard model[name].edited != nil, !model[name].hasEnded else { return }
        guard let location = try await asked.get("\(path)/pages").location else { return }
        if let draft = DraftName(location.split(separator: "/")[1]) { return try await goOn(in: draft) }
        // The document was moved to the trash.
        #expect(model.isSuperseded(name) && location.hasPrefix("/documents/"), comment)
        name = DraftName()
        names.append(name)
    }

    /// Switches to a draft that replaced an unchanged one.
    private mutating func goOn(in draft: DraftName) async throws {
        guard draft != name else { return }
        #expect(model.isSuperseded(name) && !names.contains(draft), comment)
        let document = try #require(model[name].edited?.document, comment)
        model[name].isDiscarded = true
        name = draft
        try await begin(document)
    }

    /// Begins a draft with copies of a document's pages.
    private mutating func begin(_ document: Int64) async throws {
        names.append(name)
        let sheets = model.documents[document] ?? []
        model[name].edited = (document, sheets)
        model[name].pages = zip(try await numbers(), sheets).map {
            LibraryModel.Page(number: $0, look: $1.look, origin: $1.identity)
        }
        #expect(model[name].pages.count == sheets.count, comment)
    }

    // MARK: Steps

    private mutating func take(_ step: Step) async throws {
        switch step {
        case .importFile: try await importFile()
        case .importAgain: try await importAgain()
        case .importDamaged:
            let answer = try await asked.post("\(path)/import", bytes: [1, 2, 3])
            #expect(answer.status == (model[name].hasEnded ? .gone : .unprocessableContent), comment)
        case .capture: try await capture(times: 1)
        case .captureTwice: try await capture(times: 2)
        case .retake: try await retake(other: false)
        case .retakeOther: try await retake(other: true)
        case .delete: try await delete()
        case .restore: try await restore()
        case .move: try await move()
        case .turn: try await edit("rotate") { $0.rotation = $0.rotation + .clockwise90 }
        case .filter: try await edit("filter", "filter=grayscale") { $0.filter = .grayscale }
        case .formerPicture: try await formerPicture()
        case .save: try await save()
        case .saveAgain: try await saveAgain()
        case .discard: if random(0..<4) == 0 { try await discard() }
        case .newDraft:
            name = DraftName()
            names.append(name)
        case .otherDraft: name = names.randomElement(using: &generator) ?? name
        case .reload: try await reload()
        case .secondView: _ = try await openView()
        case .resume:
            if let view = views.randomElement(using: &generator) {
                await view.scanner.answer(ScannerAction(kind: .resume))
            }
        case .lateStill: try await lateStill()
        case .stillAgain: try await stillAgain()
        case .lateEdit: try await lateEdit()
        case .restart: try await restart()
        case .editDocument: try await editDocument()
        case .saveAsNew: try await saveAsNew()
        case .split: try await split()
        case .undo: try await undo()
        case .sharpen: try await sharpen(isLate: false)
        case .sharpenLate: try await sharpen(isLate: true)
        case .chooseSource: try await chooseSource()
        }
    }

    private mutating func newPicture(of paper: Int? = nil) -> LibraryModel.Content {
        pictures += 1
        return LibraryModel.Content(paper: paper ?? random(0..<Self.papers), number: pictures)
    }

    private mutating func importFile() async throws {
        let (content, key) = (newPicture(), DraftName().text)
        lastImport = (key, content)
        try await send(content, key: key)
    }

    /// Imports the same file again, as after a lost response.
    private mutating func importAgain() async throws {
        guard let lastImport else { return }
        try await send(lastImport.content, key: lastImport.key)
    }

    private mutating func send(_ content: LibraryModel.Content, key: String) async throws {
        let header = try #require(HTTPField.Name("Idempotency-Key"))
        let answer = try await asked.ask(
            .post, "\(path)/import", Paper.file(content), headers: [header: key])
        guard !model[name].hasEnded else { return #expect(answer.status == .gone, comment) }
        let number = try #require(answer.location?.split(separator: "/").last.flatMap { Int($0) }, comment)
        if let known = model[name].keys[key] { return #expect(number == known, comment) }
        #expect(model[name].page(number) == nil, comment)
        model[name].keys[key] = number
        model[name].pages.append(LibraryModel.Page(number: number, look: LibraryModel.PageState(content: content)))
    }

    private mutating func capture(times: Int) async throws {
        guard let scanner = try await openView() else { return }
        let content = newPicture()
        let note = Paper.note(replacing: nil)
        for _ in 0..<times { await still(content, note, to: scanner) }
        lastStill = (name, content, note)
        try add(content, await numbers())
    }

    /// Sends a stored still again from another view, as if it had not been acknowledged, whatever happened to the
    /// draft.
    private mutating func stillAgain() async throws {
        guard let (draft, content, note) = lastStill else { return }
        name = draft
        let scanner = try await asked.scanner(draft)
        await scanner.begin(replacing: nil)
        let answer = await still(content, note, to: scanner)
        #expect(answer.handled == note.key, comment)
        await scanner.end()
        if model[draft].hasEnded { #expect(answer.destination == "/scan/\(draft)", comment) }
    }

    /// Sends a still that arrives after the draft may have ended, and then begins a new one.
    private mutating func lateStill() async throws {
        guard let view = views.randomElement(using: &generator) else { return }
        let content = newPicture()
        let answer = await still(content, Paper.note(replacing: nil), to: view.scanner)
        name = view.draft
        guard model[name].hasEnded else { return try add(content, await numbers()) }
        let destination = try #require(answer.destination, comment)
        let rescued = try #require(DraftName(destination.split(separator: "/")[1]), comment)
        #expect(rescued != name, comment)
        names.append(rescued)
        name = rescued
        try add(content, await numbers())
    }

    /// Records the page that is new in the draft.
    private mutating func add(_ content: LibraryModel.Content, _ numbers: [Int]) throws {
        let known = Set(model[name].pages.map(\.number))
        let new = numbers.filter { !known.contains($0) }
        #expect(new.count == 1 && numbers.last == new.first, comment)
        model[name].pages.append(
            LibraryModel.Page(number: try #require(new.first, comment), look: LibraryModel.PageState(content: content)))
    }

    private mutating func retake(other: Bool) async throws {
        guard let page = anyPage(), let scanner = try await openView(replacing: page.number) else { return }
        let shift = other ? random(1..<Self.papers) : 0
        let content = newPicture(of: (page.content.paper + shift) % Self.papers)
        let answer = await still(content, Paper.note(replacing: page.number), to: scanner)
        guard other else {
            #expect(answer.display.question == nil && answer.destination != nil, comment)
            let index = try #require(model[name].pages.firstIndex(of: page), comment)
            model[name].pages[index].former = page.look
            model[name].pages[index].look = page.look.taken(content)
            return
        }
        #expect(answer.display.question != nil, comment)
        try add(content, await numbers())
        let added = try #require(model[name].pages.last, comment)
        switch random(0..<4) {
        case 0:
            await scanner.answer(ScannerAction(kind: .replace))
            model[name].pages.removeLast()
            let index = try #require(model[name].pages.firstIndex(of: page), comment)
            model[name].pages[index] = added
            model[name].deleted.append(page)
        case 1:
            await scanner.answer(ScannerAction(kind: .delete))
            model[name].deleted.append(model[name].pages.removeLast())
        case 2: await scanner.answer(ScannerAction(kind: .add))
        default: break
        }
    }

    private mutating func delete() async throws {
        guard let page = anyPage() else { return }
        // The second time it no longer exists, and redirects.
        for _ in 0..<random(1..<3) {
            let status = try await asked.post("\(path)/pages/\(page.number)/delete").status
            #expect(status == (model[name].hasEnded ? .gone : .seeOther), comment)
        }
        guard !model[name].hasEnded else { return }
        model[name].pages.removeAll { $0 == page }
        model[name].deleted.append(page)
    }

    private mutating func restore() async throws {
        guard let page = model[name].deleted.randomElement(using: &generator) else { return }
        let place = random(0..<4)
        for _ in 0..<random(1..<3) {
            let answer = try await asked.post("\(path)/pages/\(page.number)/restore?place=\(place)")
            #expect(answer.status == (model[name].hasEnded ? .gone : .seeOther), comment)
        }
        guard !model[name].hasEnded else { return }
        model[name].deleted.removeAll { $0 == page }
        model[name].pages.insert(page, at: min(place, model[name].pages.count))
    }

    private mutating func move() async throws {
        guard let page = anyPage() else { return }
        let place = random(0..<model[name].pages.count)
        let status = try await asked.post("\(path)/pages/\(page.number)/move", "place=\(place)").status
        guard !model[name].hasEnded else { return #expect(status == .gone, comment) }
        model[name].pages.removeAll { $0 == page }
        model[name].pages.insert(page, at: place)
    }

    private mutating func edit(
        _ action: String, _ form: String = "", _ change: (inout LibraryModel.PageState) -> Void
    ) async throws {
        guard let page = anyPage() else { return }
        let status = try await asked.post("\(path)/pages/\(page.number)/\(action)", form).status
        #expect(status == (model[name].hasEnded ? .gone : .seeOther), comment)
        guard !model[name].hasEnded, let index = model[name].pages.firstIndex(of: page) else { return }
        change(&model[name].pages[index].look)
    }

    private mutating func formerPicture() async throws {
        guard let page = anyPage() else { return }
        let status = try await asked.post("\(path)/pages/\(page.number)/former").status
        guard !model[name].hasEnded else { return #expect(status == .gone, comment) }
        #expect(status == (page.former == nil ? .conflict : .seeOther), comment)
        guard let former = page.former, let index = model[name].pages.firstIndex(of: page) else { return }
        model[name].pages[index].former = page.look
        model[name].pages[index].look = former
    }

    private mutating func save() async throws {
        let answer = try await asked.post("\(path)/save")
        let draft = model[name]
        if let known = draft.document { return #expect(answer.location == "/documents/\(known)?done=saved", comment) }
        guard !draft.isDiscarded else { return #expect(answer.status == .gone, comment) }
        guard !draft.pages.isEmpty else {
            // The gallery of a document offers its options.
            let isLedOn = answer.location == "\(path)/pages"
            return #expect(draft.edited == nil ? answer.status == .conflict : isLedOn, comment)
        }
        let edited = model[name].edited?.document
        // It redirects elsewhere if the document has changed.
        if edited != nil, model.isOutdated(name) {
            #expect(answer.location == "\(path)/pages", comment)
            return
        }
        let text = try #require(answer.location?.firstMatch(of: /documents\/(\d+)/), comment).output.1
        let document = try #require(Int64(text), comment)
        #expect(edited.map { $0 == document } ?? (model.documents[document] == nil), comment)
        let before = model.documents[document]
        model.save(name, as: document, isNew: edited == nil)
        guard let before, let after = model.documents[document] else { return }
        let event = answer.location?.firstMatch(of: /undo=(\d+)/)?.output.1
        #expect((event != nil) == (before != after), comment)
        guard let event else { return }
        model.changes.append(
            LibraryModel.Change(
                undo: "/documents/\(document)/undo/\(event)", before: [document: before], after: [document: after]))
    }

    // MARK: Documents

    private mutating func anyDocument() -> Int64? { model.documents.keys.sorted().randomElement(using: &generator) }

    /// Opens the pages of a document, and continues in its draft.
    private mutating func editDocument() async throws {
        guard let document = anyDocument() else { return }
        let location = try #require(try await asked.post("/documents/\(document)/draft").location, comment)
        let draft = try #require(DraftName(location.split(separator: "/")[1]), comment)
        if let known = model.draft(editing: document) {
            name = known
            return try await goOn(in: draft)
        }
        #expect(!names.contains(draft), comment)
        name = draft
        try await begin(document)
    }

    /// Saves the pages of an editing draft as a new document.
    private mutating func saveAsNew() async throws {
        let edits = names.filter { !model[$0].hasEnded && model[$0].edited != nil && !model[$0].pages.isEmpty }
        guard let draft = edits.randomElement(using: &generator) else { return }
        name = draft
        let answer = try await asked.post("\(path)/save?as=new")
        let text = try #require(answer.location?.firstMatch(of: /documents\/(\d+)\?done=saved$/), comment).output.1
        let document = try #require(Int64(text), comment)
        #expect(model.documents[document] == nil, comment)
        model.save(draft, as: document, isNew: true)
    }

    /// Moves some pages of a document to a new one.
    private mutating func split() async throws {
        guard let document = anyDocument(), let before = model.documents[document] else { return }
        let identifiers = try pages(of: document)
        #expect(identifiers.count == before.count, comment)
        let chosen = before.indices.filter { _ in Bool.random(using: &generator) }
        let form = chosen.map { "page-\(identifiers[$0])=on" }.joined(separator: "&")
        let answer = try await asked.post("/documents/\(document)/move", form)
        guard 1..<before.count ~= chosen.count else {
            return #expect(answer.status == (chosen.isEmpty ? .badRequest : .conflict), comment)
        }
        let found = try #require(answer.location?.firstMatch(of: /documents\/(\d+)\?.*undo=([0-9-]+)/), comment).output
        let new = try #require(Int64(found.1), comment)
        #expect(model.documents[new] == nil, comment)
        let after = [
            new: chosen.map { before[$0] }, document: before.indices.filter { !chosen.contains($0) }.map { before[$0] },
        ]
        model.documents.merge(after) { $1 }
        model.changes.append(
            LibraryModel.Change(undo: "/documents/\(new)/undo/\(found.2)", before: [document: before], after: after))
    }

    /// Undoes the last change or an earlier one.
    private mutating func undo() async throws {
        guard let index = model.changes.indices.randomElement(using: &generator) else { return }
        // Changes with later changes are only partly undone, which this model does not cover.
        let change = model.changes[index]
        guard change.after.allSatisfy({ model.documents[$0.key] == $0.value }) else { return }
        model.changes.remove(at: index)
        let location = try await asked.post(change.undo).location
        #expect(location?.hasSuffix("?done=undone") == true, comment)
        let isUndone = model.undo(change)
        #expect(isUndone, comment)
    }

    private func pages(of document: Int64) throws -> [Int64] {
        try Library(folder: folder.path("station")).pageList(of: document).items.compactMap(\.id)
    }

    /// Goes back and presses the button again.
    private mutating func saveAgain() async throws {
        guard let ended = names.first(where: { model[$0].document != nil }), let document = model[ended].document else {
            return
        }
        #expect(try await asked.post("/scan/\(ended)/save").location == "/documents/\(document)?done=saved", comment)
    }

    private mutating func discard() async throws {
        let status = try await asked.post("\(path)/discard").status
        if model[name].document != nil { return #expect(status == .gone, comment) }
        #expect(status == .seeOther, comment)
        model[name].isDiscarded = true
    }

    private mutating func reload() async throws {
        while let view = views.popLast() { await view.scanner.end() }
        _ = try await openView()
    }

    // MARK: Sharper pictures

    /// Adds a merged picture to a captured page, whatever happened to the page.
    /// - Parameter isLate: Whether the page may belong to any draft, and the picture may have been replaced.
    private mutating func sharpen(isLate: Bool) async throws {
        let chosen = isLate ? names.randomElement(using: &generator) ?? name : name
        let all = model[chosen].pages + model[chosen].deleted
        guard let page = all.randomElement(using: &generator) else { return }
        let draft = try await asked.scanner(chosen).draft
        let isThere = model[chosen].page(page.number) != nil && !model[chosen].hasEnded
        let known = await draft.page(page.number)
        #expect((known != nil) == isThere, comment)
        // A picture with another number was replaced.
        let picture = isLate ? random(1..<9) : known?.picture ?? page.number
        let fused = try Paper.fused(page.content)
        let isDone = try? await draft.sharpen(page.number, picture, with: fused, Paper.sharper(page.content))
        let isFitting = isThere && picture == known?.picture && !page.look.isSharper && !page.look.isSetAside
        #expect((isDone ?? false) == isFitting, comment)
        guard isFitting, let index = model[chosen].pages.firstIndex(of: page) else { return }
        model[chosen].pages[index].look.isSharper = true
    }

    private mutating func chooseSource() async throws {
        let isSharper = Bool.random(using: &generator)
        try await edit("source", "source=\(isSharper ? "fused" : "single")") { look in
            guard look.isSharper || look.isSetAside else { return }
            (look.isSharper, look.isSetAside) = (isSharper, !isSharper)
        }
    }

    /// Changes to an ended draft are refused.
    private mutating func lateEdit() async throws {
        guard let ended = names.filter({ model[$0].hasEnded }).randomElement(using: &generator) else { return }
        let file = try Paper.file(LibraryModel.Content(paper: 0, number: 0))
        #expect(try await asked.post("/scan/\(ended)/import", bytes: file).status == .gone, comment)
        for route in ["delete", "restore?place=0", "move", "retake", "former", "rotate"] {
            let answer = try await asked.post("/scan/\(ended)/pages/1/\(route)", "place=0")
            #expect(answer.status == .gone, comment)
        }
    }

    /// Kills the station, and starts it again.
    private mutating func restart() async throws {
        views = []
        station = nil
        // Remaining tasks will release the library soon.
        while station == nil {
            do { station = try await StationUnderTest(folder: folder) } catch { await Task.yield() }
        }
    }

    // MARK: The camera

    /// Opens a view on the draft; returns `nil` if the draft has ended, which the view must show.
    private mutating func openView(replacing page: Int? = nil) async throws -> LiveScanner? {
        let scanner = try await asked.scanner(name)
        await scanner.begin(replacing: page)
        await scanner.setCamera(.ready)
        views.append((name, scanner))
        let answer = await scanner.answer()
        guard !model[name].hasEnded else {
            #expect(answer.destination == path, comment)
            return nil
        }
        #expect(answer.display.pages == model[name].pages.count, comment)
        return scanner
    }

    @discardableResult
    private func still(_ content: LibraryModel.Content, _ note: StillNote, to scanner: LiveScanner) async
        -> ScannerAnswer
    {
        guard let file = try? Paper.file(content), let message = try? Uplink.still(file, note),
            let uplink = try? LiveUplink(message)
        else { return await scanner.answer() }
        return await scanner.answer(uplink)
    }

    // MARK: Checks

    /// Returns the numbers of the draft's pages as shown in the gallery.
    private func numbers() async throws -> [Int] {
        let answer = try await asked.get("\(path)/pages")
        guard answer.status == .ok else { return [] }
        return answer.text.matches(of: /<li><a href="[^"]+\/pages\/(\d+)"/).compactMap { Int($0.output.1) }
    }

    private func checkDraft(_ name: DraftName) async throws {
        if model[name].hasEnded {
            #expect(try await asked.get("/scan/\(name)/pages").status == .gone, comment)
        } else {
            #expect(try await numbers() == model[name].pages.map(\.number), comment)
        }
    }

    private mutating func checkAll() async throws {
        for name in names {
            self.name = name
            try await follow()
            try await checkDraft(self.name)
            for page in model[self.name].pages where !model[self.name].hasEnded {
                let original = try await asked.get("\(path)/pages/\(page.number)/original").body
                #expect(try original == Paper.shown(page.look), comment)
            }
        }
        let open = names.filter { !model[$0].hasEnded && !model[$0].pages.isEmpty }
        // Unchanged drafts of documents are not listed.
        let least = open.filter { !model.isUnchanged($0) }
        let listed = try await asked.get("/drafts").text.matches(of: /<time/).count
        #expect(least.count...open.count ~= listed, comment)
        station = nil
        try checkLibrary(await library())
    }

    /// Returns the library after the station has released it.
    private func library() async -> Library {
        while true {
            if let library = try? Library(folder: folder.path("station")) { return library }
            await Task.yield()
        }
    }

    private func checkLibrary(_ library: Library) throws {
        #expect(try library.documentCount() == model.documents.count, comment)
        for (document, sheets) in model.documents {
            let pages = try library.pages(of: document)
            let originals = try pages.map { try library.original($0.original) }
            #expect(try originals == sheets.map { try Paper.shown($0.look) }, comment)
            // A page's first picture is kept whatever it shows.
            let single = try pages.map { try library.original($0.single ?? $0.original) }
            #expect(try single == sheets.map { try Paper.file($0.look.content) }, comment)
        }
    }
}

/// Small pictures of papers with different print.
enum Paper {
    /// Returns a PNG file that differs for each picture of a paper.
    static func file(_ content: LibraryModel.Content) throws -> [UInt8] {
        let size = try PixelSize(width: 160, height: 224)
        var pixels = [UInt8](repeating: 60, count: size.area)
        var random = SeededGenerator(seed: UInt64(content.paper) &+ 1)
        for y in 12..<212 { for x in 10..<150 { pixels[y * size.width + x] = 235 } }
        for row in stride(from: 20, to: 204, by: 10) {
            var x = 16
            while x < 140 {
                let width = Int.random(in: 3...16, using: &random)
                for y in row..<row + 5 {
                    for column in x..<min(x + width, 144) { pixels[y * size.width + column] = 40 }
                }
                x += width + Int.random(in: 2...6, using: &random)
            }
        }
        var noise = CameraNoise(seed: UInt64(content.paper))
        noise.add(to: &pixels, width: size.width)
        // Distinguishes the pictures of the same paper.
        for bit in 0..<16 { pixels[bit] = content.number >> bit & 1 == 0 ? 40 : 90 }
        return try PNGWriter().encode(.gray(GrayImage(size: size, packed: pixels)))
    }

    /// Returns the picture that a page shows.
    static func shown(_ look: LibraryModel.PageState) throws -> [UInt8] {
        try look.isSharper ? sharper(look.content) : file(look.content)
    }

    /// Returns a picture of twice the size as a JPEG file.
    static func sharper(_ content: LibraryModel.Content) throws -> [UInt8] {
        try JPEGWriter.standard.encode(fused(content).page.original.raster)
    }

    /// Returns a merged picture, to accompany the captured one of a page.
    static func fused(_ content: LibraryModel.Content) throws -> FusedPage {
        let captured = Page(try PictureReader(layout: .gray).read(bytes: file(content)).pixels, quad: quad)
        let size = try PixelSize(width: 2 * captured.originalSize.width, height: 2 * captured.originalSize.height)
        guard case .gray(let image) = captured.original else { throw PictureError.unknownFormat }
        let small = image.packedBytes
        let pixels = (0..<size.area).map { small[$0 / size.width / 2 * (size.width / 2) + $0 % size.width / 2] }
        var page = Page(.gray(try GrayImage(size: size, packed: pixels)), quad: quad.map { $0 * 2 })
        page.fusion = PageFusion(frames: 8, noise: 2, lostShare: 0, lost: [])
        return FusedPage(page: page, scale: 2, captured: captured)
    }

    private static let quad = Quad(width: 140, height: 200).map { $0 + Point2D(x: 10, y: 12) }

    /// Returns the note for a still of a paper.
    static func note(replacing page: Int?) -> StillNote {
        let (left, right, top, bottom) = (10.0 / 160, 150.0 / 160, 12.0 / 224, 212.0 / 224)
        return StillNote(
            key: DraftName().text, quad: [left, top, right, top, right, bottom, left, bottom], filter: .color,
            replaces: page)
    }
}
