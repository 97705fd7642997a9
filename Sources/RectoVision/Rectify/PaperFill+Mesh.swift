import RectoCore

extension PaperFill {
    /// - Parameters:
    ///   - mesh: Places of the page's pixels in the sampled picture.
    ///   - picture: Size of the picture.
    /// - Returns: `nil` if the picture shows the whole page.
    init?(_ mesh: PageMesh, beyond picture: PixelSize) {
        guard mesh.nodes.contains(where: { !Self.isWithin($0, picture) }) else { return nil }
        self.init(mesh.page, [UInt8](repeating: 0, count: mesh.page.area))
        var isAny = false
        mesh.forEachTile { tile, coefficients in
            let map = Homography(coefficients)
            func isShown(_ x: Double, _ y: Double) -> Bool { Self.isWithin(map.map(Point2D(x: x, y: y)), picture) }
            let (width, height) = (Double(tile.width), Double(tile.height))
            if isShown(0, 0) && isShown(width, 0) && isShown(0, height) && isShown(width, height) { return }
            let isMarked = mark(
                left: tile.left, top: tile.top, width: tile.width, height: tile.height, map, beyond: picture)
            isAny = isAny || isMarked
        }
        guard isAny else { return nil }
    }
}
