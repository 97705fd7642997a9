public import CRecto
import Recto
import RectoCore
import RectoVision

/// The object behind `recto_image`. Its pixels keep their address for its lifetime.
final class ImageHandle: Handle {
    static let name: StaticString = "image"
    let pixels: recto_pixels
    let flattening: PageFlattener.Outcome?
    private let image: Raster

    init(_ rendered: RenderedPage) {
        image = rendered.image
        flattening = rendered.flattening
        pixels = Self.pixels(of: rendered.image, dotsPerInch: rendered.dotsPerInch)
    }

    private static func pixels(of image: Raster, dotsPerInch: Double) -> recto_pixels {
        func describe<Layout: PixelLayout>(_ view: ImageView<Layout>, _ format: recto_format) -> recto_pixels {
            var pixels = recto_pixels.empty
            pixels.format = format
            pixels.width = UInt32(view.width)
            pixels.height = UInt32(view.height)
            pixels.data = view.base
            pixels.row_bytes = view.rowBytes
            pixels.stride = view.stride
            pixels.dots_per_inch = dotsPerInch
            return pixels
        }
        // SAFETY: an image's memory moves only when it is written, and this one is never written.
        return switch image {
        case .gray(let image): image.withView { describe($0, RECTO_FORMAT_GRAY) }
        case .rgb(let image): image.withView { describe($0, RECTO_FORMAT_RGB) }
        case .bilevel(let image): image.withView { describe($0, RECTO_FORMAT_BILEVEL) }
        }
    }
}

@c @implementation
public func recto_image_get_pixels(
    _ image: OpaquePointer!, _ pixels: UnsafeMutablePointer<recto_pixels>!
) -> recto_status {
    call { () throws(CallFailure) in try fill(pixels, "pixels", with: try ImageHandle.at(image).pixels) }
}

@c @implementation
public func recto_image_copy_pixels(
    _ image: OpaquePointer!, _ buffer: UnsafeMutablePointer<UInt8>!, _ byteCount: Int, _ stride: Int
) -> recto_status {
    call { () throws(CallFailure) in
        let (image, buffer) = (try ImageHandle.at(image), try required(buffer, "buffer"))
        let pixels = image.pixels
        let rows = Int(pixels.height)
        guard stride >= pixels.row_bytes else {
            throw CallFailure.invalid("stride is \(stride), required: at least the \(pixels.row_bytes) bytes of a row")
        }
        let (upToLast, overflow) = stride.multipliedReportingOverflow(by: rows - 1)
        guard !overflow, byteCount >= 0, byteCount - pixels.row_bytes >= upToLast else {
            throw CallFailure.invalid("buffer_bytes is \(byteCount), too little for \(rows) rows, \(stride) apart")
        }
        // SAFETY: the rows fit into the caller's buffer, which was just checked, and into the image.
        for row in 0..<rows {
            (buffer + row * stride).update(from: pixels.data + row * pixels.stride, count: pixels.row_bytes)
        }
        withExtendedLifetime(image) {}
    }
}

@c @implementation
public func recto_image_get_flatness(
    _ image: OpaquePointer!, _ flatness: UnsafeMutablePointer<recto_flatness>!,
    _ confidence: UnsafeMutablePointer<Double>!
) -> recto_status {
    call { () throws(CallFailure) in
        let (image, flatness) = (try ImageHandle.at(image), try required(flatness, "flatness"))
        confidence?.pointee = 0
        switch image.flattening {
        case nil: flatness.pointee = RECTO_FLATNESS_NOT_ASKED
        case .flattened(let page):
            flatness.pointee = RECTO_FLATNESS_MADE_FLAT
            confidence?.pointee = page.confidence
        case .refused(.flat): flatness.pointee = RECTO_FLATNESS_FLAT_ALREADY
        case .refused: flatness.pointee = RECTO_FLATNESS_REFUSED
        }
    }
}

@c @implementation
public func recto_image_free(_ image: OpaquePointer!) { ImageHandle.release(image) }
