import FoundationEssentials
import Recto
import RectoCapture
import RectoCodecs
import RectoCore
import RectoVision
import StationRules
import StationStore

extension LiveScanner {
    /// Updates the view after changes to the draft.
    func follow() async {
        while let snapshot = await draft.snapshot(since: version) {
            version = snapshot.version
            guard snapshot.end == nil else { return destination = destination ?? "/scan/\(draft.name)" }
            noteSharper(snapshot.pages)
            pages = snapshot.pages
            handle(.elsewhere(snapshot.scanning != nil && snapshot.scanning != view))
            handle(.pages(pages.map(\.id.number)))
            await learn()
            // The scanning view has closed.
            if snapshot.scanning == nil { await resume() }
        }
    }

    /// Updates pages that were merged from several pictures since, without changing what the engine knows of them.
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

    /// Makes this the scanning view.
    func resume() async {
        guard let view, (try? await draft.resume(view)) != nil else { return }
        engine.resume(after: pages.last?.id.number)
        if let replaced = machine.replaced {
            engine.expect(replaced)
            try? await draft.retake(replaced, in: view)
        }
    }

    /// Gives the engine the current pages, so that it does not capture any of them again but does capture deleted
    /// ones.
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

    /// Retakes the page that was just captured. The two pages of a book are deleted and captured again together.
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

    /// Makes the draft's view add pages again when none is to be replaced.
    func endRetake() async {
        if machine.replaced == nil, let view { try? await draft.retake(nil, in: view) }
        if case .returning(let page) = machine.step {
            destination = "/scan/\(draft.name)/pages/\(page)?done=retaken"
        }
    }

    /// Joins the sides of a card into one page. The back is still in view.
    func joinSides() async {
        guard let (front, back) = sides else { return }
        sides = nil
        refusedPage = back
        do { try await draft.joinSides(front, back) } catch {
            let left = await [draft.page(front), draft.page(back)]
            if left[1] != nil { refusedPage = nil }
            // One side was deleted, or another view has joined them.
            guard left.allSatisfy({ $0 != nil }) else { return await follow() }
            handle(.failed(StationMessages.notJoined))
        }
        await follow()
    }

    /// Carries out the decision about a page that differs from the one to be retaken.
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
