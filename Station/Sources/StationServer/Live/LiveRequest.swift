package import StationRules

/// A text message of a browser, as JSON: what the person did, or what became of the camera.
package struct LiveRequest: Decodable {
    package enum Kind: String, Decodable {
        case camera
        case shutter
        case mode
        case filter
        case keep
        case retake
        /// The last picture of the station's camera is on the screen: the next one may come.
        case drawn
    }

    package let kind: Kind
    package var camera: CameraState?
    package var mode: CaptureMode?
    package var filter: ScanFilter?
    package var page: Int?

    /// Nothing if what the kind needs is missing, or if it is none of the scanner's.
    package var event: ScannerMachine.Event? {
        switch kind {
        case .camera: camera.map { .camera($0) }
        case .shutter: .shutter
        case .mode: mode.map { .choose($0) }
        case .filter: filter.map { .filter($0) }
        case .keep: .keep
        case .retake: page.map { .retake(page: $0) }
        case .drawn: nil
        }
    }
}
