internal import CVector

/// First moments of the levels around a pixel: the sums of level times offset, to the right and down.
public struct IntensityCentroid: BitwiseCopyable, Hashable, Sendable {
    public var x, y: Int32

    public init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }
}

/// Smallest distances of a place from the borders of a picture, in columns and rows.
public struct PlaceBorder: Sendable {
    /// From the left and upper border.
    public let before: Int
    /// From the right and lower border.
    public let after: Int
}

/// Smallest distances of a place from the borders for its moments.
public let intensityCentroidBorder = PlaceBorder(before: 15, after: 16)

/// Extent of the disc of radius 15 to either side, in rows at distances 0 to 15 from its center.
private let discReach: [UInt8] = [15, 15, 15, 15, 14, 14, 14, 13, 13, 12, 11, 10, 9, 8, 6, 3]

/// The moments of discs of radius 15 around pixels: they point from a pixel to the intensity centroid, and so rotate
/// with the picture.
///
/// Source: Rublee et al., "ORB: an efficient alternative to SIFT or SURF", ICCV 2011, after Rosin 1999.
/// - Parameters:
///   - places: `count` places, no closer to the border than ``intensityCentroidBorder``.
///   - moments: One for each place.
public func intensityCentroid(
    _ source: PlaneView<UInt8>, places: UnsafePointer<PixelPlace>, count: Int,
    into moments: UnsafeMutablePointer<IntensityCentroid>
) {
    // SAFETY: moments are two integers.
    let sums = UnsafeMutableRawPointer(moments).assumingMemoryBound(to: Int32.self)
    recto_intensity_centroid(source.base, source.stride, words(places), count, discReach, sums)
}

extension Reference {
    /// The plain reference of the kernel `intensityCentroid`.
    public static func intensityCentroid(
        _ source: PlaneView<UInt8>, places: UnsafePointer<PixelPlace>, count: Int,
        into moments: UnsafeMutablePointer<IntensityCentroid>
    ) {
        for i in 0..<count {
            var sums = IntensityCentroid(x: 0, y: 0)
            for dy in -15...15 {
                let reach = Int(discReach[abs(dy)])
                for dx in -reach...reach {
                    let level = Int32(source.row(places[i].y + dy)[places[i].x + dx])
                    sums.x += level * Int32(dx)
                    sums.y += level * Int32(dy)
                }
            }
            moments[i] = sums
        }
    }
}

// MARK: - Bodies

@c @implementation
func recto_intensity_centroid_body(
    _ source: UnsafePointer<UInt8>!, _ stride: Int, _ places: UnsafePointer<UInt32>!, _ n: Int,
    _ reach: UnsafePointer<UInt8>!, _ moments: UnsafeMutablePointer<Int32>!
) {
    var i = 0
    while i < n {
        let place = places[i]
        let (x, y) = (Int(place & 0xFFFF), Int(place &>> 16))
        // SAFETY: 15 rows above and below of 32 bytes, within the picture as the caller guarantees.
        vec_intensity_centroid(row(source, y, stride) + (x &- 15), stride, reach, moments + 2 &* i)
        i &+= 1
    }
}
