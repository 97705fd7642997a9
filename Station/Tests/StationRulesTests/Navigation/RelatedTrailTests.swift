import StationRules
import Testing

@Suite struct RelatedTrailTests {
    @Test("NV-3: a relation leads to one more screen; what is related to that one opens in a modal")
    func aRelationLeadsToOneMoreScreen() {
        guard case .screen(let trail) = RelatedTrail().opening(.scene(3), from: .document(12)) else {
            Issue.record("the first step is a screen")
            return
        }
        #expect(trail.text == "document-12")
        #expect(trail.opening(.document(7), from: .scene(3)) == .modal)
    }

    @Test("NV-3: nobody is led to where he came from, in whatever order objects lead to each other")
    func nobodyIsLedBackByARelation() {
        #expect(RelatedTrail().opening(.document(12), from: .document(12)) == .modal)
        // No sequence of relations between objects is endless.
        let objects: [RelatedTrail.Object] = [.document(1), .document(2), .scene(1), .scene(2)]
        func longest(_ own: RelatedTrail.Object, _ trail: RelatedTrail) -> Int {
            objects.map { next in
                guard case .screen(let trail) = trail.opening(next, from: own) else { return 0 }
                return 1 + longest(next, trail)
            }.max() ?? 0
        }
        #expect(objects.map { longest($0, RelatedTrail()) } == [1, 1, 1, 1])
    }

    @Test func aTrailIsWrittenAndReadAsText() {
        #expect(RelatedTrail("document-12.scene-3").objects == [.document(12), .scene(3)])
        #expect(RelatedTrail("document-12.scene-3").text == "document-12.scene-3")
        #expect(RelatedTrail("person-1..scene-x.document--3.").objects.isEmpty)
        let nothing: String? = nil
        #expect(RelatedTrail(nothing).objects.isEmpty)
    }
}
