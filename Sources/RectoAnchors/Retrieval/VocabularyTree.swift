internal import RectoKernels

/// A partition of all descriptors into cells of similar ones: coarse cells, each divided into fine ones.
///
/// A descriptor belongs to the fine cell with the nearest center within the coarse cell with the nearest center. Each
/// bit of a center is the majority of that bit among the sample's descriptors in the cell.
///
/// Source: Grana, Borghesani, Manfredi & Cucchiara, "A fast approach for integrating ORB descriptors in the bag of
/// words model", SPIE 2013 (k-majority); Nistér & Stewénius, "Scalable recognition with a vocabulary tree", CVPR 2006,
/// for the two levels.
package struct VocabularyTree: Sendable {
    /// Number of rounds in which centers and cells are updated in turn, for each level.
    private static let coarseRounds = 4
    private static let fineRounds = 3

    /// Number of coarse cells, and of fine ones in each.
    let side: Int
    /// The coarse cells' centers in the kernels' layout, followed by those of each coarse cell's fine cells.
    private let middles: [UInt64]

    /// - Parameters:
    ///   - sample: At least one descriptor, of four words each.
    ///   - side: At least 1. The number of cells is its square.
    package init(of sample: [UInt64], side: Int) {
        self.side = side
        let count = sample.count / 4
        let coarse = Self.middles(of: sample, Array(0..<count), side, rounds: Self.coarseRounds)
        var members = [[Int]](repeating: [], count: side)
        var distances = [UInt16](repeating: 0, count: (side + 15) / 16 * 16)
        sample.withUnsafeBufferPointer { sample in
            guard let sample = sample.baseAddress else { return }
            for i in 0..<count { members[Self.nearest(sample + 4 * i, coarse, 0, side, &distances)].append(i) }
        }
        middles = members.reduce(into: coarse) { all, members in
            all += Self.middles(of: sample, members.isEmpty ? [0] : members, side, rounds: Self.fineRounds)
        }
    }

    package var count: Int { side * side }

    /// Number of descriptor words of the centers in one choice of cells.
    private var choiceLength: Int { descriptorWordCount(side) }

    /// The cell of a descriptor.
    /// - Parameter distances: Scratch of `side` elements rounded up to 16.
    package func cell(of bits: UnsafePointer<UInt64>, _ distances: inout [UInt16]) -> Int {
        let coarse = Self.nearest(bits, middles, 0, side, &distances)
        return coarse * side + Self.nearest(bits, middles, (1 + coarse) * choiceLength, side, &distances)
    }

    /// The cells most likely to contain descriptors near a given one: the nearest fine cells of the two nearest coarse
    /// ones.
    /// - Parameters:
    ///   - limit: The maximum number of cells.
    ///   - distances: The same as for ``cell(of:_:)``.
    ///   - found: Replaced by the cells, nearest first.
    package func nearest(
        to bits: UnsafePointer<UInt64>, limit: Int, _ distances: inout [UInt16],
        into found: inout [(distance: UInt16, cell: Int)]
    ) {
        found.removeAll(keepingCapacity: true)
        let first = Self.nearest(bits, middles, 0, side, &distances)
        distances[first] = .max
        let second = Self.minimum(&distances, side)
        addNearest(to: bits, in: first, limit, &distances, &found)
        if second != first { addNearest(to: bits, in: second, limit, &distances, &found) }
    }

    /// Inserts the nearest fine cells of a coarse one into the cells already found.
    private func addNearest(
        to bits: UnsafePointer<UInt64>, in coarse: Int, _ limit: Int, _ distances: inout [UInt16],
        _ found: inout [(distance: UInt16, cell: Int)]
    ) {
        Self.measure(bits, middles, (1 + coarse) * choiceLength, side, &distances)
        for _ in 0..<min(limit, side) {
            let fine = Self.minimum(&distances, side)
            let distance = distances[fine]
            if found.count == limit {
                guard distance < found[limit - 1].distance else { return }
                found.removeLast()
            }
            var place = found.count
            while place > 0, found[place - 1].distance > distance { place -= 1 }
            found.insert((distance, coarse * side + fine), at: place)
            distances[fine] = .max
        }
    }

    /// Distances of a descriptor from the centers that begin at a word.
    private static func measure(
        _ bits: UnsafePointer<UInt64>, _ middles: [UInt64], _ first: Int, _ side: Int, _ distances: inout [UInt16]
    ) {
        middles.withUnsafeBufferPointer { middles in
            distances.withUnsafeMutableBufferPointer { distances in
                // SAFETY: the centers of a choice are whole vectors, as many as the distances.
                guard let middles = middles.baseAddress, let distances = distances.baseAddress else { return }
                hammingDistances(bits, middles + first, count: side, into: distances)
            }
        }
    }

    private static func nearest(
        _ bits: UnsafePointer<UInt64>, _ middles: [UInt64], _ first: Int, _ side: Int, _ distances: inout [UInt16]
    ) -> Int {
        measure(bits, middles, first, side, &distances)
        return minimum(&distances, side)
    }

    private static func minimum(_ distances: inout [UInt16], _ side: Int) -> Int {
        distances.withUnsafeMutableBufferPointer { distances in
            // SAFETY: the distances are whole vectors.
            distances.baseAddress.map { minimumDistance($0, count: side) } ?? 0
        }
    }

    /// Centers of the cells of some descriptors, initialized with descriptors spread over all of them.
    private static func middles(of sample: [UInt64], _ members: [Int], _ side: Int, rounds: Int) -> [UInt64] {
        var middles = [UInt64](repeating: 0, count: descriptorWordCount(side))
        for cell in 0..<side { store(sample[(4 * members[cell * members.count / side])...].prefix(4), cell, &middles) }
        var distances = [UInt16](repeating: 0, count: (side + 15) / 16 * 16)
        var ones = [Int32](repeating: 0, count: 256 * side)
        var sizes = [Int32](repeating: 0, count: side)
        for _ in 0..<rounds {
            for i in ones.indices { ones[i] = 0 }
            for i in sizes.indices { sizes[i] = 0 }
            sample.withUnsafeBufferPointer { sample in
                guard let sample = sample.baseAddress else { return }
                for i in members {
                    let cell = nearest(sample + 4 * i, middles, 0, side, &distances)
                    sizes[cell] += 1
                    for word in 0..<4 {
                        let bits = sample[4 * i + word]
                        let first = 256 * cell + 64 * word
                        for bit in 0..<64 { ones[first + bit] += Int32(truncatingIfNeeded: bits >> UInt64(bit) & 1) }
                    }
                }
            }
            for cell in 0..<side where sizes[cell] > 0 {
                let words = (0..<4).map { word in
                    (0..<64).reduce(UInt64(0)) { bits, bit in
                        2 * ones[256 * cell + 64 * word + bit] > sizes[cell] ? bits | 1 << UInt64(bit) : bits
                    }
                }
                store(words[...], cell, &middles)
            }
        }
        return middles
    }

    private static func store(_ words: ArraySlice<UInt64>, _ cell: Int, _ middles: inout [UInt64]) {
        words.withUnsafeBufferPointer { words in
            middles.withUnsafeMutableBufferPointer { middles in
                // SAFETY: four words; the centers have room for all cells.
                guard let words = words.baseAddress, let middles = middles.baseAddress else { return }
                storeDescriptor(words, at: cell, in: middles)
            }
        }
    }
}
