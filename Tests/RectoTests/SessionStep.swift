import Recto
import RectoVision

/// A change of a session, described by numbers so that it can be repeated on another one. Each writes one record; a
/// change that is impossible rotates a page instead.
enum SessionStep {
    case add(UInt8)
    case adjust(Int, Double)
    case filter(Int, Filter)
    case rotate(Int)
    case retake(Int, UInt8)
    case restorePicture(Int)
    case delete(Int)
    case restore(Int, Int)
    case replace(Int, Int)
    case move(Int, Int)

    /// A change that is possible with the given number of pages.
    static func random(_ pages: Int, using generator: inout some RandomNumberGenerator) -> SessionStep {
        let shade = UInt8.random(in: 1...255, using: &generator)
        guard pages > 0 else { return .add(shade) }
        let page = Int.random(in: 0..<pages, using: &generator)
        switch Int.random(in: 0..<(pages < 6 ? 11 : 10), using: &generator) {
        case 0: return .adjust(page, Double.random(in: 0..<10, using: &generator))
        case 1: return .filter(page, Filter.allCases.randomElement(using: &generator) ?? .color)
        case 2: return .rotate(page)
        case 3: return .retake(page, shade)
        case 4: return .delete(page)
        case 5: return .restorePicture(page)
        case 6: return .restore(Int.random(in: 0..<100, using: &generator), page)
        case 7: return .replace(page, Int.random(in: 0..<pages, using: &generator))
        case 8, 9: return .move(page, Int.random(in: 0..<pages, using: &generator))
        default: return .add(shade)
        }
    }

    func take(on session: ScanSession) throws {
        func id(_ page: Int) -> ScanSession.PageID { session.pages[page].id }
        switch self {
        case .add(let shade): try session.add(picture: Draft.picture(shade), quad: Draft.quad(1))
        case .adjust(let page, let inset): try session.adjust(id(page), corners: Draft.quad(inset))
        case .filter(let page, let filter): try session.setFilter(filter, of: id(page))
        case .rotate(let page): try session.rotate(id(page), by: .clockwise90)
        case .retake(let page, let shade): try session.retake(id(page), withPicture: Draft.picture(shade))
        case .restorePicture(let page):
            guard session.hasFormerPicture(id(page)) else { return try session.rotate(id(page), by: .half) }
            try session.restorePicture(of: id(page))
        case .delete(let page): try session.delete(id(page))
        case .restore(let number, let place):
            let deleted = session.deletedPages
            guard !deleted.isEmpty else { return try session.rotate(id(place), by: .half) }
            try session.restore(deleted[number % deleted.count].id, at: place)
        case .replace(let page, let other):
            guard page != other else { return try session.rotate(id(page), by: .half) }
            try session.replace(id(page), with: id(other))
        case .move(let page, let place): try session.move(id(page), to: place)
        }
    }
}
