package import RectoCore
internal import RectoKernels
internal import RectoVision

/// The data about an anchor that recognition needs, as stored in a database.
package struct AnchorModel: @unchecked Sendable {
    // Sendable: the bytes never change.
    private let bytes: DatabaseBytes
    private let start: UnsafeRawPointer
    private let layout: RecordLayout
    /// Number of distinct patches, which differ from all other places nearby. They come first.
    private let distinctCount: Int
    let anchor: Anchor

    /// - Throws: ``AnchorDatabaseError/damagedRecord(anchor:field:)`` for a value that does not fit the record.
    init(_ bytes: DatabaseBytes, offset: Int, count: Int, index: Int) throws(AnchorDatabaseError) {
        func damaged(_ field: String) -> AnchorDatabaseError { .damagedRecord(anchor: index, field: field) }
        guard count >= RecordLayout.fixedByteCount else { throw damaged("length") }
        typealias Offset = RecordLayout.Offset
        self.bytes = bytes
        start = bytes.start + offset
        let header = start
        func number(_ at: Int) -> Int { Int(header.load(fromByteOffset: at, as: UInt32.self)) }
        func pixelSize(_ at: Int) -> PixelSize? { try? PixelSize(width: number(at), height: number(at + 4)) }
        guard let size = pixelSize(Offset.size) else { throw damaged("size") }
        guard let pictureSize = pixelSize(Offset.pictureSize),
            pictureSize == AnchorRecord.workingSize(of: size)
        else { throw damaged("picture size") }
        guard 1...255 ~= number(Offset.nameByteCount) else { throw damaged("name length") }
        guard 0...RecordLayout.maximumPoints ~= number(Offset.pointCount) else { throw damaged("number of points") }
        let (patchCount, coarseCount) = (number(Offset.patchCount), number(Offset.coarseCount))
        guard 0...RecordLayout.maximumPatches ~= patchCount else { throw damaged("number of patches") }
        guard 0...RecordLayout.maximumPatches ~= coarseCount else { throw damaged("number of coarse patches") }
        layout = RecordLayout(
            nameByteCount: number(Offset.nameByteCount), pointCount: number(Offset.pointCount), patchCount: patchCount,
            coarseCount: coarseCount, pictureSize: pictureSize)
        distinctCount = number(Offset.distinctCount)
        guard 0...layout.patchCount ~= distinctCount else { throw damaged("number of distinct patches") }
        guard layout.byteCount == count else { throw damaged("length") }
        let width = header.load(fromByteOffset: Offset.physicalWidth, as: Double.self)
        guard width == 0 || AnchorDatabase.isWidth(width) else { throw damaged("width") }
        let nameBytes = UnsafeRawBufferPointer(start: start + layout.name, count: layout.nameByteCount)
        let padding = UnsafeRawBufferPointer(
            start: nameBytes.baseAddress.map { $0 + nameBytes.count },
            count: layout.columns - layout.name - nameBytes.count)
        guard let name = String(validating: nameBytes, as: UTF8.self), padding.allSatisfy({ $0 == 0 }) else {
            throw damaged("name")
        }
        anchor = Anchor(name: name, size: size, physicalWidth: width > 0 ? width : nil)
        // The coarse picture is smaller, so this bound holds for it too.
        for place in places(layout.patches, layout.patchCount) + places(layout.coarse, layout.coarseCount) {
            guard 0...Double(pictureSize.width) ~= place.x, 0...Double(pictureSize.height) ~= place.y else {
                throw damaged("patches")
            }
        }
    }

    package var pointCount: Int { layout.pointCount }
    /// Number of elements of a column: whole vectors of points.
    var columnLength: Int { layout.columnLength }
    package var pictureSize: PixelSize { layout.pictureSize }

    private func column(_ index: Int) -> UnsafePointer<Float> {
        (start + (layout.columns + 4 * layout.columnLength * index)).assumingMemoryBound(to: Float.self)
    }
    /// Places of the points on the picture at working scale.
    package var x: UnsafePointer<Float> { column(0) }
    package var y: UnsafePointer<Float> { column(1) }
    /// Orientation and size as seen in the points' views.
    var cosine: UnsafePointer<Float> { column(2) }
    var sine: UnsafePointer<Float> { column(3) }
    var size: UnsafePointer<Float> { column(4) }
    /// The linear map from the anchor to a point's view, in row order.
    func toView(_ i: Int) -> SIMD4<Float> { SIMD4(column(5)[i], column(6)[i], column(7)[i], column(8)[i]) }
    /// One of the four words of a point's descriptor.
    package func word(_ word: Int, of i: Int) -> UInt64 { descriptors[i / 4 * 16 + 4 * word + i % 4] }
    var descriptors: UnsafePointer<UInt64> { (start + layout.descriptors).assumingMemoryBound(to: UInt64.self) }

    /// The pictures that frames are compared with.
    struct PatchPictures {
        /// The picture with all patches, and with the distinct ones.
        let all, distinct: AnchorPicture
        /// The coarse picture with its distinct patches.
        let coarse: AnchorPicture
    }

    /// Copies of the pictures that frames are compared with.
    var patchPictures: PatchPictures {
        let places = places(layout.patches, layout.patchCount)
        let gray = GrayImage(copying: picture)
        return PatchPictures(
            all: AnchorPicture(gray: gray, places: places),
            distinct: AnchorPicture(gray: gray, places: Array(places.prefix(distinctCount))),
            coarse: AnchorPicture(gray: gray.coarse, places: self.places(layout.coarse, layout.coarseCount)))
    }

    /// Centers of patches, stored at an offset as a column of x and a column of y.
    private func places(_ offset: Int, _ count: Int) -> [Point2D] {
        let columns = (start + offset).assumingMemoryBound(to: Float.self)
        return (0..<count).map { Point2D(x: Double(columns[$0]), y: Double(columns[count + $0])) }
    }

    /// The anchor at working scale, valid as long as the model.
    package var picture: GrayView {
        // The initializer has checked the layout against the record's length.
        let base = (start + layout.picture).assumingMemoryBound(to: UInt8.self)
        let byteCount = layout.pictureStride * pictureSize.height
        guard
            let view = try? GrayView(base: base, byteCount: byteCount, size: pictureSize, stride: layout.pictureStride)
        else { preconditionFailure("the layout has room for its picture") }
        return view
    }

    /// The map from the picture at working scale to the anchor itself.
    var toAnchor: Homography { .scaling(from: pictureSize, to: anchor.size) }
}
