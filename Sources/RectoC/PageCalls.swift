public import CRecto
import Recto
import RectoCodecs
import RectoCore
import RectoText
import RectoVision

/// The object behind `recto_page`.
final class PageHandle: ChangingHandle {
    static let name: StaticString = "page"
    let use = ObjectUse()
    var page: Page
    /// The file that the page's picture was decoded from, if it was a frame.
    private(set) var jpegBytes: [UInt8]?

    init(_ page: Page, jpegBytes: [UInt8]? = nil) {
        self.page = page
        self.jpegBytes = jpegBytes
    }

    /// - Returns: `nil` for a page with corners.
    func deskew() -> PageDeskewer.Outcome? {
        var deskewer = PageDeskewer()
        let outcome = deskewer.deskew(&page)
        if case .turned = outcome { jpegBytes = nil }
        return outcome
    }
}

@c @implementation
public func recto_page_get_info(
    _ page: OpaquePointer!, _ info: UnsafeMutablePointer<recto_page_info>!
) -> recto_status {
    call { uses in
        let page = try PageHandle.reading(page, &uses).page
        try fill(
            info, "info",
            with: recto_page_info(size: page.originalSize, quad: page.quad, renderOptions: page.renderOptions))
    }
}

@c @implementation
public func recto_page_copy(_ page: OpaquePointer!, _ copy: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call { uses in
        let (page, copy) = (try PageHandle.reading(page, &uses), try required(copy, "copy"))
        copy.pointee = PageHandle(page.page, jpegBytes: page.jpegBytes).retained()
    }
}

@c @implementation
public func recto_page_set_corners(_ page: OpaquePointer!, _ corners: UnsafePointer<recto_quad>!) -> recto_status {
    call { uses in
        let (page, quad) = (try PageHandle.changing(page, &uses), try pageCorners(corners))
        page.page.quad = quad
    }
}

@c @implementation
public func recto_page_deskew(
    _ page: OpaquePointer!, _ deskewing: UnsafeMutablePointer<recto_deskewing>!,
    _ degrees: UnsafeMutablePointer<Double>!
) -> recto_status {
    call(on: "the page") { uses in
        guard let outcome = try PageHandle.changing(page, &uses).deskew() else {
            throw CallFailure.invalid("the page has corners, which already straighten it")
        }
        let (found, angle): (recto_deskewing, Double) =
            switch outcome {
            case .unsure: (RECTO_DESKEWING_UNSURE, 0)
            case .level(let degrees): (RECTO_DESKEWING_LEVEL, degrees)
            case .turned(let degrees): (RECTO_DESKEWING_TURNED, degrees)
            }
        deskewing?.pointee = found
        degrees?.pointee = angle
    }
}

@c @implementation
public func recto_page_set_render_options(_ page: OpaquePointer!, _ renderOptions: UnsafePointer<recto_render_options>!)
    -> recto_status
{
    call { uses in
        let page = try PageHandle.changing(page, &uses)
        page.page.renderOptions = try RenderOptions(
            try required(renderOptions, "options"), over: page.page.renderOptions)
    }
}

@c @implementation
public func recto_page_get_render_options(
    _ page: OpaquePointer!, _ renderOptions: UnsafeMutablePointer<recto_render_options>!
) -> recto_status {
    call { uses in try fill(renderOptions, "options", with: try PageHandle.reading(page, &uses).page.renderOptions.inC)
    }
}

@c @implementation
public func recto_page_set_flattening(_ page: OpaquePointer!, _ flattening: recto_flattening) -> recto_status {
    call { uses in
        let page = try PageHandle.changing(page, &uses)
        page.page.renderOptions.flattening = try Flattening(flattening, "flattening")
    }
}

@c @implementation
public func recto_page_get_flattening(
    _ page: OpaquePointer!, _ flattening: UnsafeMutablePointer<recto_flattening>!
) -> recto_status {
    call { uses in
        let page = try PageHandle.reading(page, &uses).page
        try required(flattening, "flattening").pointee = page.renderOptions.flattening.inC
    }
}

@c @implementation
public func recto_page_set_fills_fingers(_ page: OpaquePointer!, _ fillsFingers: Int32) -> recto_status {
    call { uses in try PageHandle.changing(page, &uses).page.renderOptions.fillsFingers = fillsFingers != 0 }
}

@c @implementation
public func recto_page_get_fills_fingers(
    _ page: OpaquePointer!, _ fillsFingers: UnsafeMutablePointer<Int32>!
) -> recto_status {
    call { uses in
        let page = try PageHandle.reading(page, &uses).page
        try required(fillsFingers, "fills_fingers").pointee = page.renderOptions.fillsFingers ? 1 : 0
    }
}

extension recto_fusion {
    /// - Parameter fusion: `nil` for a page from a single picture.
    init(_ fusion: PageFusion?) {
        self = .empty
        guard let fusion else { return }
        is_fused = 1
        used_frames = UInt32(fusion.frames)
        noise = fusion.noise
        lost_share = fusion.lostShare
        lost_parts = UInt32(fusion.lost.count)
    }
}

@c @implementation
public func recto_page_get_fusion(
    _ page: OpaquePointer!, _ fusion: UnsafeMutablePointer<recto_fusion>!
) -> recto_status {
    call { uses in
        let page = try PageHandle.reading(page, &uses).page
        try fill(fusion, "fusion", with: recto_fusion(page.fusion))
    }
}

@c @implementation
public func recto_page_get_lost_part(
    _ page: OpaquePointer!, _ index: Int, _ part: UnsafeMutablePointer<recto_quad>!
) -> recto_status {
    call { uses in
        let (page, part) = (try PageHandle.reading(page, &uses).page, try required(part, "part"))
        let lost = page.fusion?.lost ?? []
        guard lost.indices.contains(index) else {
            throw CallFailure.invalid("index is \(index), required: below \(lost.count)")
        }
        part.pointee = lost[index].inC
    }
}

@c @implementation
public func recto_page_free(_ page: OpaquePointer!) { PageHandle.release(page) }

@c @implementation
public func recto_page_render(_ page: OpaquePointer!, _ image: UnsafeMutablePointer<OpaquePointer?>!) -> recto_status {
    call(on: "the page") { uses in
        let (page, image) = (try PageHandle.reading(page, &uses), try required(image, "image"))
        image.pointee = ImageHandle(try page.page.render()).retained()
    }
}

@c @implementation
public func recto_pages_write(
    _ pages: UnsafePointer<OpaquePointer?>!, _ count: Int, _ path: UnsafePointer<CChar>!
) -> recto_status {
    call(on: "the page") { uses in try write(pages, count, path, DocumentOptions(), &uses) }
}

@c @implementation
public func recto_pages_write_document(
    _ pages: UnsafePointer<OpaquePointer?>!, _ count: Int, _ path: UnsafePointer<CChar>!,
    _ options: UnsafePointer<recto_document_options>!
) -> recto_status {
    call(on: "the page") { uses in try write(pages, count, path, try DocumentOptions(options), &uses) }
}

private func write(
    _ pages: UnsafePointer<OpaquePointer?>?, _ count: Int, _ path: UnsafePointer<CChar>?, _ options: DocumentOptions,
    _ uses: inout CallUses
) throws {
    let path = try filePath(path, "path")
    try writer(pages, count, path, try documentFormat(path), options, &uses).finish()
}

/// Reads the caller's corners; `nil` if they are NULL.
func pageCorners(_ corners: UnsafePointer<recto_quad>?) throws(CallFailure) -> Quad? {
    guard let corners else { return nil }
    let quad = Quad(corners.pointee)
    guard quad.isFinite, quad.isConvexClockwise else {
        throw .invalid("corners are not a convex quad, clockwise from the top-left")
    }
    return quad
}

/// Returns the format for a path's extension.
func documentFormat(_ path: String) throws(CallFailure) -> DocumentWriter.Format {
    guard let format = DocumentWriter.Format(path: path) else {
        throw .invalid("\(path) does not end in .pdf, .tif, .tiff, .png, .jpg or .jpeg")
    }
    return format
}

/// Reads the caller's text.
func text(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(CallFailure) -> String {
    guard let text = String(validatingCString: try required(pointer, name)) else {
        throw .invalid("\(name) is not UTF-8")
    }
    return text
}

/// Reads the name of a file, folder or source.
func filePath(_ pointer: UnsafePointer<CChar>?, _ name: StaticString) throws(CallFailure) -> String {
    let path = try text(pointer, name)
    guard !path.isEmpty else { throw .invalid("\(name) is empty") }
    return path
}
