internal import RectoCore
internal import RectoKernels
internal import RectoVision

/// A gray picture and smaller versions of it, each √2 times shorter than the one before, by area averaging. Memory is
/// reused from picture to picture.
final class HalfOctavePyramid {
    struct Level {
        let view: GrayView
        /// Pixels of the picture per pixel of the level, across and down.
        let stepX, stepY: Float
        /// The same as a length, equal for all pictures.
        let size: Float
    }

    private(set) var levels: [Level] = []
    private let planes: [Plane<UInt8>]
    private var plans: [AreaPlan?]
    private let scratch = Plane<UInt16>()

    /// - Parameter levels: The number of levels, including the picture itself.
    init(levels: Int) {
        precondition(levels >= 1, "a pyramid has a level")
        planes = (1..<levels).map { _ in Plane() }
        plans = planes.map { _ in nil }
        self.levels.reserveCapacity(levels)
    }

    /// Makes the levels of a picture, without those that would have no pixel.
    /// - Parameter picture: Must outlive the use of the levels.
    func load(_ picture: GrayView) {
        levels.removeAll(keepingCapacity: true)
        levels.append(Level(view: picture, stepX: 1, stepY: 1, size: 1))
        var size: Float = 1
        for index in planes.indices {
            size *= Float(2).squareRoot()
            let width = Int((Float(picture.width) / size).rounded())
            let height = Int((Float(picture.height) / size).rounded())
            guard let area = try? PixelSize(width: width, height: height) else { return }
            shrink(levels[index].view, to: area, index)
            let plane = planes[index]
            guard let view = try? GrayView(base: plane.base, byteCount: area.area, size: area, stride: width) else {
                return
            }
            levels.append(
                Level(
                    view: view, stepX: Float(picture.width) / Float(width),
                    stepY: Float(picture.height) / Float(height),
                    size: size))
        }
    }

    private func shrink(_ view: GrayView, to size: PixelSize, _ index: Int) {
        let plan: AreaPlan
        if let known = plans[index], known.sourceWidth == view.width, known.sourceHeight == view.height,
            known.targetWidth == size.width, known.targetHeight == size.height
        {
            plan = known
        } else {
            plan = AreaPlan(
                sourceWidth: view.width, sourceHeight: view.height, targetWidth: size.width, targetHeight: size.height)
            plans[index] = plan
        }
        planes[index].reshape(width: size.width, height: size.height)
        scratch.reshape(width: plan.scratchByteCount() / 2 + 1, height: 1)
        // SAFETY: the plane has as many pixels as the size, the scratch as many bytes as the plan requires.
        areaDownscale(
            view.plane, channels: 1, plan: plan, into: planes[index].mutableView,
            scratch: UnsafeMutableRawPointer(scratch.base))
    }
}
