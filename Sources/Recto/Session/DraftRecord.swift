import RectoCore
import RectoVision

/// A line of a draft's journal. Each record is complete, so that a lost one does not affect others.
enum DraftRecord: Codable, Equatable {
    /// The first record: the version of the format.
    case draft(Int)
    /// A page that was added or changed; its picture is different after a retake.
    case page(DraftPage)
    /// The order of all pages; missing ones have been deleted.
    case order([Int])
    /// An added page and the new order without the pages it replaces, as one atomic change.
    case replacement(DraftPage, order: [Int])
    /// The numbers of pictures that pages have had. A picture that no record lists was added just before the program
    /// ended.
    case originals([Int])

    static let version = 1

    private enum CodingKeys: String, CodingKey { case draft, page, order, originals }

    init(from decoder: any Decoder) throws {
        let line = try decoder.container(keyedBy: CodingKeys.self)
        if let version = try line.decodeIfPresent(Int.self, forKey: .draft) {
            self = .draft(version)
        } else if let page = try line.decodeIfPresent(DraftPage.self, forKey: .page) {
            let order = try line.decodeIfPresent([Int].self, forKey: .order)
            self = order.map { .replacement(page, order: $0) } ?? .page(page)
        } else if let numbers = try line.decodeIfPresent([Int].self, forKey: .originals) {
            self = .originals(numbers)
        } else {
            self = .order(try line.decode([Int].self, forKey: .order))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .draft(let version): try line.encode(version, forKey: .draft)
        case .page(let page): try line.encode(page, forKey: .page)
        case .order(let pages): try line.encode(pages, forKey: .order)
        case .replacement(let page, let order):
            try line.encode(page, forKey: .page)
            try line.encode(order, forKey: .order)
        case .originals(let numbers): try line.encode(numbers, forKey: .originals)
        }
    }
}

/// A page as stored in the journal.
struct DraftPage: Codable, Equatable {
    /// The page's number, never reused in the draft.
    var id: Int
    var original: DraftOriginal
    /// The corners as alternating x and y, clockwise from the page's top-left; `nil` if the picture is the page.
    var corners: [Double]?
    var renderOptions: RenderOptions
    /// The camera's focal length in pixels of the original, with its uncertainty.
    var focalLength: [Double]?
    /// The caller's name for the picture, used to check whether it has been added.
    var key: String?
    /// The names of the page's former pictures.
    var earlierKeys: [String]?
    /// How the picture was fused from several frames; `nil` for the original picture.
    var fusion: PageFusion?
    /// For a page with a fused picture, the original picture and its corners.
    var reference: DraftReference?

    func had(_ key: String) -> Bool { self.key == key || earlierKeys?.contains(key) == true }

    var quad: Quad? {
        get { corners.flatMap { Quad(numbers: $0) } }
        set { corners = newValue?.numbers }
    }

    var focal: FocalLength? {
        get {
            guard let focalLength, focalLength.count == 2 else { return nil }
            return FocalLength(pixels: focalLength[0], relativeUncertainty: focalLength[1])
        }
        set { focalLength = newValue.map { [$0.pixels, $0.relativeUncertainty] } }
    }

    /// Whether a session could have written this page.
    var isSound: Bool {
        let isPlaced = corners == nil || quad.map { $0.isFinite && $0.isConvexClockwise } == true
        return id > 0 && original.isSound && isPlaced && (focalLength == nil || focal != nil) && renderOptions.isSound
            && (fusion == nil) == (reference == nil) && reference?.original.isSound != false
    }

    /// The same page with its original picture; `nil` if it has that already.
    var single: DraftPage? {
        guard let reference else { return nil }
        var page = self
        (page.original, page.corners, page.focalLength) = (
            reference.original, reference.corners, reference.focalLength
        )
        (page.fusion, page.reference) = (nil, nil)
        if let moved = movedReferenceQuad { page.quad = moved }
        return page
    }

    /// Returns the same page with the fused picture.
    /// - Parameter fused: The page as it was before it went back to its original picture.
    func fused(as fused: DraftPage) -> DraftPage? {
        guard let reference = fused.reference, reference.original == original else { return nil }
        var page = self
        (page.original, page.focalLength, page.fusion) = (fused.original, fused.focalLength, fused.fusion)
        page.corners = corners == reference.corners ? reference.fusedCorners : nil
        if page.corners == nil, let quad { page.quad = reference.fused(quad) }
        if quad != nil, page.corners == nil { return nil }
        page.reference = DraftReference(
            original: original, corners: corners, focalLength: focalLength, fusedCorners: page.corners)
        return page
    }

    /// The corners moved in the fused picture, converted to the original picture; `nil` if they were not moved.
    private var movedReferenceQuad: Quad? {
        guard let reference, corners != reference.fusedCorners, let quad else { return nil }
        return reference.single(quad)
    }
}

extension Quad {
    /// - Parameter numbers: Alternating x and y.
    init?(numbers: [Double]) {
        guard numbers.count == 8 else { return nil }
        self.init(
            topLeft: Point2D(x: numbers[0], y: numbers[1]), topRight: Point2D(x: numbers[2], y: numbers[3]),
            bottomRight: Point2D(x: numbers[4], y: numbers[5]), bottomLeft: Point2D(x: numbers[6], y: numbers[7]))
    }

    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }
}

/// The original picture of a page whose current picture was fused.
struct DraftReference: Codable, Equatable {
    var original: DraftOriginal
    var corners: [Double]?
    var focalLength: [Double]?
    /// The corners in the fused picture at the time of fusion.
    var fusedCorners: [Double]?

    /// Converts corners from this picture to the fused one.
    func fused(_ quad: Quad) -> Quad? { Self.moved(quad, from: corners, to: fusedCorners) }

    /// Converts corners from the fused picture to this one.
    func single(_ quad: Quad) -> Quad? { Self.moved(quad, from: fusedCorners, to: corners) }

    private static func moved(_ quad: Quad, from: [Double]?, to: [Double]?) -> Quad? {
        guard let from = from.flatMap({ Quad(numbers: $0) }), let to = to.flatMap({ Quad(numbers: $0) }),
            let map = Homography(from: from, to: to)
        else { return nil }
        let moved = quad.map { map.map($0) }
        return moved.isFinite && moved.isConvexClockwise ? moved : nil
    }
}

/// A file in the folder of originals. It never changes.
struct DraftOriginal: Codable, Hashable {
    enum Kind: String, Codable, CaseIterable { case jpg, png }

    /// The file's number, never reused in the draft.
    var number: Int
    var kind: Kind
    var bytes: Int
    /// The CRC-32 of the file.
    var checksum: UInt32
    var width: Int
    var height: Int

    /// The file's name in the folder of originals.
    var name: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "." + kind.rawValue
    }

    /// Parses a file name.
    static func parts(ofName name: String) -> (number: Int, kind: Kind)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), 1...highestNumber ~= number,
            let kind = Kind(rawValue: String(parts[1]))
        else { return nil }
        return (number, kind)
    }

    var size: PixelSize? { try? PixelSize(width: width, height: height) }
    var isSound: Bool { 1...Self.highestNumber ~= number && bytes > 0 && size != nil }

    /// Far beyond any real number of files, and far from overflow.
    static let highestNumber = 1 << 48
}

extension RenderOptions {
    var isSound: Bool { dotsPerInch.map { PageRectifier.Parameters.dotsPerInchRange ~= $0 } ?? true }
}
