import RectoCore

/// A bent sheet of paper before a camera: a general cylinder, straight along its rulings, seen by a pinhole.
///
/// The page's unit is the assumed focal length of the camera, in pixels, at the anchor, where the sheet touches the
/// plane of its pose.
struct Sheet {
    /// Number of curvatures, at evenly spaced knots across the rulings.
    static let knots = 8
    /// Rotations about x, y and z, the angle of the rulings, the curvatures, and the logarithm of the camera's focal
    /// length over the assumed one.
    static let unknowns = 5 + knots
    /// Indices of the curvatures, and of the focal length.
    static let bends = 4..<4 + knots
    static let focal = 4 + knots
    /// Index of the angle of the rulings: 0 where they run down the page.
    static let ruling = 3
    /// Half span of the knots relative to the extent of the text: slightly beyond it.
    private static let knotReach = 0.55
    /// How far the sheet is defined to each side, in half spans of the knots; beyond the knots it continues straight.
    private static let profileReach = 2.2
    /// Steps of Newton's method for a ray of unknown depth.
    private static let depthSteps = 5
    /// Smallest divisors for the depth of a ray that is nearly parallel to the sheet, at the start and in a step.
    private static let minimumSlant = 0.05
    private static let minimumChange = 0.1
    /// Largest step of Newton's method, in focal lengths.
    private static let maximumStep = 0.3
    /// Smallest distance from the camera, in focal lengths; anything nearer or behind it is treated as at this
    /// distance.
    private static let minimumDistance = 0.05

    let focalLength: Double
    /// Standard deviation of the logarithm of the true focal length over the assumed one.
    let focalSpread: Double
    let center: Point2D
    /// The anchor and the half span of the knots, in focal lengths.
    let anchor: Point2D
    let halfSpan: Double
    var unknowns = [Double](repeating: 0, count: Sheet.unknowns)
    fileprivate let profile: Profile

    /// - Parameters:
    ///   - center: The camera's principal point, in pixels.
    ///   - anchor: A point in the middle of the text.
    ///   - span: Extent of the text, in pixels.
    init(focalLength: Double, focalSpread: Double, center: Point2D, anchor: Point2D, span: Double) {
        (self.focalLength, self.focalSpread) = (focalLength, focalSpread)
        self.center = center
        self.anchor = (anchor - center) * (1 / focalLength)
        halfSpan = Self.knotReach * span / focalLength
        profile = Profile(halfSpan: halfSpan)
    }

    /// The sheet's shape for given unknowns, prepared for many points.
    func shape(_ unknowns: [Double]) -> Shape { Shape(self, unknowns, profile) }
    var shape: Shape { shape(unknowns) }

    /// Hat functions of curvature at the knots, integrated once and twice.
    fileprivate struct Profile {
        static let count = 257
        let start: Double
        let step: Double
        let slopes: [SIMD8<Double>]
        let heights: [SIMD8<Double>]

        init(halfSpan: Double) {
            let count = Self.count
            start = -Sheet.profileReach * halfSpan
            step = 2 * Sheet.profileReach * halfSpan / Double(count - 1)
            let spacing = 2 * halfSpan / Double(Sheet.knots - 1)
            var (slope, height) = (SIMD8<Double>.zero, SIMD8<Double>.zero)
            var (slopes, heights) = ([SIMD8<Double>](), [SIMD8<Double>]())
            for index in 0..<count {
                let place = start + step * Double(index)
                for knot in 0..<Sheet.knots {
                    let away = abs(place - (Double(knot) * spacing - halfSpan)) / spacing
                    slope[knot] += max(0, 1 - away) * step
                }
                height += slope * step
                slopes.append(slope)
                heights.append(height)
            }
            // Flat at the anchor.
            let (slope0, height0) = (slopes[count / 2], heights[count / 2])
            for index in 0..<count {
                heights[index] -= height0 + slope0 * (step * Double(index - count / 2))
                slopes[index] -= slope0
            }
            (self.slopes, self.heights) = (slopes, heights)
        }
    }

    /// A sheet's pose, heights and arc lengths.
    struct Shape {
        private let sheet: Sheet
        /// Axes: across the rulings, along them, off the plane.
        private let across, along, off: SIMD3<Double>
        private let ruling: (cosine: Double, sine: Double)
        private let camera: SIMD3<Double>
        /// The camera's focal length in units of the sheet's, and the distance of the anchor.
        private let focal: Double
        private let start: Double
        private let step: Double
        private let perStep: Double
        /// Height, slope and arc length at each place.
        private let table: [SIMD4<Double>]

        fileprivate init(_ sheet: Sheet, _ unknowns: [Double], _ profile: Profile) {
            self.sheet = sheet
            let columns = rotation(SIMD3(unknowns[0], unknowns[1], unknowns[2]))
            ruling = (cos(unknowns[3]), sin(unknowns[3]))
            across = columns.0 * ruling.cosine + columns.1 * ruling.sine
            along = columns.1 * ruling.cosine - columns.0 * ruling.sine
            off = columns.2
            focal = exp(unknowns[Sheet.focal])
            let anchor = SIMD3(sheet.anchor.x, sheet.anchor.y, focal)
            camera = -SIMD3((anchor * across).sum(), (anchor * along).sum(), (anchor * off).sum())
            (start, step, perStep) = (profile.start, profile.step, 1 / profile.step)
            var curvatures = SIMD8<Double>.zero
            for knot in 0..<Sheet.knots { curvatures[knot] = unknowns[Sheet.bends.lowerBound + knot] }
            var table = [SIMD4<Double>](repeating: .zero, count: Profile.count)
            var arc = 0.0
            for index in table.indices {
                let slope = (profile.slopes[index] * curvatures).sum()
                arc += (1 + slope * slope).squareRoot() * step
                table[index] = SIMD4((profile.heights[index] * curvatures).sum(), slope, arc, 0)
            }
            let middle = table[Profile.count / 2][2]
            for index in table.indices { table[index][2] -= middle }
            self.table = table
        }

        /// - Parameter table: The shape's table.
        @inline(__always)
        private func look(_ place: Double, _ table: UnsafeBufferPointer<SIMD4<Double>>) -> SIMD4<Double> {
            let steps = (place - start) * perStep
            // Where Newton's method went astray the value is NaN: use the first entry.
            let position = steps > 0 ? min(steps, Double(Profile.count) - 1.001) : 0
            let index = Int(position)
            return table[index] + (table[index + 1] - table[index]) * (position - Double(index))
        }

        /// The place on the page that a pixel shows.
        func page(_ point: Point2D) -> Point2D {
            var depth = Double.nan
            return page(point, depth: &depth, steps: Sheet.depthSteps)
        }

        /// The place on the page that a pixel shows, from a known depth.
        /// - Parameters:
        ///   - depth: Depth along the ray, where the search begins unless it is NaN.
        ///   - steps: Steps of Newton's method.
        func page(_ point: Point2D, depth: inout Double, steps: Int) -> Point2D {
            let q = (point - sheet.center) * (1 / sheet.focalLength)
            let ray = SIMD3(q.x, q.y, focal)
            let x = (ray * across).sum()
            let y = (ray * along).sum()
            let z = (ray * off).sum()
            if depth.isNaN { depth = -camera.z / (abs(z) < Sheet.minimumSlant ? Sheet.minimumSlant : z) }
            let s = table.withUnsafeBufferPointer { table in
                for _ in 0..<steps {
                    let here = look(camera.x + depth * x, table)
                    let gap = camera.z + depth * z - here[0]
                    let change = z - here[1] * x
                    let move = gap / (abs(change) < Sheet.minimumChange ? Sheet.minimumChange : change)
                    depth -= min(max(move, -Sheet.maximumStep), Sheet.maximumStep)
                }
                return look(camera.x + depth * x, table)[2]
            }
            let t = camera.y + depth * y
            return Point2D(x: s * ruling.cosine - t * ruling.sine, y: s * ruling.sine + t * ruling.cosine)
        }

        /// How places on the page move with the curvatures.
        struct Bending {
            /// Derivatives of the arc length at each place by the curvatures.
            fileprivate var arcs: [SIMD8<Double>] = []
        }

        /// Prepares the derivatives by the curvatures.
        func bending() -> Bending {
            var bending = Bending()
            bending.arcs.reserveCapacity(Profile.count)
            var arc = SIMD8<Double>.zero
            for index in table.indices {
                let slope = table[index][1]
                arc += sheet.profile.slopes[index] * (slope / (1 + slope * slope).squareRoot() * step)
                bending.arcs.append(arc)
            }
            let middle = bending.arcs[Profile.count / 2]
            for index in bending.arcs.indices { bending.arcs[index] -= middle }
            return bending
        }

        /// Derivatives of a pixel's place across and down the page by each curvature.
        /// - Parameter depth: Depth of the pixel's ray where it meets the sheet.
        func moves(of point: Point2D, depth: Double, _ bending: Bending) -> (SIMD8<Double>, SIMD8<Double>) {
            let q = (point - sheet.center) * (1 / sheet.focalLength)
            let ray = SIMD3(q.x, q.y, focal)
            let x = (ray * across).sum()
            let y = (ray * along).sum()
            let z = (ray * off).sum()
            let steps = (camera.x + depth * x - start) * perStep
            let position = steps > 0 ? min(steps, Double(Profile.count) - 1.001) : 0
            let index = Int(position)
            let share = position - Double(index)
            func between(_ table: [SIMD8<Double>]) -> SIMD8<Double> {
                table[index] + (table[index + 1] - table[index]) * share
            }
            let slope = table[index][1] + (table[index + 1][1] - table[index][1]) * share
            let change = z - slope * x
            let depths =
                between(sheet.profile.heights) / (abs(change) < Sheet.minimumChange ? Sheet.minimumChange : change)
            let s = between(bending.arcs) + depths * (x * (1 + slope * slope).squareRoot())
            let t = depths * y
            return (s * ruling.cosine - t * ruling.sine, s * ruling.sine + t * ruling.cosine)
        }

        /// The pixel that shows a place on the page.
        func picture(_ place: Point2D) -> Point2D {
            let s = place.x * ruling.cosine + place.y * ruling.sine
            let t = place.y * ruling.cosine - place.x * ruling.sine
            let x = self.place(arc: s)
            var p = across * x + along * t + off * table.withUnsafeBufferPointer { look(x, $0)[0] }
            p += SIMD3(sheet.anchor.x, sheet.anchor.y, focal)
            let scale = sheet.focalLength * focal / max(p.z, Sheet.minimumDistance)
            return Point2D(x: p.x * scale, y: p.y * scale) + sheet.center
        }

        /// The place with a given arc length from the anchor.
        private func place(arc: Double) -> Double {
            var (low, high) = (0, Profile.count - 1)
            if arc <= table[low][2] { return start }
            if arc >= table[high][2] { return start + step * Double(high) }
            while high - low > 1 {
                let middle = (low + high) / 2
                if table[middle][2] <= arc { low = middle } else { high = middle }
            }
            return start + step * (Double(low) + (arc - table[low][2]) / (table[high][2] - table[low][2]))
        }
    }
}

/// Columns of the rotation about an axis by its length (Rodrigues).
private func rotation(_ axis: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    let angle = (axis * axis).sum().squareRoot()
    guard angle > 1e-12 else { return (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)) }
    let k = axis / angle
    let (c, s) = (cos(angle), sin(angle))
    func column(_ e: SIMD3<Double>) -> SIMD3<Double> {
        let cross = SIMD3(k.y * e.z - k.z * e.y, k.z * e.x - k.x * e.z, k.x * e.y - k.y * e.x)
        return e * c + cross * s + k * ((k * e).sum() * (1 - c))
    }
    return (column(SIMD3(1, 0, 0)), column(SIMD3(0, 1, 0)), column(SIMD3(0, 0, 1)))
}
