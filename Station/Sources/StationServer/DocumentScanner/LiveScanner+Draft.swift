import FoundationEssentials
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore

extension LiveScanner {
    /// Takes note of what has changed in the draft.
    func follow() async {
        while let snapshot = await draft.snapshot(since: version) {
            version = snapshot.version
            guard snapshot.end == nil else { return destination = destination ?? "/scan/\(draft.name)" }
            noteSharper(snapshot.pages)
            pages = snapshot.pages
            handle(.elsewhere(snapshot.scanning != nil && snapshot.scanning != view))
            handle(.pages(pages.map(\.id.number)))
            await learn()
            // The view that scanned has closed.
            if snapshot.scanning == nil { await resume() }
        }
    }

    /// Takes note of pages that were made of several pictures meanwhile: the engine knows them as before.
    private func noteSharper(_ changed: [ScanSession.SessionPage]) {
        let before = Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, $0) })
        for page in changed {
            let number = page.id.number
            guard let former = before[number], former.picture != page.picture, former.cameAs == page.cameAs else {
                continue
            }
            if known[number] == former.picture { known[number] = page.picture }
            if let warning = SharperPage(page)?.warning, told.insert(number).inserted { handle(.notice(warning)) }
        }
    }

    /// Scans in this view from now on.
    func resume() async {
        guard let view, (try? await draft.resume(view)) != nil else { return }
        engine.resume(after: pages.last?.id.number)
        if let replaced = machine.replaced {
            engine.expect(replaced)
            try? await draft.retake(replaced, in: view)
        }
    }

    /// Tells the engine which pages there are, so that it captures none of them again, and those that are gone may come again.
    private func learn() async {
        let current = Dictionary(uniqueKeysWithValues: pages.map { ($0.id.number, $0.picture) })
        for page in known.keys where current[page] != known[page] && page != refusedPage {
            engine.forget(page)
            known[page] = nil
        }
        guard current != known.filter({ $0.key != refusedPage }) else { return }
        for (page, signatures) in await draft.signatures() where known[page] == nil {
            for signature in signatures { engine.know(signature, as: page) }
            known[page] = current[page]
        }
    }

    func retake(_ page: Int, returns: Bool) async {
        guard let view, (try? await draft.retake(page, in: view)) != nil else { return }
        handle(.retake(page: page, returns: returns))
    }

    /// A page that has just been taken is taken once more. Both pages of a book are: they go, and come again together.
    func retakeUnkept(_ page: Int) async {
        guard machine.subject == .book, machine.replaced == nil, machine.step == .confirming(page: page),
            let spread = await draft.spread(of: page)
        else { return await retake(page, returns: false) }
        for page in [spread.left, spread.right] { _ = try? await draft.delete(page) }
        await follow()
    }

    func keep() async {
        await remember(.keep)
        await endRetake()
        await joinSides()
    }

    /// The draft's view adds pages again once none is to be replaced.
    func endRetake() async {
        if machine.replaced == nil, let view { try? await draft.retake(nil, in: view) }
        if case .returning(let page) = machine.step {
            destination = "/scan/\(draft.name)/pages/\(page)?done=retaken"
        }
    }

    /// The sides of a card become one page. The back is still in view.
    func joinSides() async {
        guard let (front, back) = sides else { return }
        sides = nil
        refusedPage = back
        do { try await draft.joinSides(front, back) } catch {
            let left = await [draft.page(front), draft.page(back)]
            if left[1] != nil { refusedPage = nil }
            // One was deleted meanwhile, or another view has joined them.
            guard left.allSatisfy({ $0 != nil }) else { return await follow() }
            handle(.failed(StationMessages.notJoined))
        }
        await follow()
    }

    /// What becomes of a page that is not the one to be taken again.
    func decide(_ choice: ScannerAction.Kind) async {
        guard case .deciding(let page) = machine.step, let replaced = machine.replaced else { return }
        let place = machine.pages.firstIndex(of: replaced) ?? 0
        do {
            switch choice {
            case .replace: try await draft.replace(replaced, with: page)
            case .delete:
                refusedPage = page
                try await draft.delete(page)
            default: break
            }
        } catch { return handle(.failed(StationMessages.notStored("\(error)"))) }
        await draft.decide()
        let pages = await draft.pages.map(\.id.number)
        await remember(choice == .replace ? .replaced(with: page, pages: pages) : .decided(pages: pages))
        await endRetake()
        if choice == .replace, sides == nil {
            destination = "/scan/\(draft.name)/pages/\(page)?done=replaced&page=\(replaced)&place=\(place)"
        }
        await joinSides()
    }
}
