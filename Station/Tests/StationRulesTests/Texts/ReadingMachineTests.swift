import StationRules
import Testing

@Suite struct ReadingMachineTests {
    private func step(
        _ machine: inout ReadingMachine, hasPages: Bool = true, isAsked: Bool = false,
        load: MachineLoad = MachineLoad(),
        waited: Duration = .zero
    ) -> ReadingMachine.Step {
        machine.next(hasPages: hasPages, isAsked: isAsked, load: load, waited: waited)
    }

    @Test func readsWhatWaitsAndRestsWithoutPages() {
        var machine = ReadingMachine()
        #expect(step(&machine) == .read && machine.state == .reading)
        #expect(machine.end(.read, failures: 0) == .wait(.zero))
        #expect(step(&machine, hasPages: false) == .wait(nil) && machine.state == .idle)
    }

    @Test(
        "TX-2: pages wait while somebody scans or exports, or the machine is busy, unless a person waits for them",
        arguments: [
            (MachineLoad(liveViews: 1), ReadingPause.scanning), (MachineLoad(exports: 1), .exporting),
            (MachineLoad(runnable: 4.1, processors: 2), .load), (MachineLoad(liveViews: 1, exports: 1), .scanning),
        ])
    func pauses(_ load: MachineLoad, _ pause: ReadingPause) {
        var machine = ReadingMachine()
        #expect(step(&machine, load: load) == .wait(.seconds(5)))
        #expect(machine.state == .paused(pause))
        #expect(step(&machine, isAsked: true, load: load) == .read)
        #expect(step(&machine) == .read)
    }

    @Test(
        "TX-2: after a minute of other work pages are read all the same, one after the other",
        arguments: [
            MachineLoad(runnable: 9, processors: 2), MachineLoad(liveViews: 1), MachineLoad(exports: 1),
        ])
    func patienceEnds(_ busy: MachineLoad) {
        var machine = ReadingMachine()
        #expect(step(&machine, load: busy, waited: .seconds(59)) == .wait(.seconds(5)) && machine.isBusy)
        for _ in 0..<3 {
            #expect(step(&machine, load: busy, waited: .seconds(60)) == .read && machine.isBusy)
            #expect(machine.end(.read, failures: 0) == .wait(.zero))
        }
        #expect(step(&machine, isAsked: true, load: busy) == .read && machine.isBusy)
        #expect(step(&machine, load: MachineLoad(runnable: 4, processors: 2)) == .read && !machine.isBusy)
        _ = step(&machine, load: busy)
        #expect(step(&machine, hasPages: false, load: busy) == .wait(nil) && !machine.isBusy)
    }

    @Test func theLoadThatPausesReadingIsAnOption() {
        let busy = MachineLoad(runnable: 9, processors: 2)
        var patient = ReadingMachine(maximumLoad: 1000)
        #expect(step(&patient, load: busy) == .read)
    }

    @Test("TX-3: a page is tried three times, later each time, and then set aside")
    func attempts() {
        var machine = ReadingMachine()
        #expect(machine.end(.failed, failures: 1) == .wait(.seconds(5)))
        #expect(machine.end(.failed, failures: 2) == .wait(.seconds(10)))
        #expect(machine.end(.failed, failures: 3) == .wait(.zero))
        #expect((1...4).map(ReadingMachine.isSetAside) == [false, false, true, true])
    }

    @Test("TX-7: what is missing is looked for every minute, and told of until it is there")
    func whatIsMissing() {
        var machine = ReadingMachine()
        let trouble = TextTrouble.noLanguage("deu")
        #expect(machine.end(.unavailable(trouble), failures: 0) == .wait(.seconds(60)))
        #expect(step(&machine) == .read && machine.state == .unavailable(trouble))
        machine.tryAgain()
        #expect(machine.state == .idle)
        #expect(step(&machine) == .read)
        _ = machine.end(.unavailable(trouble), failures: 0)
        _ = machine.end(.read, failures: 0)
        #expect(machine.state == .idle)
    }

    @Test("TX-7: what a page missed that was begun before somebody tried again says nothing about the next one")
    func missingBefore() {
        var machine = ReadingMachine()
        let trouble = TextTrouble.noLanguage("deu")
        #expect(step(&machine) == .read)
        machine.tryAgain()
        #expect(machine.end(.unavailable(trouble), failures: 0) == .wait(.zero) && machine.state == .idle)
        #expect(step(&machine) == .read)
        #expect(machine.end(.unavailable(trouble), failures: 0) == .wait(.seconds(60)))
        #expect(machine.state == .unavailable(trouble))
    }
}
