import Glibc
import RectoBarcode
import RectoCore
import TestSupport

/// Passes pictures from ``PictureSource`` to readers and checks for impossible results.
public struct CodeFuzzer {
    /// An impossible result.
    public struct Complaint: Error, CustomStringConvertible {
        public let rule: String
        public let seed: UInt64
        public let index: Int
        public var description: String { "\(rule), seed \(seed), picture \(index)" }
    }

    /// Counts of results.
    public struct Tally: CustomStringConvertible, Sendable {
        public var pictures = 0
        /// Number of symbols that were read correctly.
        public var right = 0
        /// Readings that match no symbol of the picture: damage beyond what error correction detects.
        public var wrong: [String] = []
        /// Longest reading time.
        public var milliseconds = 0.0

        public static func += (total: inout Tally, part: Tally) {
            total.pictures += part.pictures
            total.right += part.right
            total.wrong += part.wrong
            total.milliseconds = max(total.milliseconds, part.milliseconds)
        }

        public var description: String {
            let counts = "\(pictures) pictures, \(right) codes read rightly, \(wrong.count) wrongly"
            return (["\(counts), at most \(Int(milliseconds)) ms each"] + wrong).joined(separator: "\n")
        }
    }

    public private(set) var tally = Tally()
    private let seed: UInt64
    private var source: PictureSource
    private var random: SeededGenerator
    private var still: CodeReader
    private var live: CodeReader
    /// Of Micro QR codes and rectangular ones.
    private var small: CodeReader
    private var bars: CodeReader

    public init(seed: UInt64) throws {
        self.seed = seed
        source = PictureSource(seed: seed)
        random = SeededGenerator(seed: seed ^ 0x5DEE_CE66)
        still = try CodeReader()
        live = try CodeReader(.live)
        var ofSmall = CodeReader.Parameters()
        ofSmall.symbologies = [.microQR, .rMQR]
        small = try CodeReader(ofSmall)
        var all = CodeReader.Parameters()
        all.symbologies = Set(Symbology.allCases)
        all.limit = 3
        bars = try CodeReader(all)
    }

    /// Tests one more picture.
    public mutating func step() throws {
        let picture = source.next()
        tally.pictures += 1
        try picture.withView { view in
            let start = Self.cpuMilliseconds()
            let codes = still.read(view)
            let time = Self.cpuMilliseconds() - start
            tally.milliseconds = max(tally.milliseconds, time)
            try require(time < Self.ceiling(pixels: view.size.area), "a reading ends in time")
            try check(codes, still)
            let smallCodes = small.read(view)
            try check(smallCodes, small)
            for code in codes + smallCodes {
                if try isRight(code, picture) {
                    tally.right += 1
                } else {
                    let place = "seed \(seed), picture \(tally.pictures)"
                    tally.wrong.append("\(code.symbology.rawValue) \(code.bytes), \(place)")
                }
            }
            for _ in 0..<3 { try check(live.read(view), live) }
            if tally.pictures % 8 == 0 {
                var fresh = try CodeReader()
                try require(fresh.read(view) == codes, "a reading does not depend on those before")
                try require(
                    picture.withView(padding: picture.padding + 3) { fresh.read($0) } == codes,
                    "a reading does not depend on padding")
            }
            if tally.pictures % 16 == 0 { try check(bars.read(view), bars) }
            try lookAtPart(view)
        }
    }

    /// Whether a symbol of the picture says what was read; what arbitrary bits say is what their clean drawing says.
    private mutating func isRight(_ code: Code, _ picture: FuzzPicture) throws -> Bool {
        if picture.texts.contains(code.bytes) { return true }
        for symbol in picture.arbitrary {
            let drawn = try FuzzPicture(symbol).withView { still.read($0) + small.read($0) }
            if drawn.contains(where: { $0.bytes == code.bytes && $0.symbology == code.symbology }) { return true }
        }
        return false
    }

    private mutating func lookAtPart(_ view: GrayView) throws {
        func number(_ side: Int) -> Int {
            let hostile = [Int.min, -1, 0, 1, Int.max]
            return Int.random(in: 0..<8, using: &random) == 0
                ? hostile.randomElement(using: &random) ?? 0 : Int.random(in: -2...side + 2, using: &random)
        }
        let (left, top, width, height) = (
            number(view.width), number(view.height), number(view.width), number(view.height)
        )
        let codes = live.read(.gray(view), left: left, top: top, width: width, height: height)
        if let codes { try check(codes, live) }
        try require(
            (codes != nil) == (0..<view.width ~= left && 0..<view.height ~= top && width > 0 && height > 0),
            "a part is read if there is one")
    }

    private func check(_ codes: [Code], _ reader: CodeReader) throws {
        try require(codes.count <= reader.parameters.limit, "no more codes than asked for")
        for code in codes {
            try require(code.corners.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "corners are finite")
            let text = PayloadText(code.bytes)
            // Kanji mode is Shift JIS regardless of its bytes.
            try require(
                [.unknown, .shiftJIS].contains(code.encoding)
                    || text.text == code.text && text.encoding == code.encoding,
                "the text is that of the bytes")
            try require(
                code.encoding != .utf8 || Array(code.text.utf8) == code.bytes, "text in UTF-8 has the code's bytes")
            let ranges: [Symbology: ClosedRange<Int>] = [.qrCode: 1...40, .microQR: 1...4, .rMQR: 1...32]
            guard let versions = ranges[code.symbology] else { continue }
            try require(code.version.map(versions.contains) ?? false, "a version that there is")
            try require(code.level != nil || code.symbology == .microQR && code.version == 1, "a level")
            if let part = code.structuredAppend?.part {
                try require(0..<part.count ~= part.index && part.count <= 16, "a part that there can be")
            }
        }
        for code in reader.unread {
            try require(code.corners.corners.allSatisfy { $0.x.isFinite && $0.y.isFinite }, "corners are finite")
            try require(code.modulePixels.isFinite && code.modulePixels > 0, "modules have a size")
        }
    }

    private func require(_ isFine: Bool, _ rule: String) throws {
        if !isFine { throw Complaint(rule: rule, seed: seed, index: tally.pictures) }
    }

    /// Time limit of a reading in milliseconds: far above actual times, including debug builds.
    private static func ceiling(pixels: Int) -> Double {
        (500 + 0.005 * Double(pixels)) * (_isDebugAssertConfiguration() ? 100 : 1)
    }

    /// CPU time of the thread.
    private static func cpuMilliseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
