public import CRecto
import Recto
import RectoCore
import RectoVision

extension RenderOptions {
    /// - Parameters:
    ///   - renderOptions: The caller's options.
    ///   - known: The source of fields that the caller's version does not have, or of all if the caller passes NULL.
    init(
        _ renderOptions: UnsafePointer<recto_render_options>?, over known: RenderOptions = RenderOptions()
    ) throws(CallFailure) {
        self = known
        guard let renderOptions else { return }
        let given = try read(renderOptions, "options", over: known.inC)
        filter = try Filter(given.filter, "options->filter")
        rotation = try Rotation(degrees: given.rotation_degrees, "options->rotation_degrees")
        guard given.dots_per_inch == 0 || 10...2400 ~= given.dots_per_inch else {
            throw .invalid("options->dots_per_inch is \(given.dots_per_inch), required: 0, or 10 to 2400")
        }
        dotsPerInch = given.dots_per_inch == 0 ? nil : given.dots_per_inch
        paper = try PaperChoice(given.paper, "options->paper")
        #if !hasFeature(Embedded)
            flattening = try Flattening(given.flattening, "options->flattening")
            fillsFingers = given.keeps_fingers == 0
        #endif
    }

    var inC: recto_render_options {
        var options = recto_render_options.empty
        options.filter = filter.inC
        options.rotation_degrees = Int32(rotation.rawValue)
        options.dots_per_inch = dotsPerInch ?? 0
        options.paper = paper.inC
        #if !hasFeature(Embedded)
            options.flattening = flattening.inC
            options.keeps_fingers = fillsFingers ? 0 : 1
        #endif
        return options
    }
}

extension recto_page_info {
    init(size: PixelSize, quad: Quad?, renderOptions: RenderOptions) {
        self = .empty
        picture_width = UInt32(size.width)
        picture_height = UInt32(size.height)
        if let quad { (has_corners, corners) = (1, quad.inC) }
        let options = renderOptions.inC
        (filter, rotation_degrees, dots_per_inch) = (options.filter, options.rotation_degrees, options.dots_per_inch)
        (paper, flattening, keeps_fingers) = (options.paper, options.flattening, options.keeps_fingers)
    }
}

extension Filter {
    /// In the order of `recto_filter`.
    private static let inC: [Filter] = [.color, .grayscale, .blackAndWhite, .photo, .automatic, .original]

    init(_ filter: recto_filter, _ name: StaticString) throws(CallFailure) {
        guard let known = Self.inC.inC(filter.rawValue) else {
            throw .invalid("\(name) is \(filter.rawValue), which is not a filter")
        }
        self = known
    }

    var inC: recto_filter { recto_filter(rawValue: Self.inC.inC(self)) }
}

extension PaperChoice {
    /// In the order of `recto_paper`.
    private static let inC: [PaperChoice] = [
        .automatic, .measured, .fixed(.a3), .fixed(.a4), .fixed(.a5), .fixed(.a6), .fixed(.letter), .fixed(.legal),
        .fixed(.id1), .fixed(.b5),
    ]

    init(_ paper: recto_paper, _ name: StaticString) throws(CallFailure) {
        guard let known = Self.inC.inC(paper.rawValue) else {
            throw .invalid("\(name) is \(paper.rawValue), which is not a paper size")
        }
        self = known
    }

    var inC: recto_paper { recto_paper(rawValue: Self.inC.inC(self)) }
}

extension Array where Element: Equatable {
    /// Returns the value for a number of a C enumeration; `nil` if the number is invalid.
    func inC(_ number: UInt32) -> Element? { number < count ? self[Int(number)] : nil }

    /// Returns the C number of a value.
    func inC(_ value: Element) -> UInt32 {
        guard let index = firstIndex(of: value) else { preconditionFailure("a value without a number in recto.h") }
        return UInt32(index)
    }
}

extension Rotation {
    init(degrees: Int32, _ name: StaticString) throws(CallFailure) {
        guard let rotation = Rotation(rawValue: Int(degrees)) else {
            throw .invalid("\(name) is \(degrees), required: 0, 90, 180 or 270")
        }
        self = rotation
    }
}

extension Quad {
    init(_ quad: recto_quad) {
        func point(_ point: recto_point) -> Point2D { Point2D(x: point.x, y: point.y) }
        self.init(
            topLeft: point(quad.corners.0), topRight: point(quad.corners.1), bottomRight: point(quad.corners.2),
            bottomLeft: point(quad.corners.3))
    }

    var inC: recto_quad {
        func point(_ corner: Int) -> recto_point { recto_point(x: self[corner].x, y: self[corner].y) }
        return recto_quad(corners: (point(0), point(1), point(2), point(3)))
    }
}

@c @implementation
public func recto_render_options_init(_ renderOptions: UnsafeMutablePointer<recto_render_options>!) {
    renderOptions?.pointee = RenderOptions().inC
}
