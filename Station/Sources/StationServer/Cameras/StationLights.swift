import RectoCapture

/// The lights of the station's cameras, which people and programs turn on and off.
package actor StationLights {
    /// Controls the lights of cameras by the names of the cameras.
    package struct Controls: Sendable {
        /// Returns whether the light is on; `nil` if the camera has none or is missing.
        package let isOn: @Sendable (_ camera: String) -> Bool?
        /// Turns it on or off, and returns whether the camera has one.
        package let turn: @Sendable (_ isOn: Bool, _ camera: String) throws -> Bool

        package init(
            isOn: @escaping @Sendable (_ camera: String) -> Bool?,
            turn: @escaping @Sendable (_ isOn: Bool, _ camera: String) throws -> Bool
        ) {
            self.isOn = isOn
            self.turn = turn
        }

        /// The cameras' drivers.
        package static let drivers = Controls(
            isOn: { name in FrameSources.camera(name).flatMap { (try? CameraLight.of($0))?.isOn } },
            turn: { isOn, name in
                guard let camera = FrameSources.camera(name) else { return false }
                return try CameraLight.turn(isOn, of: camera)
            })
    }

    private let cameras: [String]
    private let controls: Controls
    /// The number of open views per camera.
    private var views: [Int: Int] = [:]

    /// - Parameter cameras: Names for `FrameSources`.
    package init(_ cameras: [String], _ controls: Controls) {
        self.cameras = cameras
        self.controls = controls
    }

    /// Whether the light of a camera is on; `nil` if it has none.
    package func isOn(_ camera: Int) async -> Bool? {
        guard cameras.indices.contains(camera) else { return nil }
        let (name, controls) = (cameras[camera], controls)
        return try? await CPUWorkQueue.shared.run { controls.isOn(name) }
    }

    /// - Returns: Whether the camera has a light.
    package func turn(_ isOn: Bool, _ camera: Int) async throws -> Bool {
        guard cameras.indices.contains(camera) else { return false }
        let (name, controls) = (cameras[camera], controls)
        return try await CPUWorkQueue.shared.run { try controls.turn(isOn, name) }
    }

    /// Closing a camera's last view turns its light off.
    /// - Parameter camera: `nil` for a view on a browser's camera.
    package nonisolated func duringView(
        of camera: Int?, _ body: @Sendable () async throws -> Void
    ) async throws {
        guard let camera else { return try await body() }
        await begin(camera)
        let result: Result<Void, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await end(camera)
        try result.get()
    }

    private func begin(_ camera: Int) { views[camera, default: 0] += 1 }

    private func end(_ camera: Int) async {
        let rest = (views[camera] ?? 1) - 1
        views[camera] = rest > 0 ? rest : nil
        guard rest <= 0, await isOn(camera) == true else { return }
        // An unplugged camera no longer has a light.
        _ = try? await turn(false, camera)
    }
}
