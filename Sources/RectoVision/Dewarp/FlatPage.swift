public import RectoCore
import RectoKernels

/// The map between a picture of a bent page and the page made flat.
public struct FlatPage: Sendable {
    /// Of the flat page, in pixels about as large as the picture's in the middle of the text.
    public let size: PixelSize
    /// How much of the lines' bend is gone: 0 for none, 1 for all.
    public let confidence: Double
    private let picture: PixelSize
    private let map: SheetMap
    /// The flat page's top-left corner.
    private let low: Point2D

    /// Pixels of the flat page between nodes of the mesh that it is sampled by.
    private static let tile = 16

    init?(_ map: SheetMap, of picture: PixelSize, low: Point2D, high: Point2D, confidence: Double) {
        let extent = (high - low) * map.sheet.focalLength
        guard extent.isFinite, extent.x >= 1, extent.y >= 1, extent.x < 32_768, extent.y < 32_768,
            let size = try? PixelSize(width: Int(extent.x), height: Int(extent.y))
        else { return nil }
        (self.size, self.picture, self.map, self.low, self.confidence) = (size, picture, map, low, confidence)
    }

    /// The point of the picture that a point of the flat page shows, both in pixels.
    public func picturePoint(of point: Point2D) -> Point2D {
        map.picture(point * (1 / map.sheet.focalLength) + low)
    }

    /// The point of the flat page that shows a point of the picture, both in pixels.
    public func pagePoint(of point: Point2D) -> Point2D {
        (map.page(point) - low) * map.sheet.focalLength
    }

    /// The page, flat. Beyond the picture its border goes on.
    /// - Precondition: The picture is of the size of the one that was flattened; its rows lie within 2³¹ bytes.
    public func render(_ picture: GrayView) -> GrayImage {
        precondition(picture.size == self.picture, "a picture of another size")
        var page = GrayImage(size: size)
        page.withMutableView { target in
            forEachTile { x, y, width, height, map in
                // SAFETY: a tile of the page, whose size is passed with it.
                warpGray(
                    picture.plane, map: map.coefficients,
                    into: MutablePlaneView(
                        target.base + y * target.stride + x, stride: target.stride, width: width, height: height))
            }
        }
        return page
    }

    /// The page, flat, in color; otherwise as in gray.
    public func render(_ picture: RGBView) -> RGBImage {
        precondition(picture.size == self.picture, "a picture of another size")
        var page = RGBImage(size: size)
        page.withMutableView { target in
            forEachTile { x, y, width, height, map in
                // SAFETY: a tile of the page, whose size is passed with it.
                warpRGB(
                    picture.plane, map: map.coefficients,
                    into: MutablePlaneView(
                        target.base + y * target.stride + 3 * x, stride: target.stride, width: width, height: height))
            }
        }
        return page
    }

    /// Points of the picture at the nodes of a mesh over the flat page, by rows.
    func mesh(step: Int) -> (nodes: [Point2D], across: Int, down: Int) {
        let (across, down) = ((size.width + step - 1) / step + 1, (size.height + step - 1) / step + 1)
        let nodes = (0..<across * down).map {
            picturePoint(of: Point2D(x: Double($0 % across * step), y: Double($0 / across * step)))
        }
        return (nodes, across, down)
    }

    /// Each tile of the page with the projective map from its pixels to the picture's.
    private func forEachTile(_ body: (_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ map: Homography) -> Void) {
        let tile = Self.tile
        let mesh = mesh(step: tile)
        let side = Double(tile)
        let shrink = Homography(1 / side, 0, 0, 0, 1 / side, 0, 0, 0, 1)
        for row in 0..<mesh.down - 1 {
            for column in 0..<mesh.across - 1 {
                let k = row * mesh.across + column
                let corners = Quad(
                    topLeft: mesh.nodes[k], topRight: mesh.nodes[k + 1],
                    bottomRight: mesh.nodes[k + mesh.across + 1], bottomLeft: mesh.nodes[k + mesh.across])
                // Where the sheet is seen from its edge a tile has no inside: all of it shows one point.
                let point = corners.topLeft
                let map =
                    Homography(unitSquareTo: corners)?.composed(after: shrink)
                    ?? Homography(0, 0, point.x, 0, 0, point.y, 0, 0, 1)
                let (x, y) = (column * tile, row * tile)
                body(x, y, min(tile, size.width - x), min(tile, size.height - y), map)
            }
        }
    }
}

/// A sheet with what it cannot follow.
struct SheetMap: Sendable {
    let sheet: Sheet
    let shape: Sheet.Shape
    let field: ResidualField

    /// The place on the page that a pixel shows.
    func page(_ point: Point2D) -> Point2D {
        let place = shape.page(point)
        return place + field(place)
    }

    /// The pixel that shows a place on the page.
    func picture(_ place: Point2D) -> Point2D {
        var source = place
        for _ in 0..<6 { source = place - field(source) }
        return shape.picture(source)
    }
}
