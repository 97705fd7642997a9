import Foundation
import StationIdentity
import TestSupport
import Testing

@Suite struct SessionTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let day = 86_400.0

    @Test func anIdentifierIsStoredAsItsHashAlone() throws {
        var list = SessionList<String>()
        let (identifier, session) = list.begin("ada", by: .basic, at: now)
        #expect(session.hash == Digest(of: try Base64URL.bytes(identifier.text)))
        #expect(!"\(session)".contains(identifier.text))
        #expect(SessionIdentifier(identifier.text) == identifier)
        for text in ["", "x", String(identifier.text.dropLast()), identifier.text + "A", identifier.text + "="] {
            #expect(SessionIdentifier(text) == nil)
        }
        #expect(list.session(SessionIdentifier(), at: now) == nil)
    }

    @Test func aRenewedSessionIsTheSameUnderAnotherIdentifierAlone() throws {
        var list = SessionList<String>()
        let (former, session) = list.begin("ada", by: .biometric, at: now)
        let renewal = list.renew(former, at: now + 1)
        let (identifier, renewed) = try #require(renewal)
        let again = list.renew(former, at: now + 1)
        #expect(list.session(former, at: now + 1) == nil && again == nil)
        #expect(list.session(identifier, at: now + 1)?.session == renewed && renewed.hash == identifier.hash)
        #expect((renewed.began, renewed.seen, renewed.confirmed) == (session.began, session.seen, session.confirmed))
        #expect(renewed.confirmedBy == .biometric && list.all == [renewed])
        let late = list.renew(identifier, at: now + 90 * day)
        #expect(late == nil)
    }

    @Test func aStoredSessionIsTheSame() {
        var list = SessionList<String>()
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        _ = list.touch(identifier, at: now + 10)
        list.lock(identifier)
        #expect(list.all.count == 1)
        for session in list.all {
            let stored = Session(
                session.hash, of: session.person, began: session.began, seen: session.seen,
                confirmed: session.confirmed, by: session.confirmedBy, isLocked: session.isLocked)
            #expect(stored == session)
            let again = SessionList(stored: [stored])
            #expect(again.session(identifier, at: now + 10)?.state == .locked)
        }
    }

    @Test func aSessionEndsAfterThirtyDaysWithoutItsPerson() {
        var list = SessionList<String>()
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        #expect(list.session(identifier, at: now + 30 * day - 1)?.state == .locked)
        #expect(list.session(identifier, at: now + 30 * day) == nil)
        #expect(list.confirm(identifier, as: "ada", by: .basic, at: now + 30 * day) == false)
    }

    @Test func aSessionEndsAfterNinetyDaysHoweverItIsUsed() {
        var rules = SessionRules()
        rules.lock = nil
        var list = SessionList<String>(rules)
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        for hour in 1..<(90 * 24) { #expect(list.touch(identifier, at: now + Double(hour) * 3600) == true) }
        #expect(list.touch(identifier, at: now + 90 * day) == false)
    }

    @Test(
        "AO-5: a session is locked after five minutes without its person, and nothing but showing who they are opens it"
    )
    func locked() {
        var list = SessionList<String>()
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        #expect(list.touch(identifier, at: now + 299) == true)
        #expect(list.touch(identifier, at: now + 598) == true)
        #expect(list.session(identifier, at: now + 898)?.state == .locked)
        for second in stride(from: 898.0, to: 2000, by: 10) {
            #expect(list.touch(identifier, at: now + second) == false)
        }
        #expect(list.confirm(identifier, as: "bob", by: .basic, at: now + 2000) == false)
        #expect(list.confirm(identifier, as: "ada", by: .signature, at: now + 2000) == false)
        #expect(list.session(identifier, at: now + 2000)?.state == .locked)
        #expect(list.confirm(identifier, as: "ada", by: .biometric, at: now + 2000) == true)
        #expect(list.session(identifier, at: now + 2000)?.state == .open)
    }

    @Test func aSessionIsLockedByItsPerson() {
        var list = SessionList<String>()
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        list.lock(identifier)
        #expect(list.session(identifier, at: now)?.state == .locked)
        #expect(!list.isFresh(identifier, at: now))
        #expect(list.touch(identifier, at: now) == false)
        #expect(list.confirm(identifier, as: "ada", by: .basic, at: now) == true)
        #expect(list.touch(identifier, at: now) == true)
    }

    @Test("AO-1: who has shown who they are is not asked again for five minutes")
    func fresh() {
        var rules = SessionRules()
        rules.lock = nil
        var list = SessionList<String>(rules)
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        #expect(list.isFresh(identifier, at: now + 299))
        #expect(list.touch(identifier, at: now + 299) == true)
        #expect(!list.isFresh(identifier, at: now + 300))
        #expect(list.confirm(identifier, as: "ada", by: .biometric, at: now + 400) == true)
        #expect(list.isFresh(identifier, at: now + 699) && !list.isFresh(identifier, at: now + 700))
        #expect(!list.isFresh(SessionIdentifier(), at: now))
    }

    @Test func aClockThatIsSetBackMakesNothingFreshAndEndsNothing() {
        var list = SessionList<String>()
        let identifier = list.begin("ada", by: .basic, at: now).identifier
        #expect(!list.isFresh(identifier, at: now - 1))
        #expect(list.session(identifier, at: now - 365 * day)?.state == .open)
    }

    @Test func sessionsAreListedAndEnded() throws {
        var list = SessionList<String>()
        let own = (0..<3).map { list.begin("ada", by: .basic, at: now + Double($0)) }
        let other = list.begin("bob", by: .basic, at: now)
        #expect(list.list(of: "ada", at: now + 3).map(\.hash) == own.reversed().map(\.session.hash))
        #expect(list.end(other.session.hash, of: "ada") == false)
        #expect(list.end(own[0].session.hash, of: "ada") == true)
        #expect(list.end(own[0].session.hash, of: "ada") == false)
        list.endAll(of: "ada", except: own[2].session.hash)
        #expect(list.list(of: "ada", at: now + 3).map(\.hash) == [own[2].session.hash])
        list.endAll(of: "ada")
        #expect(list.list(of: "ada", at: now + 3).isEmpty)
        #expect(list.list(of: "bob", at: now + 3).count == 1)
    }

    @Test func aPersonHasSoManySessionsAndNoMore() {
        var list = SessionList<String>()
        let all = (0..<40).map { list.begin("ada", by: .basic, at: now + Double($0)).session.hash }
        #expect(list.list(of: "ada", at: now + 40).map(\.hash) == all.suffix(32).reversed())
    }

    @Test func storedSessionsGoOn() {
        var list = SessionList<String>()
        let (identifier, session) = list.begin("ada", by: .basic, at: now)
        let next = SessionList(stored: [session])
        #expect(next.session(identifier, at: now + 1)?.session == session)
    }

    /// A minimal model of a session: the times at which it ends and locks are stored, not calculated.
    private struct Model {
        let identifier: SessionIdentifier
        let person: Int
        let latest: Date
        var idle: Date
        var lock: Date
        var fresh: Date
    }

    @Test(arguments: 1...20)
    func sessionsAreThoseOfASimpleModel(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var rules = SessionRules()
        (rules.idle, rules.absolute, rules.lock, rules.fresh) = (
            .seconds(50), .seconds(200), .seconds(20), .seconds(10)
        )
        var list = SessionList<Int>(rules)
        var models: [Model] = []
        var now = now
        for _ in 0..<600 {
            now += Double(Int.random(in: 0...9, using: &generator))
            models.removeAll { now >= $0.latest || now >= $0.idle }
            let person = Int.random(in: 0..<3, using: &generator)
            let place = models.indices.randomElement(using: &generator)
            switch (Int.random(in: 0..<10, using: &generator), place) {
            case (0...2, _), (_, nil):
                let identifier = list.begin(person, by: .basic, at: now).identifier
                models.append(
                    Model(
                        identifier: identifier, person: person, latest: now + 200, idle: now + 50, lock: now + 20,
                        fresh: now + 10))
            case (3...5, let place?):
                let isOpen = now < models[place].lock
                #expect(list.touch(models[place].identifier, at: now) == isOpen)
                if isOpen { (models[place].idle, models[place].lock) = (now + 50, now + 20) }
            case (6, let place?):
                list.lock(models[place].identifier)
                models[place].lock = .distantPast
            case (7, let place?):
                let isTheirs = models[place].person == person
                #expect(list.confirm(models[place].identifier, as: person, by: .basic, at: now) == isTheirs)
                guard isTheirs else { break }
                (models[place].idle, models[place].lock, models[place].fresh) = (now + 50, now + 20, now + 10)
            case (8, let place?):
                let model = models[place]
                #expect(list.end(model.identifier.hash, of: person) == (model.person == person))
                if model.person == person { models.remove(at: place) }
            case (_, let place?):
                let kept = models[place].identifier
                list.endAll(of: person, except: kept.hash)
                models.removeAll { $0.person == person && $0.identifier != kept }
            }
            for model in models {
                #expect(list.session(model.identifier, at: now)?.state == (now < model.lock ? .open : .locked))
                #expect(list.isFresh(model.identifier, at: now) == (now < model.fresh && now < model.lock))
            }
            for person in 0..<3 {
                #expect(list.list(of: person, at: now).count == models.count { $0.person == person })
            }
        }
    }
}
