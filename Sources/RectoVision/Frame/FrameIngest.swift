package import RectoCore

/// The first stage: takes in a frame and prepares what later stages read.
///
/// A frame is taken in once and serves the detector, the tracker, the quality meter and the signature, whether it
/// belongs to a stream or is a still picture. Pyramid levels, which need the whole frame, are made on first use:
/// following a known page needs none.
package final class FrameIngest: @unchecked Sendable {
    // Sendable: scratch memory with one owner, see `Scratch`.
    private var levels: [Level] = []
    /// Number of frames taken in so far.
    private var count = 0

    /// A level and the frame that it was last made from.
    private struct Level {
        let pixels: PyramidLevel
        var frame = 0
    }

    package init() {}

    /// - Returns: The frame, valid until the next one is taken in or the view ends.
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

/// A frame taken in by ``FrameIngest``.
package struct IngestedFrame {
    /// The caller's pixels, in place.
    package let view: FrameView
    /// Brightness of the pixels.
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

    /// The frame scaled to a long side; valid until the next frame is taken in.
    func level(longSide: Int) -> PyramidLevel { ingest.level(longSide: longSide, of: self) }
}
