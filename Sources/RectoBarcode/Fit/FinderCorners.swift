import RectoKernels

/// The grids that three finder patterns define for a version.
struct FinderCorners {
    private let triple: FinderTriple
    private let shape: SymbolShape
    /// The affine grid from the finders' centers.
    let affine: GridMap
    /// The perspective grid from the finders' corners and centers; `nil` if it deviates too far from the affine one,
    /// or folds over.
    let perspective: GridMap?

    /// The maximum distance of the fourth corner of the perspective from that of the parallelogram, as a share of an
    /// arm.
    private static let reach: Float = 0.8

    init(_ triple: FinderTriple, _ shape: SymbolShape) {
        (self.triple, self.shape) = (triple, shape)
        let (near, far) = (Float(3.5), Float(shape.dimension) - 3.5)
        let (a, b, c) = (triple.topLeft.center, triple.topRight.center, triple.bottomLeft.center)
        let (right, down) = ((b - a) / (far - near), (c - a) / (far - near))
        let origin = a - (right + down) * near
        let flat = GridMap(right.x, down.x, origin.x, right.y, down.y, origin.y)
        affine = flat
        perspective = Self.fit(triple, near: near, far: far).flatMap { map in
            let (quad, plain) = (map.quad(dimension: shape.dimension), flat.quad(dimension: shape.dimension))
            let distance = (quad.corner(2) - plain.corner(2)).length
            return distance < Self.reach * (b - a).length && quad.isConvex ? map : nil
        }
    }

    func forEachMap(_ body: (GridMap) -> Void) {
        body(affine)
        if let perspective { body(perspective) }
    }

    /// Returns the quad through the finders with the bottom right alignment pattern at a place.
    /// - Parameter place: In modules, which `map` converts to pixels.
    func quad(through place: SIMD2<Float>, by map: GridMap) -> SymbolQuad? {
        let d = Float(shape.dimension)
        let source = SymbolQuad(
            SIMD2(3.5, 3.5), SIMD2(d - 3.5, 3.5), SIMD2(d - 6.5, d - 6.5), SIMD2(3.5, d - 3.5))
        let target = SymbolQuad(
            triple.topLeft.center, triple.topRight.center, map.place(place.x, place.y), triple.bottomLeft.center)
        let quad = GridMap(from: source, to: target)?.quad(dimension: shape.dimension)
        return quad.flatMap { $0.isConvex ? $0 : nil }
    }

    /// Least-squares fit to the finders' corners and centers.
    private static func fit(_ triple: FinderTriple, near: Float, far: Float) -> GridMap? {
        let right = triple.topRight.center - triple.topLeft.center
        let down = triple.bottomLeft.center - triple.topLeft.center
        var points = GridMap.Fit(around: triple.topLeft.center, scale: right.length, gridScale: far - near)
        func add(_ finder: Finder, _ center: SIMD2<Float>) {
            let (x, y) = (finder.axis(along: right), finder.axis(along: down))
            points.add(center, finder.center)
            for corner in 0..<4 {
                let (i, j): (Float, Float) = (corner & 1 == 0 ? -3.5 : 3.5, corner < 2 ? -3.5 : 3.5)
                points.add(center + SIMD2(i, j), finder.center + x * i + y * j)
            }
        }
        add(triple.topLeft, SIMD2(near, near))
        add(triple.topRight, SIMD2(far, near))
        add(triple.bottomLeft, SIMD2(near, far))
        return points.map
    }
}
