import RectoCapture
import StationRules

/// The station's own cameras by their names.
enum StationSources {
    /// - Parameter name: As `FrameSources` calls it, or ``CameraChoice/demonstration``.
    static func named(_ name: String) -> any FrameSource {
        name == CameraChoice.demonstration ? DemonstrationCamera.source() : FrameSources.named(name)
    }
}
