import RectoCore
import RectoVision

/// A line of a draft's journal. Each says all there is to say of its subject, so that a lost one spoils no other.
enum DraftRecord: Codable, Equatable {
    /// The first one: the version of the format.
    case draft(Int)
    /// A page that was added, or that looks otherwise now; its picture is another one after a retake.
    case page(DraftPage)
    /// All pages in their order; those that are left out have been deleted.
    case order([Int])
    /// A page that was added, and the order in which others have given way to it: both or neither.
    case replacement(DraftPage, order: [Int])
    /// Numbers of pictures that pages have had; one that no record names was added when the program ended.
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

/// A page as the journal knows it.
struct DraftPage: Codable, Equatable {
    /// The page's number, never used again in the draft.
    var id: Int
    var original: DraftOriginal
    /// Corners x, y in turn, clockwise from the page's top-left; `nil` if the picture is the page.
    var corners: [Double]?
    var renderOptions: RenderOptions
    /// Of the camera, in pixels of the original, with its uncertainty.
    var focalLength: [Double]?
    /// The caller's name of the picture, by which it knows whether the picture has been added.
    var key: String?
    /// The names of the pictures that it had before.
    var earlierKeys: [String]?
    /// How its picture was made of several frames; `nil` if it is as it came.
    var fusion: PageFusion?
    /// Of a page whose picture was made of several: the one as it came, with the corners in it.
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

    /// Whether it is a page that a session could have written.
    var isSound: Bool {
        let isPlaced = corners == nil || quad.map { $0.isFinite && $0.isConvexClockwise } == true
        return id > 0 && original.isSound && isPlaced && (focalLength == nil || focal != nil) && renderOptions.isSound
            && (fusion == nil) == (reference == nil) && reference?.original.isSound != false
    }

    /// The same page with the picture as it came; `nil` if it has that.
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

    /// The same page with the picture that was made of its own and others.
    /// - Parameter fused: As it was when it went back to its picture as it came.
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

    /// Where corners belong in the picture as it came that were moved in the one that was made of it; `nil` if they were not.
    private var movedReferenceQuad: Quad? {
        guard let reference, corners != reference.fusedCorners, let quad else { return nil }
        return reference.single(quad)
    }
}

extension Quad {
    /// - Parameter numbers: x, y in turn.
    init?(numbers: [Double]) {
        guard numbers.count == 8 else { return nil }
        self.init(
            topLeft: Point2D(x: numbers[0], y: numbers[1]), topRight: Point2D(x: numbers[2], y: numbers[3]),
            bottomRight: Point2D(x: numbers[4], y: numbers[5]), bottomLeft: Point2D(x: numbers[6], y: numbers[7]))
    }

    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }
}

/// The picture of a page as it came, where another one was made of it and others.
struct DraftReference: Codable, Equatable {
    var original: DraftOriginal
    var corners: [Double]?
    var focalLength: [Double]?
    /// The corners in the picture that was made of it, as they were when it was.
    var fusedCorners: [Double]?

    /// Where corners of this picture belong in the one that was made of it.
    func fused(_ quad: Quad) -> Quad? { Self.moved(quad, from: corners, to: fusedCorners) }

    /// Where corners of the one that was made of it belong in this picture.
    func single(_ quad: Quad) -> Quad? { Self.moved(quad, from: fusedCorners, to: corners) }

    private static func moved(_ quad: Quad, from: [Double]?, to: [Double]?) -> Quad? {
        guard let from = from.flatMap({ Quad(numbers: $0) }), let to = to.flatMap({ Quad(numbers: $0) }),
            let map = Homography(from: from, to: to)
        else { return nil }
        let moved = quad.map { map.map($0) }
        return moved.isFinite && moved.isConvexClockwise ? moved : nil
    }
}

/// A file in the folder of pictures, which is never changed.
struct DraftOriginal: Codable, Hashable {
    enum Kind: String, Codable, CaseIterable { case jpg, png }

    /// The file's number, never used again in the draft.
    var number: Int
    var kind: Kind
    var bytes: Int
    /// CRC-32 of the file.
    var checksum: UInt32
    var width: Int
    var height: Int

    /// The file's name in the folder of pictures.
    var name: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "." + kind.rawValue
    }

    /// What a file's name says.
    static func parts(ofName name: String) -> (number: Int, kind: Kind)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let number = Int(parts[0]), 1...highestNumber ~= number,
            let kind = Kind(rawValue: String(parts[1]))
        else { return nil }
        return (number, kind)
    }

    var size: PixelSize? { try? PixelSize(width: width, height: height) }
    var isSound: Bool { 1...Self.highestNumber ~= number && bytes > 0 && size != nil }

    /// Far more than there will be, and far from overflow.
    static let highestNumber = 1 << 48
}

extension RenderOptions {
    var isSound: Bool { dotsPerInch.map { PageRectifier.Parameters.dotsPerInchRange ~= $0 } ?? true }
}
