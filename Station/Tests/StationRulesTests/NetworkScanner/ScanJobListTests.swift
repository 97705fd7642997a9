import StationRules
import Testing

@Suite struct ScanJobListTests {
    private let settings = ScanSettings()

    private func states(_ events: [ScanJob.Event]) -> [ScanJob.State] {
        var list = ScanJobList()
        _ = list.add(id: "a", settings, at: .zero)
        return events.map { event in
            list.handle(event, of: "a", at: .seconds(1))
            return list["a"]?.state ?? .canceled
        }
    }

    @Test func aPageGoesToItsClientOnce() {
        #expect(states([.scanned, .fetched, .fetched]) == [.ready, .completed, .completed])
        #expect(states([.fetched, .scanned]) == [.processing, .ready])
    }

    @Test func whatHasEndedStays() {
        #expect(states([.canceled, .scanned, .failed(.noPage)]) == [.canceled, .canceled, .canceled])
        #expect(states([.failed(.noPage), .canceled, .scanned]) == Array(repeating: .aborted(.noPage), count: 3))
        #expect(states([.scanned, .fetched, .canceled]).last == .completed)
        #expect(states([.scanned, .canceled, .fetched]).last == .canceled)
    }

    @Test func oneJobIsAtWork() {
        var list = ScanJobList()
        #expect(!list.isBusy)
        #expect(list.add(id: "a", settings, at: .zero)?.state == .processing)
        #expect(list.isBusy)
        #expect(list.add(id: "b", settings, at: .zero) == nil)
        list.handle(.scanned, of: "a", at: .zero)
        // Its page is waiting, and would be overwritten.
        #expect(list.add(id: "b", settings, at: .zero) == nil)
        list.handle(.fetched, of: "a", at: .zero)
        #expect(list.add(id: "b", settings, at: .zero) != nil)
        #expect(list.jobs.map(\.id) == ["a", "b"])
    }

    @Test func nobodyCanFillTheList() {
        var list = ScanJobList()
        for number in 0..<100 {
            #expect(list.add(id: "\(number)", settings, at: .zero) != nil)
            list.handle(.canceled, of: "\(number)", at: .zero)
        }
        #expect(list.jobs.map(\.id) == (84..<100).map { "\($0)" })
    }

    @Test func aJobThatNobodyFetchesTimesOut() {
        var list = ScanJobList()
        _ = list.add(id: "a", settings, at: .zero)
        list.expire(at: .seconds(1000))
        // Its camera has a separate timeout.
        #expect(list["a"]?.state == .processing)
        list.handle(.scanned, of: "a", at: .seconds(1000))
        list.expire(at: .seconds(1060))
        #expect(list["a"]?.state == .ready)
        list.expire(at: .seconds(1061))
        #expect(list["a"]?.state == .aborted(.notFetched))
        #expect(!list.isBusy)
        list.expire(at: .seconds(1361))
        #expect(list["a"] != nil)
        list.expire(at: .seconds(1362))
        #expect(list.jobs.isEmpty)
    }

    @Test func saysWhatItDoes() {
        #expect(ScanJob.State.ready.code == "Processing")
        #expect(ScanJob.State.aborted(.noPage).reasons == ["AbortedBySystem", "NoPageInView"])
        var list = ScanJobList()
        _ = list.add(id: "a", settings, at: .zero)
        #expect(list["a"]?.imagesToTransfer == 0)
        list.handle(.scanned, of: "a", at: .zero)
        #expect(list["a"]?.imagesToTransfer == 1 && list["a"]?.imagesCompleted == 1)
        list.handle(.fetched, of: "a", at: .zero)
        #expect(list["a"]?.imagesToTransfer == 0 && list["a"]?.imagesCompleted == 1)
    }
}
