import CRecto
import RectoCodecs
import RectoCore
import TestSupport
import Testing

/// `recto_page_deskew`.
@Suite("Deskewing from C") struct CDeskewTests {
    private func page(_ image: GrayImage) throws -> CObject {
        let file = try PNGWriter().encode(.gray(image))
        return try CObject(free: { recto_page_free($0) }, make: { recto_page_decode(file, file.count, $0) })
    }

    private func deskew(_ page: CObject) -> (status: recto_status, found: recto_deskewing, degrees: Double) {
        var (found, degrees) = (RECTO_DESKEWING_UNSURE, -1.0)
        let status = recto_page_deskew(page.pointer, &found, &degrees)
        return (status, found, degrees)
    }

    @Test("A skewed page is turned once, and is level then", arguments: [-11.0, 6.5])
    func skewedPage(degrees: Double) throws {
        let page = try page(try GrayImage.drawnPage().skewed(byDegrees: degrees))
        let first = deskew(page)
        #expect(first.status == RECTO_OK && first.found == RECTO_DESKEWING_TURNED)
        #expect(abs(first.degrees - degrees) < 0.3)
        let second = deskew(page)
        #expect(second.found == RECTO_DESKEWING_LEVEL && abs(second.degrees) < 0.3)
        #expect(recto_page_deskew(page.pointer, nil, nil) == RECTO_OK)
        // The turned picture is the page's picture, which is rendered.
        var image: OpaquePointer?
        #expect(recto_page_render(page.pointer, &image) == RECTO_OK)
        recto_image_free(image)
    }

    @Test("A blank page has no direction")
    func blankPage() throws {
        let page = try page(GrayImage(size: PixelSize(width: 300, height: 400)))
        let result = deskew(page)
        #expect(result.status == RECTO_OK && result.found == RECTO_DESKEWING_UNSURE && result.degrees == 0)
    }

    @Test("A page with corners is refused and does not change")
    func corners() throws {
        let page = try page(try GrayImage.drawnPage().skewed(byDegrees: 5))
        var quad = recto_quad(
            corners: (
                recto_point(x: 10, y: 10), recto_point(x: 200, y: 10), recto_point(x: 200, y: 300),
                recto_point(x: 10, y: 300)
            ))
        #expect(recto_page_set_corners(page.pointer, &quad) == RECTO_OK)
        #expect(deskew(page).status == RECTO_INVALID_ARGUMENT)
        #expect(lastError == "the page has corners, which already straighten it")
        #expect(recto_page_set_corners(page.pointer, nil) == RECTO_OK)
        #expect(deskew(page).found == RECTO_DESKEWING_TURNED)
        expectRefused("page", recto_page_deskew(nil, nil, nil))
    }
}
