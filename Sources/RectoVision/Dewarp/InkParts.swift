import RectoCore

/// The connected parts of ink.
struct InkParts {
    /// Ink in a row, from its first column to the one after its last.
    struct Run {
        var y: Int32
        var start: Int32
        var end: Int32
        var part: Int32
    }

    /// A set of runs that touch each other.
    struct Part {
        var left: Int32
        var right: Int32
        var top: Int32
        var bottom: Int32
        var area: Int32
        /// The part's own number, or the number of the part that it was merged into.
        var parent: Int32

        var width: Int { Int(right - left) }
        var height: Int { Int(bottom - top) }

        /// Merges a part that touches this one.
        mutating func add(_ part: Part) {
            left = min(left, part.left)
            right = max(right, part.right)
            top = min(top, part.top)
            bottom = max(bottom, part.bottom)
            area += part.area
        }
    }

    private(set) var runs: [Run] = []
    private(set) var parts: [Part] = []

    /// - Parameters:
    ///   - bits: One bit for each pixel, the highest first, set where there is ink.
    ///   - width: In pixels.
    mutating func find(in bits: Plane<UInt8>, width: Int) {
        findRuns(bits, width)
        connect()
    }

    private mutating func findRuns(_ bits: Plane<UInt8>, _ width: Int) {
        runs.removeAll(keepingCapacity: true)
        for y in 0..<bits.height {
            let row = UnsafeRawPointer(bits.base + y * bits.width)
            var start: Int32 = -1
            var last: UInt64 = 0
            for index in stride(from: 0, to: bits.width, by: 8) {
                // SAFETY: eight bytes of the row, or the rest of it.
                let word =
                    if index + 8 <= bits.width {
                        UInt64(bigEndian: row.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                    } else {
                        (index..<bits.width).reduce(UInt64(0)) {
                            $0 | UInt64(row.load(fromByteOffset: $1, as: UInt8.self)) << UInt64(56 - 8 * ($1 - index))
                        }
                    }
                // Pixels that differ from the previous one.
                var changes = word ^ (word >> 1 | last << 63)
                last = word & 1
                while changes != 0 {
                    let bit = changes.leadingZeroBitCount
                    changes &= ~((1 << 63) >> UInt64(bit))
                    let x = Int32(8 * index + bit)
                    if start < 0 {
                        start = x
                    } else {
                        runs.append(Run(y: Int32(y), start: start, end: x, part: 0))
                        start = -1
                    }
                }
            }
            if start >= 0 { runs.append(Run(y: Int32(y), start: start, end: Int32(width), part: 0)) }
        }
    }

    /// Joins runs that touch, also at corners.
    private mutating func connect() {
        parts.removeAll(keepingCapacity: true)
        parts.reserveCapacity(runs.count)
        var above = 0
        for index in runs.indices {
            let run = runs[index]
            while runs[above].y < run.y - 1 { above += 1 }
            while runs[above].y == run.y - 1, runs[above].end < run.start { above += 1 }
            var part: Int32 = -1
            var other = above
            while other < index, runs[other].y == run.y - 1, runs[other].start <= run.end {
                let root = self.root(runs[other].part)
                if part < 0 { part = root } else if part != root { part = join(part, root) }
                other += 1
            }
            let new = Part(
                left: run.start, right: run.end, top: run.y, bottom: run.y + 1, area: run.end - run.start,
                parent: Int32(parts.count))
            if part < 0 {
                part = new.parent
                parts.append(new)
            } else {
                parts.withUnsafeMutableBufferPointer { $0[Int(part)].add(new) }
            }
            runs[index].part = part
        }
    }

    /// The number of the part that a part was finally merged into.
    func root(_ part: Int32) -> Int32 {
        parts.withUnsafeBufferPointer { parts in
            var part = part
            while parts[Int(part)].parent != part { part = parts[Int(part)].parent }
            return part
        }
    }

    private mutating func join(_ a: Int32, _ b: Int32) -> Int32 {
        let (kept, other) = (min(a, b), max(a, b))
        parts[Int(other)].parent = kept
        let part = parts[Int(other)]
        parts.withUnsafeMutableBufferPointer { $0[Int(kept)].add(part) }
        return kept
    }
}
