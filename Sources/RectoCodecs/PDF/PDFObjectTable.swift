/// The positions of a file's objects, for its cross-reference stream (ISO 32000-1, §7.5.8).
struct PDFObjectTable {
    private enum Place {
        case offset(Int)
        case packed(stream: Int, index: Int)
    }

    /// The position of object `index + 1`, which is the start of the file until the object is written.
    private var places: [Place]

    /// The widths in bytes of an entry's fields: its type; an offset, or the number of a stream; the index in that
    /// stream.
    static let widths = "1 5 2"
    static let maximumOffset = 1 << 40 - 1

    init(reserved: Int) { places = Array(repeating: .offset(0), count: reserved) }

    var count: Int { places.count }

    /// Returns the number of a new object.
    mutating func new() -> Int {
        places.append(.offset(0))
        return places.count
    }

    mutating func set(_ object: Int, at offset: Int) { places[object - 1] = .offset(offset) }

    mutating func set(_ object: Int, inStream stream: Int, index: Int) {
        places[object - 1] = .packed(stream: stream, index: index)
    }

    /// Entries of eight bytes. The entry of object 0 begins the empty list of free objects.
    var bytes: [UInt8] {
        [0, 0, 0, 0, 0, 0] + words(0xFFFF)
            + places.flatMap { place in
                switch place {
                case .offset(let offset): [1, UInt8(truncatingIfNeeded: offset >> 32)] + longs(offset) + words(0)
                case .packed(let stream, let index): [2, 0] + longs(stream) + words(index)
                }
            }
    }
}
