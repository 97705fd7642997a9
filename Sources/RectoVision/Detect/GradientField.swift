import RectoCore
import RectoKernels

/// Edge strength and orientation of a small color frame, with text and texture suppressed.
///
/// Edges are not thinned: the soft ramps of one straight edge vote coherently, even where it is blurred.
final class GradientField {
    struct Parameters: Hashable, Sendable {
        /// Weight of the chroma gradients against luma; 1.5–2.5 is a flat optimum.
        var chromaWeight: Float = 2
        /// Share of the surrounding mean gradient that counts as noise.
        var surroundWeight: Float = 1
        /// Half side of the surround window, in pixels of the frame.
        var surroundRadius = 15
        /// Noise floor of the gradient, in gray levels per pixel.
        var floor: Float = 2
        /// The smallest gradient of an edge, in gray levels per pixel.
        var minimum: Float = 0.8
    }

    private(set) var width = 0
    private(set) var height = 0
    /// Gradient magnitude, in gray levels per pixel.
    let magnitude = Plane<Float>()
    /// Direction of the gradient in whole degrees, 0…179.
    let direction = Plane<UInt8>()
    /// Edge strength relative to its surround, 0…1, together with the direction.
    let edges = Plane<EdgePixel>()
    private let scratch = Plane<Float>()

    func measure(_ frame: ColorPlanes, _ parameters: Parameters) {
        width = frame.width
        height = frame.height
        magnitude.reshape(width: width, height: height)
        direction.reshape(width: width, height: height)
        edges.reshape(width: width, height: height)
        scratch.reshape(width: 2 * width + 1, height: 1)
        // SAFETY: every plane holds width × height elements, the scratch 2 × width + 1.
        structureTensor(
            FloatPlanes(frame.luma.base, frame.chroma?.blue.base, frame.chroma?.red.base, width: width, height: height),
            chromaWeight: parameters.chromaWeight, magnitude: magnitude.base, direction: direction.base)
        suppressSurround(
            PlaneView(magnitude.base, stride: width, width: width, height: height), direction: direction.base,
            by: SurroundSuppression(
                radius: parameters.surroundRadius, weight: parameters.surroundWeight, floor: parameters.floor,
                minimum: parameters.minimum), into: edges.base, scratch: scratch.base)
    }
}
