import Recto
import RectoCodecs
import RectoCore

extension Page {
    /// Returns the page's picture with its corners and the areas lost to glare drawn over it.
    /// - Parameter quad: Drawn if the page has no corners.
    func drawn(else quad: Quad? = nil) -> Raster {
        var canvas = original.rgb
        for part in fusion?.lost ?? [] {
            let (x, y) = (Int(part.topLeft.x.rounded()), Int(part.topLeft.y.rounded()))
            let (width, height) = (part.bottomRight.x - part.topLeft.x, part.bottomRight.y - part.topLeft.y)
            canvas.fill(x: x, y: y, width: Int(width.rounded()), height: Int(height.rounded()), .firstCorner)
        }
        if let quad = self.quad ?? quad { canvas.draw(quad) }
        return .rgb(canvas)
    }
}
