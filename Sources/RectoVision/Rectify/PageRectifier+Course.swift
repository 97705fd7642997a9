import RectoCore
import RectoKernels

extension PageRectifier {
    /// How a page's pixels are taken from those of a picture.
    struct Course {
        /// Where a pixel of the page lies in the part as it is sampled.
        enum Map {
            /// Of a flat page.
            case plane(WarpCoefficients)
            /// Of a bent one.
            case mesh(PageMesh)
        }

        /// Of the page.
        let size: PixelSize
        /// Of the whole picture.
        let picture: PixelSize
        /// What of the picture is sampled: what the page shows and what surrounds it by a hair. Starts and, but at the
        /// picture's border, ends where pixels of the halved picture do.
        let left, top: Int
        let part: PixelSize
        /// How often the part is halved before it is sampled.
        let halvings: Int
        /// Whether it is doubled.
        let isDoubled: Bool
        private(set) var map: Map

        /// - Parameter points: The outline of what the page shows, in pixels of the picture; not farther out than some of
        ///   its long sides.
        fileprivate init(
            _ size: PixelSize, _ picture: PixelSize, showing points: [Point2D], halvings: Int, isDoubled: Bool
        ) {
            let pixel = 1 << halvings
            func range(_ coordinates: [Double], _ length: Int) -> Range<Int> {
                let (minimum, maximum) = (coordinates.min() ?? 0, coordinates.max() ?? 0)
                let last = max(length / pixel - 1, 0)
                let start = min(max(Int((minimum / Double(pixel)).rounded(.down)) - 4, 0), last)
                let end = max(Int((maximum / Double(pixel)).rounded(.up)) + 4, start + 1)
                return start * pixel..<min(end * pixel, length)
            }
            let columns = range(points.map { $0.x }, picture.width)
            let rows = range(points.map { $0.y }, picture.height)
            (self.size, self.picture, self.halvings, self.isDoubled) = (size, picture, halvings, isDoubled)
            (left, top) = (columns.lowerBound, rows.lowerBound)
            part = (try? PixelSize(width: columns.count, height: rows.count)) ?? picture
            map = .plane((1, 0, 0, 0, 1, 0, 0, 0, 1))
        }

        fileprivate init(_ plan: Plan) {
            self.init(
                plan.size, plan.picture, showing: plan.quad.corners, halvings: plan.halvings, isDoubled: plan.isDoubled)
            map = .plane(toLevel.composed(after: plan.pageToPicture).coefficients)
        }

        fileprivate init(_ plan: Plan, _ flat: FlatPage, isDoubled: Bool) {
            let mesh = PageMesh(plan, flat)
            self.init(plan.size, flat.picture, showing: mesh.nodes, halvings: plan.halvings, isDoubled: isDoubled)
            map = .mesh(mesh.mapped(by: toLevel))
        }

        /// From the picture's pixels to those of the part as it is sampled.
        private var toLevel: Homography {
            let scale = isDoubled ? 2 : 1 / Double(1 << halvings)
            return Homography(scale, 0, -Double(left) * scale, 0, scale, -Double(top) * scale, 0, 0, 1)
        }
    }

    /// - Throws: ``Failure`` if the picture is not the one that was planned for, or its rows lie too far apart.
    func course<Layout>(_ picture: ImageView<Layout>, _ plan: Plan, _ flat: FlatPage?) throws(Failure) -> Course {
        let required = flat?.picture ?? plan.picture
        guard picture.size == required else { throw .pictureSize(picture.size, required: required) }
        // The plan knows the pixels, not how far apart a lent picture's rows lie.
        let (bytes, overflows) = picture.stride.multipliedReportingOverflow(by: picture.height)
        guard plan.halvings > 0 || !overflows && bytes <= Self.maximumWarpedBytes else {
            throw .pictureTooLarge(picture.size)
        }
        guard let flat else { return Course(plan) }
        return Course(plan, flat, isDoubled: plan.isDoubled && !isTooLarge(picture.size, doubled: true))
    }
}

/// Where a bent page's pixels lie in a picture, between nodes of a mesh.
struct PageMesh {
    /// Pixels of the page.
    struct Tile {
        let left, top, width, height: Int
    }

    /// By rows; the last of a row and of a column may lie beyond the page.
    private(set) var nodes: [Point2D]
    let page: PixelSize
    private let across, down: Int

    /// Pixels of the page from node to node.
    private static let step = 16

    init(_ plan: PageRectifier.Plan, _ flat: FlatPage) {
        let step = Self.step
        let (across, down) = ((plan.size.width + step - 1) / step + 1, (plan.size.height + step - 1) / step + 1)
        let size = flat.picture
        // A wild map must not leave what can be counted.
        func clamped(_ value: Double, _ length: Int) -> Double {
            let length = Double(length)
            return value.isFinite ? min(max(value, -length), 2 * length) : 0
        }
        nodes = (0..<across * down).map { index in
            let node = Point2D(x: Double(index % across * step), y: Double(index / across * step))
            let point = flat.picturePoint(of: plan.pageToPicture.map(node))
            return Point2D(x: clamped(point.x, size.width), y: clamped(point.y, size.height))
        }
        (page, self.across, self.down) = (plan.size, across, down)
    }

    func mapped(by map: Homography) -> PageMesh {
        var mesh = self
        for index in nodes.indices { mesh.nodes[index] = map.map(nodes[index]) }
        return mesh
    }

    /// A worker's share of the tiles, each with the projective map from its pixels.
    func forEachTile(of share: WorkPart, _ body: (Tile, WarpCoefficients) -> Void) {
        let step = Self.step
        let shrink = Homography(1 / Double(step), 0, 0, 0, 1 / Double(step), 0, 0, 0, 1)
        for row in share.share(of: down - 1) {
            for column in 0..<across - 1 {
                let k = row * across + column
                let corners = Quad(
                    topLeft: nodes[k], topRight: nodes[k + 1], bottomRight: nodes[k + across + 1],
                    bottomLeft: nodes[k + across])
                // Where the sheet is seen from its edge a tile has no inside: all of it shows one point.
                let point = corners.topLeft
                let map =
                    Homography(unitSquareTo: corners)?.composed(after: shrink)
                    ?? Homography(0, 0, point.x, 0, 0, point.y, 0, 0, 1)
                let (left, top) = (column * step, row * step)
                body(
                    Tile(
                        left: left, top: top, width: min(step, page.width - left), height: min(step, page.height - top)),
                    map.coefficients)
            }
        }
    }
}

extension Homography {
    /// As the warp kernels take it.
    var coefficients: WarpCoefficients { (a, b, c, d, e, f, g, h, i) }
}
