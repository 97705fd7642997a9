import RectoCore
import RectoKernels

extension PageRectifier {
    /// How a page's pixels are sampled from those of a picture.
    struct Course {
        /// The place of a page's pixel in the sampled part.
        enum Map {
            /// For a flat page.
            case plane(WarpCoefficients)
            /// For a bent page.
            case mesh(PageMesh)
        }

        /// Size of the page.
        let size: PixelSize
        /// Size of the whole picture.
        let picture: PixelSize
        /// The sampled part of the picture: what the page shows and a narrow margin. It starts, and except at the
        /// picture's border ends, at pixel borders of the halved picture.
        let left, top: Int
        let part: PixelSize
        /// Number of times the part is halved before sampling.
        let halvings: Int
        /// Whether the part is doubled before sampling.
        let isDoubled: Bool
        private(set) var map: Map

        /// - Parameter points: The outline of what the page shows, in pixels of the picture, within some of its long
        ///   sides.
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

        /// Maps the picture's pixels to those of the sampled part.
        private var toLevel: Homography {
            let scale = isDoubled ? 2 : 1 / Double(1 << halvings)
            return Homography(scale, 0, -Double(left) * scale, 0, scale, -Double(top) * scale, 0, 0, 1)
        }
    }

    /// - Throws: ``Failure`` if the picture is not the planned one, or its rows are too far apart.
    func course<Layout>(_ picture: ImageView<Layout>, _ plan: Plan, _ flat: FlatPage?) throws(Failure) -> Course {
        let required = flat?.picture ?? plan.picture
        guard picture.size == required else { throw .pictureSize(picture.size, required: required) }
        // The plan knows the pixels, but not the stride of a borrowed picture.
        let (bytes, overflows) = picture.stride.multipliedReportingOverflow(by: picture.height)
        guard plan.halvings > 0 || !overflows && bytes <= Self.maximumWarpedBytes else {
            throw .pictureTooLarge(picture.size)
        }
        guard let flat else { return Course(plan) }
        return Course(plan, flat, isDoubled: plan.isDoubled && !isTooLarge(picture.size, doubled: true))
    }
}

extension Homography {
    init(_ coefficients: WarpCoefficients) {
        let (a, b, c, d, e, f, g, h, i) = coefficients
        self.init(a, b, c, d, e, f, g, h, i)
    }

    /// The coefficients in the order that the warp kernels take.
    var coefficients: WarpCoefficients { (a, b, c, d, e, f, g, h, i) }
}
