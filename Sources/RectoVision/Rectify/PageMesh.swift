import RectoCore
import RectoKernels

/// Places of a bent page's pixels in a picture, interpolated between nodes of a mesh.
struct PageMesh {
    /// A rectangle of pixels of the page.
    struct Tile {
        let left, top, width, height: Int
    }

    /// Nodes row by row; the last in a row or column may lie beyond the page.
    private(set) var nodes: [Point2D]
    let page: PixelSize
    private let across, down: Int

    /// Distance between nodes, in pixels of the page.
    private static let step = WarpTiles.side

    init(_ plan: PageRectifier.Plan, _ flat: FlatPage) {
        let step = Self.step
        let (across, down) = ((plan.size.width + step - 1) / step + 1, (plan.size.height + step - 1) / step + 1)
        let size = flat.picture
        // Keeps the values of a wild map countable.
        func clamped(_ value: Double, _ length: Int) -> Double {
            let length = Double(length)
            return value.isFinite ? min(max(value, -length), 2 * length) : 0
        }
        let points = (0..<across * down).map { index in
            plan.pageToPicture.map(Point2D(x: Double(index % across * step), y: Double(index / across * step)))
        }
        nodes = flat.picturePoints(of: points).map { point in
            Point2D(x: clamped(point.x, size.width), y: clamped(point.y, size.height))
        }
        (page, self.across, self.down) = (plan.size, across, down)
    }

    func mapped(by map: Homography) -> PageMesh {
        var mesh = self
        for index in nodes.indices { mesh.nodes[index] = map.map(nodes[index]) }
        return mesh
    }

    /// Calls `body` with each tile and the projective map from its pixels.
    func forEachTile(_ body: (Tile, WarpCoefficients) -> Void) {
        let step = Self.step
        for row in 0..<down - 1 {
            for column in 0..<across - 1 {
                let (left, top) = (column * step, row * step)
                body(
                    Tile(
                        left: left, top: top, width: min(step, page.width - left), height: min(step, page.height - top)),
                    map(column, row))
            }
        }
    }

    /// The map from a tile's pixels.
    private func map(_ column: Int, _ row: Int) -> WarpCoefficients {
        let shrink = Homography(1 / Double(Self.step), 0, 0, 0, 1 / Double(Self.step), 0, 0, 0, 1)
        let k = row * across + column
        let corners = Quad(
            topLeft: nodes[k], topRight: nodes[k + 1], bottomRight: nodes[k + across + 1],
            bottomLeft: nodes[k + across])
        // Where the sheet is seen from its edge a tile has no area: all of it shows one point.
        let point = corners.topLeft
        let map =
            Homography(unitSquareTo: corners)?.composed(after: shrink)
            ?? Homography(0, 0, point.x, 0, 0, point.y, 0, 0, 1)
        return map.coefficients
    }
}

extension PageMesh {
    /// Draws a worker's share of the page.
    func draw(_ picture: GrayView, into page: MutableImageView<Gray8>, _ share: WorkPart) {
        forEachRow(of: share) { rows, maps in
            // SAFETY: views of the picture and of rows of the page, whose sizes are passed with them.
            warpGray(picture.plane, tiles: maps, into: page.plane.rows(rows))
        }
    }

    /// Draws a worker's share of the page.
    func draw(_ picture: RGBView, into page: MutableImageView<RGB8>, _ share: WorkPart) {
        forEachRow(of: share) { rows, maps in
            // SAFETY: as above.
            warpRGB(picture.plane, tiles: maps, into: page.plane.rows(rows))
        }
    }

    /// Rows of tiles, with the map of each.
    private func forEachRow(of share: WorkPart, _ body: (Range<Int>, UnsafeBufferPointer<WarpCoefficients>) -> Void) {
        withUnsafeTemporaryAllocation(of: WarpCoefficients.self, capacity: across - 1) { maps in
            for row in share.share(of: down - 1) {
                for column in maps.indices { maps.initializeElement(at: column, to: map(column, row)) }
                body(row * Self.step..<min((row + 1) * Self.step, page.height), UnsafeBufferPointer(maps))
            }
        }
    }
}
