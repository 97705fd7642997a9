package import RectoCore

/// The first stage: takes in a frame, and makes what the stages that follow read of it.
///
/// A frame is taken in once and serves the detector, the tracker, the quality meter and the signature, whether it is
/// one of a stream or a still picture. The pyramid's levels, for which the whole frame is read, are made when they are
/// first asked for: a frame in which a known page is followed needs none.
package final class FrameIngest: @unchecked Sendable {
    // Sendable: scratch of one owner, see `Scratch`.
    private var levels: [Level] = []
    /// Number of frames that have been taken in.
    private var count = 0

    /// A level and the frame that it was last made of.
    private struct Level {
        let pixels: PyramidLevel
        var frame = 0
    }

    package init() {}

    /// - Returns: The frame, to be read until the next one is taken in or the view ends.
    package func ingest(_ view: FrameView) -> IngestedFrame {
        count += 1
        return IngestedFrame(view, number: count, of: self)
    }

    fileprivate func level(longSide: Int, of frame: IngestedFrame) -> PyramidLevel {
        precondition(frame.number == count, "another frame has been taken in")
        let index: Int
        if let known = levels.firstIndex(where: { $0.pixels.longSide == longSide }) {
            index = known
        } else {
            index = levels.count
            levels.append(Level(pixels: PyramidLevel(longSide: longSide)))
        }
        if levels[index].frame != count {
            levels[index].pixels.load(frame.view)
            levels[index].frame = count
        }
        return levels[index].pixels
    }
}

/// A frame that ``FrameIngest`` has taken in.
package struct IngestedFrame {
    /// The pixels where they lie.
    package let view: FrameView
    /// Their brightness.
    let luma: LumaPlane
    fileprivate let number: Int
    private let ingest: FrameIngest

    fileprivate init(_ view: FrameView, number: Int, of ingest: FrameIngest) {
        self.view = view
        self.number = number
        self.ingest = ingest
        luma = LumaPlane(view)
    }

    var size: PixelSize { view.size }

    /// The frame shrunk to a long side; valid until the next frame is taken in.
    func level(longSide: Int) -> PyramidLevel { ingest.level(longSide: longSide, of: self) }
}
