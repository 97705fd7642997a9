import StationRules
import Testing

@Suite struct JobTests {
    @Test("FI-7, FI-8: a job is processing until its whole is known, and then has a share")
    func aJobHasAShareOnceItsWholeIsKnown() {
        var job = Job(id: "a", kind: .export)
        #expect(job.share == nil)
        #expect(job.text == "Exporting the document")
        job.begin(total: 4)
        #expect(job.share == 0)
        #expect(job.text == "Exporting page 1 of 4")
        job.advance()
        #expect(job.share == 0.25)
        #expect(job.text == "Exporting page 2 of 4")
        for _ in 0..<9 { job.advance() }
        #expect(job.completed == 4)
        // Its file has not been closed yet.
        #expect(job.isRunning && job.text == "Exporting page 4 of 4")
        job.finish()
        #expect(job.state == .done)
    }

    @Test("FI-5: the checkout indicator is processing until the job succeeds or fails; stopped ones have no result")
    func theCheckoutProcessesUntilTheJobEnds() {
        var job = Job(id: "a", kind: .export, total: 1)
        #expect(job.checkout == .processing)
        var failed = job
        failed.fail("the disk is full")
        #expect(failed.checkout == .failure && failed.error == "the disk is full")
        var stopped = job
        stopped.stop()
        #expect(stopped.checkout == nil && !stopped.isRunning)
        job.finish()
        #expect(job.checkout == .success)
    }

    @Test func whatHasEndedStays() {
        var job = Job(id: "a", kind: .export, total: 2)
        job.stop()
        job.advance()
        job.finish()
        job.fail("late")
        job.begin(total: 9)
        #expect(job.state == .stopped && job.completed == 0 && job.total == 2 && job.error == nil)
    }

    @Test("FI-11: an import counts files that were refused, and ends with the last one")
    func anImportCountsRefusedFiles() {
        var job = Job(id: "a", kind: .import, total: 3)
        #expect(job.text == "Importing 1 of 3")
        job.advance()
        job.advance(error: "no picture")
        #expect(job.isRunning && job.text == "Importing 3 of 3")
        job.advance()
        #expect(job.state == .done && job.error == "no picture" && job.text == "Imported 3 of 3")
    }

    @Test func aJobWithoutATotalHasNoShare() {
        let job = Job(id: "a", kind: .export, total: 0)
        #expect(job.share == nil)
    }
}
