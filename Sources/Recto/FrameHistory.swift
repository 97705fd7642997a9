import RectoCore
package import RectoVision

/// Stores recent frames that may still be captured.
///
/// A frame becomes useless once a sharper one follows, so a few copies suffice for any number of frames. If there is
/// not enough room, as when each frame is less sharp than the one before, the earliest frames are kept.
package struct FrameHistory<Frame> {
    /// A stored frame and what was seen in it.
    package struct Entry {
        package let frame: Frame
        package var time = Duration.zero
        /// The page, in pixels of the stored frame.
        package var page: TrackedQuad?
        package var quality: PageQuality?
        var isUsed = false

        var sharpness: Float { quality?.sharpness ?? 0 }
    }

    private(set) var frames: [Entry]
    /// Allocates memory for a frame.
    private let make: () -> Frame

    init(count: Int, _ make: @escaping () -> Frame) {
        frames = (0..<count).map { _ in Entry(frame: make()) }
        self.make = make
    }

    var isEmpty: Bool { !frames.contains { $0.isUsed } }

    /// Also releases the frames' memory: the next page is far off, and rendering this one needs memory.
    mutating func removeAll() {
        for index in frames.indices { frames[index] = Entry(frame: make()) }
    }

    mutating func remove(before time: Duration) {
        for index in frames.indices where frames[index].time < time { frames[index].isUsed = false }
    }

    /// Drops less sharp frames, then stores this one if there is room.
    /// - Parameter copy: Called with the memory for the copy.
    mutating func offer(
        at time: Duration, _ page: TrackedQuad?, _ quality: PageQuality?, copy: (Frame) -> Void
    ) {
        let sharpness = quality?.sharpness ?? 0
        for index in frames.indices where frames[index].sharpness < sharpness { frames[index].isUsed = false }
        guard let free = frames.firstIndex(where: { !$0.isUsed }) else { return }
        copy(frames[free].frame)
        (frames[free].time, frames[free].page, frames[free].quality) = (time, page, quality)
        frames[free].isUsed = true
    }

    /// Returns the frame of that time or, if it was not stored, the sharpest one.
    func best(for time: Duration) -> Entry? {
        var best: Entry?
        for entry in frames where entry.isUsed {
            if entry.time == time { return entry }
            if let known = best, entry.sharpness <= known.sharpness { continue }
            best = entry
        }
        return best
    }
}
