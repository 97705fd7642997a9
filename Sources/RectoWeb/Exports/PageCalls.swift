public import CRecto
import CRectoWeb
import Recto
import RectoCodecs
import RectoCore
import RectoVision

/// The object behind `recto_page`.
final class PageHandle: Handle {
    static let name: StaticString = "page"
    var page: Page

    init(_ page: Page) { self.page = page }
}

@c @implementation
public func recto_page_get_info(
    _ page: OpaquePointer!, _ info: UnsafeMutablePointer<recto_page_info>!
) -> recto_status {
    call { () throws(CallFailure) in
        let page = try PageHandle.at(page).page
        let answer = recto_page_info(size: page.originalSize, quad: page.quad, renderOptions: page.renderOptions)
        try fill(info, "info", with: answer)
    }
}

@c @implementation
public func recto_page_copy(_ page: OpaquePointer!, _ copy: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { () throws(CallFailure) in
        let (page, copy) = (try PageHandle.at(page), try required(copy, "copy"))
        copy.pointee = PageHandle(page.page).retained()
    }
}

@c @implementation
public func recto_page_set_corners(_ page: OpaquePointer!, _ corners: UnsafePointer<recto_quad>!) -> recto_status {
    call { () throws(CallFailure) in
        let page = try PageHandle.at(page)
        guard let corners else {
            page.page.quad = nil
            return
        }
        let quad = Quad(corners.pointee)
        guard quad.isFinite, quad.isConvexClockwise else {
            throw .invalid("corners are not a convex quad, clockwise from the top-left")
        }
        page.page.quad = quad
    }
}

@c @implementation
public func recto_page_set_render_options(
    _ page: OpaquePointer!, _ renderOptions: UnsafePointer<recto_render_options>!
) -> recto_status {
    call { () throws(CallFailure) in
        let page = try PageHandle.at(page)
        page.page.renderOptions = try RenderOptions(
            try required(renderOptions, "options"), over: page.page.renderOptions)
    }
}

@c @implementation
public func recto_page_free(_ page: OpaquePointer!) { PageHandle.release(page) }

@c @implementation
public func recto_page_render(_ page: OpaquePointer!, _ image: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { () throws(CallFailure) in
        let (page, image) = (try PageHandle.at(page), try required(image, "image"))
        do throws(PageRectifier.Failure) { image.pointee = ImageHandle(try page.page.render()).retained() } catch {
            throw CallFailure(error)
        }
    }
}

@c @implementation
public func recto_web_page_suggest_rotation(
    _ page: OpaquePointer!, _ degrees: UnsafeMutablePointer<Int32>!, _ confidence: UnsafeMutablePointer<Double>!
) -> recto_status {
    call { () throws(CallFailure) in
        let page = try PageHandle.at(page)
        let (degrees, confidence) = (try required(degrees, "degrees"), try required(confidence, "confidence"))
        var renderer = PageRenderer()
        do throws(PageRectifier.Failure) {
            let suggestion = try renderer.suggestOrientation(of: page.page)
            degrees.pointee = suggestion.rotation.map { Int32($0.rawValue) } ?? -1
            confidence.pointee = suggestion.confidence
        } catch {
            throw CallFailure(error)
        }
    }
}
