import Recto
import RectoVision

extension Page {
    /// The same with its text upright, where that is sure: nobody looks at what a camera delivers to programs.
    func upright() throws -> Page {
        var page = self
        var renderer = PageRenderer()
        page.rotation = try renderer.suggestOrientation(of: self).sureRotation ?? rotation
        return page
    }
}
