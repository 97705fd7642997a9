public import CRecto
import RectoAnchors
import RectoCore

/// The caller's options for an anchor matcher or scanner.
struct AnchorOptions {
    /// `nil` to estimate it.
    var focalLength: FocalLength?
    var scanning = AnchorScanner.Parameters()

    /// - Parameter options: The caller's options; the defaults if NULL.
    init(_ options: UnsafePointer<recto_anchor_options>?) throws(CallFailure) {
        guard let options else { return }
        let given = try read(options, "options")
        if given.focal_length != 0 {
            guard 1...1e6 ~= given.focal_length else {
                throw .invalid("options->focal_length is \(given.focal_length), required: 0, or 1 to 1000000")
            }
            focalLength = FocalLength(pixels: given.focal_length)
        }
        guard 1...100 ~= given.limit else {
            throw .invalid("options->limit is \(given.limit), required: 1 to 100")
        }
        guard 1...1000 ~= given.recognition_interval else {
            throw .invalid("options->recognition_interval is \(given.recognition_interval), required: 1 to 1000")
        }
        guard 0...10 ~= given.patience_seconds else {
            throw .invalid("options->patience_seconds is \(given.patience_seconds), required: 0 to 10")
        }
        scanning.maximumAnchors = Int(given.limit)
        scanning.matching.limit = Int(given.limit)
        scanning.recognitionInterval = Int(given.recognition_interval)
        scanning.patience = given.patience_seconds
    }
}

@c @implementation
public func recto_anchor_options_init(_ options: UnsafeMutablePointer<recto_anchor_options>!) {
    let usual = AnchorScanner.Parameters()
    var answer = recto_anchor_options.empty
    answer.limit = UInt32(usual.maximumAnchors)
    answer.recognition_interval = UInt32(usual.recognitionInterval)
    answer.patience_seconds = usual.patience
    options?.pointee = answer
}
