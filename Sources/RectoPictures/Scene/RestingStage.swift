import Synchronization

/// The last exposure of a tripod camera while nothing moved: such frames differ only in noise.
final class RestingStage: Sendable {
    struct Key: Hashable, Sendable {
        /// Index of the visible page.
        var page: Int
        var isDimmed: Bool
    }

    private let last = Mutex<(key: Key, exposure: CameraSensor.Exposure)?>(nil)

    /// - Parameter expose: Computes an exposure that is not cached.
    func exposure(of key: Key, orElse expose: () -> CameraSensor.Exposure) -> CameraSensor.Exposure {
        if let last = last.withLock({ $0 }), last.key == key { return last.exposure }
        let exposure = expose()
        last.withLock { $0 = (key, exposure) }
        return exposure
    }
}
