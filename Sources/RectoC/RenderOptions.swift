public import CRecto
import Recto
import RectoCore
import RectoVision

extension RenderOptions {
    /// - Parameter renderOptions: What the caller passes; the defaults if it is NULL.
    init(_ renderOptions: UnsafePointer<recto_render_options>?) throws(CallFailure) {
        self.init()
        guard let renderOptions else { return }
        let given = try read(renderOptions, "options")
        let filter = try Filter(given.filter, "options->filter")
        let rotation = try Rotation(degrees: given.rotation_degrees, "options->rotation_degrees")
        guard given.dots_per_inch.isFinite, given.dots_per_inch >= 0 else {
            throw .invalid("options->dots_per_inch is \(given.dots_per_inch), required: 0 or more")
        }
        self.filter = filter
        self.rotation = rotation
        dotsPerInch = given.dots_per_inch == 0 ? nil : given.dots_per_inch
    }
}

extension Filter {
    init(_ filter: recto_filter, _ name: StaticString) throws(CallFailure) {
        switch filter {
        case RECTO_FILTER_COLOR: self = .color
        case RECTO_FILTER_GRAYSCALE: self = .grayscale
        case RECTO_FILTER_BLACK_AND_WHITE: self = .blackAndWhite
        case RECTO_FILTER_PHOTO: self = .photo
        case RECTO_FILTER_AUTOMATIC: self = .automatic
        case RECTO_FILTER_ORIGINAL: self = .original
        default: throw .invalid("\(name) is \(filter.rawValue), which is no filter")
        }
    }

    var inC: recto_filter {
        switch self {
        case .color: RECTO_FILTER_COLOR
        case .grayscale: RECTO_FILTER_GRAYSCALE
        case .blackAndWhite: RECTO_FILTER_BLACK_AND_WHITE
        case .photo: RECTO_FILTER_PHOTO
        case .automatic: RECTO_FILTER_AUTOMATIC
        case .original: RECTO_FILTER_ORIGINAL
        }
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
    renderOptions?.pointee = .empty
}
