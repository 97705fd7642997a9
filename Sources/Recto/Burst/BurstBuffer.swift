package import RectoCapture
package import RectoCore
package import RectoVision

/// Keeps the last frames of a page that lies still, in the order in which they came, until it is captured; then those that follow,
/// until there are enough of them.
///
/// Memory for frames is kept from one to the next, and goes with the burst. Nothing is copied while no page lies still, nor once the
/// burst is complete.
package struct BurstBuffer {
    /// A frame, and where the page lies in it.
    struct Entry: @unchecked Sendable {
        // Sendable: nobody writes to a frame that is in a burst.
        let frame: StoredFrame
        let page: TrackedQuad
        let time: Duration
        let glareShare: Float
    }

    /// A page whose burst is not complete.
    private struct Capture {
        let scanned: ScannedPage
        let identity: Int
        /// Where it lies in the frames.
        let quad: Quad
        /// When it was decided to take it.
        let time: Duration
    }

    private let maximumFrames: Int
    /// What all frames of a burst may take together, as they are kept and while they are fused.
    private let memory: Int
    private var entries: [Entry] = []
    private var spares: [StoredFrame] = []
    private var capture: Capture?
    /// A burst that more frames are taken for.
    private var former: PageBurst?
    private var complete: [PageBurst] = []

    /// What all frames of a burst may take together: JPEG files, and pixels.
    private static let jpegBytes = 16_000_000
    private static let pixelBytes = 56_000_000
    /// For how long after a capture frames are waited for, and how long none may come before it, in seconds of the stream.
    private static let longestWait = 1.0
    private static let longestGap = 0.5
    /// The same where a lamp is seen in the page, and how far frames are then apart at least: it must move between them.
    private static let longestGlareWait = 2.0
    private static let glarePace = 0.1
    /// How far a corner may be from where it was, in roots of the page's area; and how far one must be for the page to have been
    /// tilted.
    private static let nearness = 0.03
    private static let tilt = 0.02
    /// Frames that are kept of a former burst, and that are added to them.
    private static let addedFrames = 8
    /// Speed below which a page that was captured lies still, as ``TrackedQuad/speed``: that of a hand.
    private static let stillSpeed = 3.0

    /// - Parameter memory: In bytes: see ``Scanner/Options/burstMemory``.
    package init(maximumFrames: Int, memory: Int) {
        (self.maximumFrames, self.memory) = (maximumFrames, memory)
        entries.reserveCapacity(maximumFrames)
        spares.reserveCapacity(maximumFrames)
    }

    /// Whether more frames of a captured page are waited for.
    var isWaiting: Bool { capture != nil || former != nil && !entries.isEmpty }

    /// Whether a lamp is seen in the page in any of the frames.
    private var hasGlare: Bool { entries.contains { $0.glareShare >= FusionReasons.minimumGlareShare } }

    /// Takes note of what a frame shows.
    /// - Parameters:
    ///   - isStill: Whether the page lies still and shows well.
    ///   - bytes: How many bytes the frame has.
    ///   - copy: Takes a copy of the frame.
    package mutating func follow(
        _ page: TrackedQuad?, _ quality: PageQuality?, isStill: Bool, at time: Duration, bytes: Int, isJPEG: Bool,
        copy: (StoredFrame) -> Void
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
        // Of a page that is captured the next frame may come late: a slow machine writes the page meanwhile.
        if capture == nil, let last = entries.last, !Self.follows(page, at: time, last) { forget() }
        let glareShare = quality?.glareShare ?? 0
        if let last = entries.last, hasGlare || glareShare >= FusionReasons.minimumGlareShare,
            (time - last.time).inSeconds < Self.glarePace
        {
            return
        }
        let room = room(for: page, bytes: bytes, isJPEG: isJPEG)
        // Fewer make no better page.
        guard room >= FrameFusion.Parameters().minimumFrames else { return forget() }
        while entries.count >= room { spares.append(entries.removeFirst().frame) }
        let frame = spares.popLast() ?? StoredFrame()
        copy(frame)
        entries.append(Entry(frame: frame, page: page, time: time, glareShare: glareShare))
        if let former, entries.count >= Self.addedFrames { supplement(former) }
        if capture != nil, entries.count >= room { completeBurst() }
    }

    /// How many frames of a page may be kept.
    private func room(for page: TrackedQuad, bytes: Int, isJPEG: Bool) -> Int {
        let limit = (isJPEG ? Self.jpegBytes : Self.pixelBytes) / max(bytes, 1)
        return min(maximumFrames, limit, memory / (bytes + Self.fusedBytes(page.quad)))
    }

    /// What a frame takes while it is fused, beside the frame itself: the page's luma, and its colors at half their resolution.
    package static func fusedBytes(_ page: Quad) -> Int {
        let (low, high) = page.bounds
        let area = (high.x - low.x + 2 * PageBurst.margin) * (high.y - low.y + 2 * PageBurst.margin)
        return Int(min(max(area, 0), 1e12) * 1.75)
    }

    /// Keeps frames of a page that was captured, once it lies still in another way, and makes a burst of them and of those that
    /// there were.
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
        // The next page is far off, and its memory is not needed until then.
        spares.removeAll(keepingCapacity: true)
    }

    /// Takes note of the page that is captured at a time.
    /// - Parameter page: Where it lies in the frame of that time.
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

    /// Ends what is waited for: a burst has the frames that there are.
    package mutating func completeBurst() {
        defer {
            (former, capture) = (nil, nil)
            dropFrames()
        }
        guard let capture else { return }
        if let burst = PageBurst(of: capture.scanned, entries) { complete.append(burst) }
    }

    /// The next burst that is complete.
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
    /// Bytes of its pixels, without padding.
    var byteCount: Int {
        switch self {
        case .gray(let view): view.size.area
        case .rgb(let view): 3 * view.size.area
        case .yuyv(let view): 2 * view.size.area
        case .nv12(let view): view.size.area * 3 / 2
        }
    }
}
