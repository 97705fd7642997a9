package import RectoCore

/// Chooses the places of a picture's patches: corners, spread over the picture.
///
/// A corner is a peak, within 9 × 9 pixels, of the smaller eigenvalue of the structure tensor (Shi & Tomasi, "Good
/// features to track", CVPR 1994). The picture is divided into 10 × 10 cells. The best corner of every cell comes
/// first, then the second best of every cell, and so on, so the first few are spread as widely as all.
package struct PatchPoints {
    /// Cells along each axis.
    private static let cells = 10
    /// Width of the border without patches, in pixels.
    private static let border = 8
    /// Half the side of the square in which a corner must be the best.
    private static let peakRadius = 4

    /// - Returns: At most `count` places, at centers of pixels.
    package static func choose(in picture: GrayView, count: Int) -> [Point2D] {
        let (width, height) = (picture.width, picture.height)
        guard width > 2 * border, height > 2 * border else { return [] }
        let strength = cornerStrength(picture)
        var corners: [(x: Int, y: Int, strength: Float)] = []
        for y in border..<height - border {
            for x in border..<width - border where isPeak(strength, width, x, y) {
                corners.append((x, y, strength[y * width + x]))
            }
        }
        corners.sort { ($1.strength, $0.y, $0.x) < ($0.strength, $1.y, $1.x) }
        var taken = [Int](repeating: 0, count: cells * cells)
        let ranks = corners.map { corner in
            let cell = corner.y * cells / height * cells + corner.x * cells / width
            defer { taken[cell] += 1 }
            return taken[cell]
        }
        let order = corners.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
        return order.prefix(count).map { Point2D(x: Double(corners[$0].x) + 0.5, y: Double(corners[$0].y) + 0.5) }
    }

    private static func isPeak(_ strength: [Float], _ width: Int, _ x: Int, _ y: Int) -> Bool {
        let here = strength[y * width + x]
        guard here > 0 else { return false }
        for row in y - peakRadius...y + peakRadius {
            for column in x - peakRadius...x + peakRadius where strength[row * width + column] > here { return false }
        }
        return true
    }

    /// The smaller eigenvalue of the tensor summed over 7 × 7 pixels, of a picture smoothed twice by 1 2 1.
    private static func cornerStrength(_ picture: GrayView) -> [Float] {
        let (width, height) = (picture.width, picture.height)
        var gray = [Float](repeating: 0, count: width * height)
        for y in 0..<height {
            let row = picture.row(y)
            for x in 0..<width { gray[y * width + x] = Float(row[x]) }
        }
        for _ in 0..<2 { gray = smoothed(gray, width, height) }
        var (xx, xy, yy) = (gray, gray, gray)
        for y in 0..<height {
            let (up, down) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
            for x in 0..<width {
                let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
                let gx: Float = gray[y * width + right] - gray[y * width + left]
                let gy: Float = gray[down + x] - gray[up + x]
                xx[y * width + x] = gx * gx
                xy[y * width + x] = gx * gy
                yy[y * width + x] = gy * gy
            }
        }
        (xx, xy, yy) = (boxSums(xx, width, height), boxSums(xy, width, height), boxSums(yy, width, height))
        return xx.indices.map { i in
            let difference: Float = xx[i] - yy[i]
            let spread: Float = (difference * difference + 4 * xy[i] * xy[i]).squareRoot()
            return xx[i] + yy[i] - spread
        }
    }

    private static func smoothed(_ plane: [Float], _ width: Int, _ height: Int) -> [Float] {
        separable(plane, width, height) { a, b, c in 0.25 * (a + c) + 0.5 * b }
    }

    /// Sums over 7 × 7 pixels. Three sums over 3 × 3 neighbors weight the middle more, like a Gaussian.
    private static func boxSums(_ plane: [Float], _ width: Int, _ height: Int) -> [Float] {
        var sums = plane
        for _ in 0..<3 { sums = separable(sums, width, height) { a, b, c in (a + c) + b } }
        return sums
    }

    /// Combines three neighbors along rows, then along columns. Borders are replicated.
    private static func separable(
        _ plane: [Float], _ width: Int, _ height: Int, _ combine: (Float, Float, Float) -> Float
    ) -> [Float] {
        var (rows, result) = (plane, plane)
        for y in 0..<height {
            let line = y * width
            for x in 0..<width {
                let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
                rows[line + x] = combine(plane[line + left], plane[line + x], plane[line + right])
            }
        }
        for y in 0..<height {
            let (up, here, down) = (max(y - 1, 0) * width, y * width, min(y + 1, height - 1) * width)
            for x in 0..<width { result[here + x] = combine(rows[up + x], rows[here + x], rows[down + x]) }
        }
        return result
    }
}

/// The picture of an anchor that frames are compared with, and the places of its patches.
///
/// Patches are searched in the coordinates of its pixels. The coordinates of the ``Anchor`` may be finer.
package struct AnchorPicture: Sendable {
    /// The maximum number of patches of an anchor.
    package static let patchCount = 160

    package let gray: GrayImage
    /// Centers of patches, the first ones spread over the picture as widely as all.
    package let places: [Point2D]

    package init(gray: GrayImage, places: [Point2D]) {
        self.gray = gray
        self.places = places
    }

    /// Chooses the places of a picture's patches.
    package init(gray: GrayImage) {
        self.init(gray: gray, places: gray.withView { PatchPoints.choose(in: $0, count: Self.patchCount) })
    }

    package var size: PixelSize { gray.size }
}
