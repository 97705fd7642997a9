internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// An anchor as built, before it is laid out.
struct AnchorRecord: Sendable {
    /// Long side of pictures at working scale. Smaller pictures keep their size.
    static let workingSide = 640
    /// Minimum side of a picture at working scale. Smaller ones have no points on a second level.
    static let minimumSide = 48
    /// Ratio of the sides at working scale to those of the picture with the coarse patches.
    static let coarseStep = 2
    /// Minimum number of distinct places, fine or coarse. With fewer, pixels cannot confirm a pose.
    static let minimumPatches = 12
    /// Minimum number of points that recognition needs.
    static let minimumPoints = 40

    let anchor: Anchor
    private let picture: GrayImage
    private let points: AnchorPoints
    private let patches: DistinctPatches
    /// Distinct places of the coarse picture.
    private let coarsePlaces: [Point2D]
    private let layout: RecordLayout

    init(_ anchor: Anchor, _ image: GrayImage) throws(AnchorDatabaseError) {
        self.anchor = anchor
        guard let size = Self.workingSize(of: image.size), size.shortSide >= Self.minimumSide,
            let picture = image.shrunk(to: size)
        else {
            throw .pictureTooSmall(anchor: anchor.name, image.size, minimum: Self.minimumSide)
        }
        self.picture = picture
        points = picture.withView { AnchorPoints(of: $0) }
        guard points.count >= Self.minimumPoints else {
            throw .tooFewPoints(anchor: anchor.name, found: points.count, required: Self.minimumPoints)
        }
        patches = picture.withView { DistinctPatches(in: $0, count: AnchorPicture.patchCount) }
        let coarse = picture.coarse.withView { DistinctPatches(in: $0, count: AnchorPicture.patchCount) }
        coarsePlaces = Array(coarse.places.prefix(coarse.distinctCount))
        let distinct = max(patches.distinctCount, coarse.distinctCount)
        guard distinct >= Self.minimumPatches else {
            throw .tooFewPoints(anchor: anchor.name, found: distinct, required: Self.minimumPatches)
        }
        layout = RecordLayout(
            nameByteCount: anchor.name.utf8.count, pointCount: points.count, patchCount: patches.places.count,
            coarseCount: coarsePlaces.count, pictureSize: picture.size)
    }

    var byteCount: Int { layout.byteCount }

    /// The size of a picture at working scale.
    /// - Returns: `nil` if a side would shrink to 0.
    static func workingSize(of size: PixelSize) -> PixelSize? {
        size.shrunk(by: max(1, Double(size.longSide) / Double(workingSide)))
    }

    /// Writes the record to ``byteCount`` bytes of memory, all 0.
    func write(to start: UnsafeMutableRawPointer) {
        // In the order of `RecordLayout.Offset`.
        let numbers = [
            anchor.size.width, anchor.size.height, picture.width, picture.height, layout.nameByteCount, points.count,
            patches.places.count, patches.distinctCount, coarsePlaces.count,
        ]
        for (i, number) in numbers.enumerated() {
            start.storeBytes(of: UInt32(number), toByteOffset: 4 * i, as: UInt32.self)
        }
        start.storeBytes(
            of: anchor.physicalWidth ?? 0, toByteOffset: RecordLayout.Offset.physicalWidth, as: Double.self)
        for (i, byte) in anchor.name.utf8.enumerated() {
            start.storeBytes(of: byte, toByteOffset: layout.name + i, as: UInt8.self)
        }
        writePoints(to: start)
        Self.write(patches.places, to: start + layout.patches)
        Self.write(coarsePlaces, to: start + layout.coarse)
        picture.withView { view in
            for y in 0..<view.height {
                (start + (layout.picture + y * layout.pictureStride))
                    .copyMemory(from: view.row(y), byteCount: view.width)
            }
        }
    }

    private static func write(_ places: [Point2D], to start: UnsafeMutableRawPointer) {
        let columns = start.bindMemory(to: Float.self, capacity: 2 * places.count)
        for (i, place) in places.enumerated() {
            columns[i] = Float(place.x)
            columns[places.count + i] = Float(place.y)
        }
    }

    private func writePoints(to start: UnsafeMutableRawPointer) {
        let length = layout.columnLength
        let columns = (start + layout.columns).bindMemory(
            to: Float.self, capacity: RecordLayout.columnCount * length)
        let words = (start + layout.descriptors).bindMemory(
            to: UInt64.self, capacity: descriptorWordCount(points.count))
        points.bits.withUnsafeBufferPointer { bits in
            // SAFETY: four words per point, and a non-empty array has a base address.
            guard let bits = bits.baseAddress else { return }
            for i in 0..<points.count {
                let map = points.toView[i]
                let seen = points.direction[i]
                let row = [
                    points.x[i], points.y[i], seen.cosine, seen.sine, points.size[i], map.x, map.y, map.z, map.w,
                ]
                for (k, value) in row.enumerated() { columns[k * length + i] = value }
                storeDescriptor(bits + 4 * i, at: i, in: words)
            }
        }
    }
}

extension Image<Gray8> {
    /// The picture at the scale of coarse patches.
    var coarse: GrayImage { size.shrunk(by: Double(AnchorRecord.coarseStep)).flatMap { shrunk(to: $0) } ?? self }
}
