import RectoAnchors
import TestSupport
import Testing

@Suite struct VocabularyTreeTests {
    private static let side = 4

    /// Descriptors around as many centers as there are cells, each differing from its center in some bits.
    private struct Clusters {
        let middles: [[UInt64]]
        var members: [(cluster: Int, bits: [UInt64])] = []

        init(seed: UInt64) {
            var random = SeededGenerator(seed: seed)
            middles = (0..<side * side).map { _ in (0..<4).map { _ in random.next() } }
            for number in 0..<40 * middles.count {
                var bits = middles[number % middles.count]
                for _ in 0..<15 {
                    let bit = Int.random(in: 0..<256, using: &random)
                    bits[bit / 64] ^= 1 << UInt64(bit % 64)
                }
                members.append((number % middles.count, bits))
            }
        }

        var sample: [UInt64] { members.flatMap(\.bits) }
    }

    private var scratch = [UInt16](repeating: 0, count: 16)

    private mutating func cell(of bits: [UInt64], _ cells: VocabularyTree) throws -> Int {
        try bits.withUnsafeBufferPointer { cells.cell(of: try #require($0.baseAddress), &scratch) }
    }

    private mutating func nearest(
        to bits: [UInt64], limit: Int, _ cells: VocabularyTree
    ) throws -> [(distance: UInt16, cell: Int)] {
        var found: [(distance: UInt16, cell: Int)] = []
        try bits.withUnsafeBufferPointer {
            cells.nearest(to: try #require($0.baseAddress), limit: limit, &scratch, into: &found)
        }
        return found
    }

    @Test mutating func likeDescriptorsShareACell() throws {
        let clusters = Clusters(seed: 1)
        let cells = VocabularyTree(of: clusters.sample, side: Self.side)
        #expect(cells.count == 16)
        var together = 0
        for (cluster, bits) in clusters.members {
            let cell = try cell(of: bits, cells)
            #expect(0..<cells.count ~= cell)
            together += try cell == self.cell(of: clusters.middles[cluster], cells) ? 1 : 0
        }
        #expect(Double(together) > 0.9 * Double(clusters.members.count), "\(together)")
    }

    /// The nearest come first and none twice; with room for all cells of two coarse cells, a descriptor's cell is among
    /// them.
    @Test(arguments: [1, 2, 8]) mutating func theNearestCellsOfADescriptor(limit: Int) throws {
        let clusters = Clusters(seed: 2)
        let cells = VocabularyTree(of: clusters.sample, side: Self.side)
        for (_, bits) in clusters.members {
            let found = try nearest(to: bits, limit: limit, cells)
            #expect(found.count == limit && Set(found.map(\.cell)).count == limit)
            #expect(found.map(\.distance) == found.map(\.distance).sorted())
            if limit == 2 * Self.side { #expect(try found.map(\.cell).contains(cell(of: bits, cells))) }
        }
    }

    @Test mutating func oneCellHoldsAll() throws {
        let clusters = Clusters(seed: 3)
        let cells = VocabularyTree(of: clusters.sample, side: 1)
        #expect(cells.count == 1)
        for (_, bits) in clusters.members.prefix(20) {
            #expect(try cell(of: bits, cells) == 0)
            #expect(try nearest(to: bits, limit: 2, cells).map(\.cell) == [0])
        }
    }

    /// Fewer descriptors than cells, all equal.
    @Test mutating func fewerDescriptorsThanCellsAreEnough() throws {
        let bits: [UInt64] = [1, 2, 3, 4]
        for sample in [bits, bits + bits + bits] {
            let cells = VocabularyTree(of: sample, side: Self.side)
            let cell = try cell(of: bits, cells)
            #expect(0..<cells.count ~= cell)
            #expect(try nearest(to: bits, limit: 2, cells).first?.distance == 0)
        }
    }
}
