package import RectoCapture
package import RectoCore
package import RectoVision

/// Keeps the most recent frames of a still page in order until the page is captured, then adds frames until the burst
/// is complete.
///
/// Frame memory is reused within a burst and released with it. Nothing is copied while no page lies still or once the
/// burst is complete.
package struct BurstBuffer {
    /// A frame and the position of the page in it.
    struct Entry: @unchecked Sendable {
        // Sendable: frames in a burst are never written to.
        let frame: StoredFrame
        let page: TrackedQuad
        let time: Duration
        let glareShare: Float
    }

    /// A captured page whose burst is not complete.
    private struct Capture {
        let scanned: ScannedPage
        let identity: Int
        /// The page's corners in the frames.
        let quad: Quad
        /// When the capture was decided.
        let time: Duration
    }

    private let maximumFrames: Int
    private let memory: BurstMemory
    private var entries: [Entry] = []
    private var spares: [StoredFrame] = []
    /// The memory in bytes that a burst of the current frames will take.
    private var needed = 0
    private var capture: Capture?
    /// The burst that more frames are collected for.
    private var former: PageBurst?
    private var complete: [PageBurst] = []

    /// The memory limits for the frames of a burst stored as JPEG files and as pixels.
    private static let jpegBytes = 16_000_000
    private static let pixelBytes = 56_000_000
    /// How long to wait for frames after a capture, and the longest gap between frames before it, in seconds of the
    /// stream.
    private static let longestWait = 1.0
    private static let longestGap = 0.5
    /// How long to wait if there is glare on the page, and the minimum interval between frames: the glare must move
    /// between them.
    private static let longestGlareWait = 2.0
    private static let glarePace = 0.1
    /// The maximum distance of a corner from its position in earlier frames, relative to the square root of the page's
    /// area.
    private static let nearness = 0.03
    /// The distance that a corner must have moved for the page to count as tilted, relative to the same.
    private static let tilt = 0.02
    /// The number of frames added to a former burst, and the maximum number of its own frames that are kept.
    private static let addedFrames = 8
    /// The ``TrackedQuad/speed`` below which frames are added to a former burst.
    private static let stillSpeed = 3.0

    /// - Parameter memory: The limit in bytes; see ``Scanner/Options/burstMemory``.
    package init(maximumFrames: Int, memory: Int) {
        (self.maximumFrames, self.memory) = (maximumFrames, BurstMemory(memory))
        entries.reserveCapacity(maximumFrames)
        spares.reserveCapacity(maximumFrames)
    }

    /// Whether the buffer waits for more frames of a captured page.
    var isWaiting: Bool { capture != nil || former != nil && !entries.isEmpty }

    /// Whether any of the frames has glare on the page.
    private var hasGlare: Bool { entries.contains { $0.glareShare >= FusionReasons.minimumGlareShare } }

    /// Processes what a frame shows.
    /// - Parameters:
    ///   - isStill: Whether the page lies still and is shown well.
    ///   - size: The size of the frame in pixels.
    ///   - bytes: The size of the frame in bytes.
    ///   - copy: Copies the frame.
    package mutating func follow(
        _ page: TrackedQuad?, _ quality: PageQuality?, isStill: Bool, at time: Duration, size: PixelSize,
        bytes: Int, isJPEG: Bool, copy: (StoredFrame) -> Void
    ) {
        if let capture {
            guard let page, page.identity == capture.identity, Self.isNear(page.quad, capture.quad),
                (time - capture.time).inSeconds < (hasGlare ? Self.longestGlareWait : Self.longestWait)
            else { return completeBurst() }
        } else if let former {
            guard let page, page.speed < Self.stillSpeed, former.shows(page, atLeast: Self.tilt) else {
                return forget()
            }
        } else {
            guard isStill, page != nil else { return }
        }
        guard let page else { return }
        // The next frame of a captured page may be late, because a slow machine writes the page meanwhile.
        if capture == nil, let last = entries.last, !Self.follows(page, at: time, last) { forget() }
        let glareShare = quality?.glareShare ?? 0
        if let last = entries.last, hasGlare || glareShare >= FusionReasons.minimumGlareShare,
            (time - last.time).inSeconds < Self.glarePace
        {
            return
        }
        let room = room(for: page, size, bytes: bytes, isJPEG: isJPEG)
        // Fewer frames do not make a better page.
        guard room >= FrameFusion.Parameters().minimumFrames else {
            if !entries.isEmpty || !spares.isEmpty { dropFrames() }
            return
        }
        while entries.count >= room { spares.append(entries.removeFirst().frame) }
        let frame = spares.popLast() ?? StoredFrame()
        spares.removeLast(max(entries.count + 1 + spares.count - room, 0))
        copy(frame)
        entries.append(Entry(frame: frame, page: page, time: time, glareShare: glareShare))
        needed = Self.workBytes(page.quad, size) + entries.count * (bytes + Self.fusedBytes(page.quad))
        if let former, entries.count >= Self.addedFrames { supplement(former) }
        if capture != nil, entries.count >= room { completeBurst() }
    }

    /// Returns how many frames of a page may be kept.
    private func room(for page: TrackedQuad, _ size: PixelSize, bytes: Int, isJPEG: Bool) -> Int {
        let limit = (isJPEG ? Self.jpegBytes : Self.pixelBytes) / max(bytes, 1)
        let frames = (memory.free - Self.workBytes(page.quad, size)) / (bytes + Self.fusedBytes(page.quad))
        return min(maximumFrames, limit, max(frames, 0))
    }

    /// Returns the memory that fusion needs per frame besides the frame: the page's luma, and its colors at half
    /// resolution.
    package static func fusedBytes(_ page: Quad) -> Int { Int(1.75 * area(page)) }

    /// Returns the memory that fusion needs for any number of frames: bands of the page, the reference frame, and the
    /// fused picture, which is once or twice as large in each direction.
    package static func workBytes(_ page: Quad, _ frame: PixelSize) -> Int {
        let scale = FrameFusion.scale(of: page)
        return Int(8 * area(page)) + 3 * (scale * scale + 1) * frame.area
    }

    /// Returns the number of pixels that are fused.
    private static func area(_ page: Quad) -> Double {
        let (low, high) = page.bounds
        let area = (high.x - low.x + 2 * PageBurst.margin) * (high.y - low.y + 2 * PageBurst.margin)
        return min(max(area, 0), 1e12)
    }

    /// Collects more frames of a captured page once it lies still in a different position, and makes a burst of the
    /// former frames and the new ones.
    mutating func beginSupplement(to burst: PageBurst) {
        guard capture == nil else { return }
        forget()
        former = burst
    }

    private mutating func supplement(_ burst: PageBurst) {
        complete.append(burst.adding(entries, keeping: Self.addedFrames))
        former = nil
        dropFrames()
    }

    private mutating func dropFrames() {
        entries = []
        entries.reserveCapacity(maximumFrames)
        // The next page is far off, so its memory is not needed yet.
        spares.removeAll(keepingCapacity: true)
    }

    /// Notes the page that is captured at a time.
    /// - Parameter page: The page's position in the frame of that time.
    package mutating func capture(_ scanned: ScannedPage, _ page: TrackedQuad?, at time: Duration) {
        if capture != nil { completeBurst() }
        if former != nil {
            former = nil
            forget()
        }
        guard let page, scanned.page.quad != nil else { return forget() }
        if let last = entries.last, !Self.follows(page, at: time, last) { forget() }
        capture = Capture(scanned: scanned, identity: page.identity, quad: page.quad, time: time)
        if entries.count >= maximumFrames { completeBurst() }
    }

    /// Stops waiting: the burst consists of the frames collected so far.
    package mutating func completeBurst() {
        defer {
            (former, capture) = (nil, nil)
            dropFrames()
        }
        guard let capture else { return }
        if let burst = PageBurst(of: capture.scanned, entries, memory.take(needed)) { complete.append(burst) }
    }

    /// Returns the next complete burst.
    package mutating func take() -> PageBurst? { complete.isEmpty ? nil : complete.removeFirst() }

    private mutating func forget() {
        while let entry = entries.popLast() { spares.append(entry.frame) }
    }

    private static func follows(_ page: TrackedQuad, at time: Duration, _ last: Entry) -> Bool {
        page.identity == last.page.identity && 0...longestGap ~= (time - last.time).inSeconds
            && isNear(page.quad, last.page.quad)
    }

    private static func isNear(_ quad: Quad, _ other: Quad) -> Bool {
        let limit = nearness * other.area.squareRoot()
        return (0..<4).allSatisfy { quad[$0].distance(to: other[$0]) <= limit }
    }
}

extension FrameView {
    /// The size of its pixels in bytes, without padding.
    var byteCount: Int {
        switch self {
        case .gray(let view): view.size.area
        case .rgb(let view): 3 * view.size.area
        case .yuyv(let view): 2 * view.size.area
        case .nv12(let view): view.size.area * 3 / 2
        }
    }
}
