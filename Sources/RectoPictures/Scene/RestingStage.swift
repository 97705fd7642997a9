import Synchronization

/// What a camera on a tripod last saw while nothing moved: frames of such times differ in their noise alone.
final class RestingStage: Sendable {
    struct Key: Hashable, Sendable {
        /// Index of the page that lies there.
        var page: Int
        var isDimmed: Bool
    }

    private let last = Mutex<(key: Key, exposure: CameraSensor.Exposure)?>(nil)

    /// - Parameter expose: Works out what is not known yet.
    func exposure(of key: Key, orElse expose: () -> CameraSensor.Exposure) -> CameraSensor.Exposure {
        if let last = last.withLock({ $0 }), last.key == key { return last.exposure }
        let exposure = expose()
        last.withLock { $0 = (key, exposure) }
        return exposure
    }
}
