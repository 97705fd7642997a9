import RectoCore
import RectoSymbols

/// A printed or shown code: what its modules look like, in modules from its corner.
struct CodeFace {
    enum Style {
        case square, dots, rounded
        /// Dots even in the finders.
        case allDots
    }

    /// Something that lies over the code, in modules.
    enum Mark {
        case rectangle(x: Double, y: Double, width: Double, height: Double, level: Float)
        case circle(Point2D, radius: Double, level: Float)
        case line(Point2D, Point2D, width: Double, level: Float)
        /// All on the far side of a line.
        case beyond(Point2D, normal: Point2D, level: Float)
    }

    /// A level that changes along a direction.
    struct Fade {
        var from, to: Float
        var angle: Double
    }

    let modules: SymbolModules
    /// The width of the quiet zone on each side, in modules.
    var quiet = 4.0
    var style = Style.square
    var ink = Fade(from: 0, to: 0, angle: 0)
    var ground = Fade(from: 255, to: 255, angle: 0)
    var marks: [Mark] = []
    /// Whether the symbol is a rectangular Micro QR code, whose finders have a different shape.
    private var isRectangular: Bool { modules.width != modules.height }

    init(_ modules: SymbolModules) { self.modules = modules }

    /// Swaps ink and ground.
    mutating func invert() { swap(&ink, &ground) }

    /// The outline including the quiet zone, in modules.
    var box: Quad {
        let (w, h) = (Double(modules.width) + quiet, Double(modules.height) + quiet)
        return Quad(
            topLeft: Point2D(x: -quiet, y: -quiet), topRight: Point2D(x: w, y: -quiet),
            bottomRight: Point2D(x: w, y: h), bottomLeft: Point2D(x: -quiet, y: h))
    }

    /// The outline of the symbol alone, in modules.
    var symbolBox: Quad { Quad(width: Double(modules.width), height: Double(modules.height)) }

    /// - Returns: `nil` outside the ground.
    @inline(__always)
    func level(_ u: Double, _ v: Double) -> Float? {
        let (w, h) = (Double(modules.width), Double(modules.height))
        guard u >= -quiet, v >= -quiet, u < w + quiet, v < h + quiet else { return nil }
        for mark in marks.reversed() { if let level = Self.level(mark, u, v) { return level } }
        let fade = isInk(u, v) ? ink : ground
        guard fade.from != fade.to else { return fade.from }
        let direction = Point2D.direction(fade.angle)
        let along = (u / w - 0.5) * direction.x + (v / h - 0.5) * direction.y
        return fade.from + (fade.to - fade.from) * Float(max(0, min(1, 0.5 + along)))
    }

    private static func level(_ mark: Mark, _ u: Double, _ v: Double) -> Float? {
        switch mark {
        case .rectangle(let x, let y, let width, let height, let level):
            return u >= x && v >= y && u < x + width && v < y + height ? level : nil
        case .circle(let center, let radius, let level):
            let (du, dv) = (u - center.x, v - center.y)
            return du * du + dv * dv < radius * radius ? level : nil
        case .line(let a, let b, let width, let level):
            let along = b - a
            let p = Point2D(x: u, y: v) - a
            let t = max(0, min(1, (p.x * along.x + p.y * along.y) / max(1e-9, along.length * along.length)))
            return (p - along * t).length < width / 2 ? level : nil
        case .beyond(let point, let normal, let level):
            return (u - point.x) * normal.x + (v - point.y) * normal.y > 0 ? level : nil
        }
    }

    @inline(__always)
    private func isInk(_ u: Double, _ v: Double) -> Bool {
        let (x, y) = (Int(u + quiet + 1) - Int(quiet) - 1, Int(v + quiet + 1) - Int(quiet) - 1)
        if style == .square { return modules.isDark(x, y) }
        if style != .allDots, let isInk = isInkOfFinder(u, v) { return isInk }
        guard modules.isDark(x, y) else { return false }
        let (du, dv) = (u - Double(x) - 0.5, v - Double(y) - 0.5)
        guard style == .rounded else { return du * du + dv * dv < 0.42 * 0.42 }
        // Round only where no dark neighbor follows.
        let besideX = modules.isDark(x + (du < 0 ? -1 : 1), y)
        let besideY = modules.isDark(x, y + (dv < 0 ? -1 : 1))
        return besideX || besideY || du * du + dv * dv < 0.25
    }

    /// Finders with round corners.
    private func isInkOfFinder(_ u: Double, _ v: Double) -> Bool? {
        guard !isRectangular else { return nil }
        let far = Double(modules.width) - 7
        for (x, y) in [(0.0, 0.0), (far, 0.0), (0.0, far)] where u >= x && v >= y && u < x + 7 && v < y + 7 {
            func isWithin(_ half: Double, radius: Double) -> Bool {
                let du = max(0, abs(u - x - 3.5) - half + radius)
                let dv = max(0, abs(v - y - 3.5) - half + radius)
                return du * du + dv * dv < radius * radius
            }
            return isWithin(3.5, radius: 2.4) && !isWithin(2.5, radius: 1.6) || isWithin(1.5, radius: 1.4)
        }
        return nil
    }
}
