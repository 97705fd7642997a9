import StationRules
import Testing

@Suite struct DraftMachineTests {
    @Test("DS-21: one view scans at a time; one that had to wait goes on when it is asked to")
    func oneViewScans() throws {
        var machine = DraftMachine()
        let first = try machine.open()
        #expect(machine.state == .scanning(first))
        let second = try machine.open()
        #expect(machine.state == .scanning(second))
        machine.close(first)
        #expect(machine.state == .scanning(second))
        #expect(throws: DraftRefusal.elsewhere) { try machine.retake(1, in: first) }
        try machine.resume(first)
        #expect(machine.state == .scanning(first))
        machine.close(first)
        #expect(machine.state == .open)
    }

    @Test("DS-37: a page is taken again by the view that scans, until it is, is deleted or is given up")
    func retaking() throws {
        var machine = DraftMachine()
        let view = try machine.open()
        for ends: (inout DraftMachine) throws -> Void in [
            { try $0.retake(nil, in: view) }, { $0.deleted(4) },
            {
                try $0.retake(5, in: view); $0.deleted(5)
            },
        ] {
            try machine.retake(4, in: view)
            #expect(machine.state == .retaking(view, page: 4))
            machine.deleted(3)
            #expect(machine.state == .retaking(view, page: 4))
            try ends(&machine)
            #expect(machine.state == .scanning(view))
        }
    }

    @Test("DS-19: a draft is saved once; who comes late is told what it became")
    func saving() throws {
        var machine = DraftMachine()
        let view = try machine.open()
        try machine.retake(2, in: view)
        #expect(throws: DraftRefusal.noPages) { try machine.beginSaving(pages: 0) }
        try machine.beginSaving(pages: 2)
        #expect(throws: DraftRefusal.saving) { try machine.checkChange() }
        #expect(throws: DraftRefusal.saving) { try machine.beginSaving(pages: 2) }
        #expect(throws: DraftRefusal.saving) { try machine.discard() }
        #expect(throws: DraftRefusal.saving) { try machine.open() }
        machine.notSaved()
        #expect(machine.state == .retaking(view, page: 2))
        try machine.beginSaving(pages: 2)
        machine.saved(as: 7)
        let late = DraftRefusal.ended(.saved(7))
        #expect(throws: late) { try machine.checkChange() }
        #expect(throws: late) { try machine.open() }
        #expect(throws: late) { try machine.discard() }
        #expect(late.message.actions.first?.destination == .document(7))
        machine.damaged()
        #expect(machine.end == .saved(7))
    }

    @Test("DS-36: a draft is discarded once, also a damaged one, and stays so")
    func discarding() throws {
        var machine = DraftMachine()
        _ = try machine.open()
        machine.damaged()
        #expect(machine.end == .damaged && machine.scanning == nil)
        try machine.discard()
        try machine.discard()
        #expect(machine.end == .discarded)
        #expect(throws: DraftRefusal.ended(.discarded)) { try machine.checkChange() }
    }

    @Test("A view that closes while the draft is saved does not come back if that fails")
    func closingWhileSaving() throws {
        var machine = DraftMachine()
        let view = try machine.open()
        try machine.beginSaving(pages: 1)
        machine.close(view)
        machine.notSaved()
        #expect(machine.state == .open)
    }

    @Test(
        "Each refusal has words and a way on",
        arguments: [
            DraftRefusal.ended(.saved(1)), .ended(.discarded), .ended(.damaged), .saving, .elsewhere, .noPages,
            .documentChanged(1), .documentTrashed(1),
        ])
    func refusalsHaveAWayOn(_ refusal: DraftRefusal) {
        #expect(!refusal.message.actions.isEmpty && refusal.message.description != nil)
        #expect(!"\(refusal)".isEmpty)
    }
}
