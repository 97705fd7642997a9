import StationRules

/// A text message of a browser, as JSON: what the person did, or what became of the camera.
struct LiveRequest: Decodable {
    enum Kind: String, Decodable {
        case camera
        case shutter
        case mode
        case filter
        case keep
        case retake
    }

    let kind: Kind
    var camera: CameraState?
    var mode: CaptureMode?
    var filter: ScanFilter?
    var page: Int?

    /// Nothing if what the kind needs is missing.
    var event: ScannerMachine.Event? {
        switch kind {
        case .camera: camera.map { .camera($0) }
        case .shutter: .shutter
        case .mode: mode.map { .choose($0) }
        case .filter: filter.map { .filter($0) }
        case .keep: .keep
        case .retake: page.map { .retake(page: $0) }
        }
    }
}
