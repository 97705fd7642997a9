import Glibc
import RectoCore

/// A video that the program draws itself: pages of text slide one after the other onto a desk and lie there under a camera in
/// an unsteady hand.
///
/// It is the same in every run. Only one frame, one page and the desk are in memory.
struct SyntheticFrames {
    /// How a frame is stored.
    enum Layout: String, CaseIterable {
        case gray, nv12, yuyv
    }

    /// Frames from one page to the next, and those of them in which it moves.
    static let framesPerPage = 75
    private static let slidingFrames = 15
    static let framesPerSecond = 30.0

    let size: PixelSize
    let layout: Layout
    private var page: PageDrawing
    private let desk: [UInt8]
    private let noise: [Int8]
    private var luma: [UInt8]
    /// The frame in its layout; unused for gray, which lends `luma`.
    private var frame: [UInt8]
    private var random = SplitMix64(seed: 1)

    init(size: PixelSize, layout: Layout) {
        self.size = size
        self.layout = layout
        page = PageDrawing(number: 0)
        var random = SplitMix64(seed: 2)
        noise = (0..<(1 << 16)).map { _ in
            // The sum of four uniform values is close to a normal distribution with a deviation of 2 levels.
            Int8((0..<4).reduce(-6) { sum, _ in sum + Int(random.next() & 3) })
        }
        desk = Self.drawDesk(size)
        luma = desk
        let chromaRows = (size.height + 1) / 2
        let evenWidth = (size.width + 1) / 2 * 2
        frame =
            switch layout {
            case .gray: []
            case .nv12: [UInt8](repeating: 128, count: evenWidth * (size.height + chromaRows))
            case .yuyv: [UInt8](repeating: 128, count: 2 * evenWidth * size.height)
            }
    }

    /// Boards of slightly different brightness, with some grain.
    private static func drawDesk(_ size: PixelSize) -> [UInt8] {
        var random = SplitMix64(seed: 3)
        let boardHeight = max(8, size.height / 9)
        var desk = [UInt8](repeating: 0, count: size.area)
        for y in 0..<size.height {
            let board = 88 + 7 * (y / boardHeight % 3)
            let grain = Int(random.next() % 5)
            let joint = y % boardHeight < 2 ? 25 : 0
            for x in 0..<size.width { desk[y * size.width + x] = UInt8(board + grain - joint) }
        }
        return desk
    }

    // MARK: Frames

    /// Draws a frame and lends it.
    mutating func withFrame<Result>(_ index: Int, _ body: (FrameView) throws -> Result) throws -> Result {
        draw(index)
        switch layout {
        case .gray:
            return try luma.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { preconditionFailure("a frame has pixels") }
                return try body(
                    .gray(try GrayView(base: base, byteCount: buffer.count, size: size, stride: size.width)))
            }
        case .nv12, .yuyv:
            return try frame.withUnsafeBufferPointer { buffer in
                guard let base = buffer.baseAddress else { preconditionFailure("a frame has pixels") }
                let evenWidth = (size.width + 1) / 2 * 2
                let view: FrameView =
                    layout == .nv12
                    ? .nv12(
                        try NV12View(
                            base: base, byteCount: buffer.count, size: size, stride: evenWidth, range: .full))
                    : .yuyv(
                        try YUYVView(
                            base: base, byteCount: buffer.count, size: size, stride: 2 * evenWidth, range: .full))
                return try body(view)
            }
        }
    }

    private mutating func draw(_ index: Int) {
        let (number, step) = index.quotientAndRemainder(dividingBy: Self.framesPerPage)
        if page.number != number { page = PageDrawing(number: number) }
        luma = desk
        drawPage(at: Self.place(of: number, step, in: size))
        addNoise()
        let evenWidth = (size.width + 1) / 2 * 2
        switch layout {
        case .gray: break
        case .nv12:
            for y in 0..<size.height {
                frame.replaceSubrange(
                    y * evenWidth..<y * evenWidth + size.width, with: luma[y * size.width..<(y + 1) * size.width])
            }
        case .yuyv:
            for y in 0..<size.height {
                for x in 0..<size.width { frame[2 * (y * evenWidth + x)] = luma[y * size.width + x] }
            }
        }
    }

    /// The page's corners: sliding in from the right at first, then trembling by some tenths of a pixel.
    private static func place(of number: Int, _ step: Int, in size: PixelSize) -> Quad {
        let (width, height) = (Double(size.width), Double(size.height))
        let left = max(0, Double(slidingFrames - step) / Double(slidingFrames))
        let slide = Point2D(x: left * left * width, y: 0)
        let tremor = Point2D(x: 0.0002 * width * sin(0.3 * Double(step)), y: 0.0002 * width * sin(0.4 * Double(step)))
        // Each page has a slightly different angle.
        let turn = 0.01 * Double(number % 5 - 2)
        let side = 0.86 * height
        func corner(_ x: Double, _ y: Double) -> Point2D {
            let (dx, dy) = (x * side / PageDrawing.aspect, y * side)
            // Perspective shortens the far side.
            let depth = 1 - 0.08 * y
            return Point2D(x: width / 2 + (dx + turn * dy) / depth, y: height / 2 + (dy - turn * dx)) + slide + tremor
        }
        return Quad(
            topLeft: corner(-0.5, -0.5), topRight: corner(0.5, -0.5), bottomRight: corner(0.5, 0.5),
            bottomLeft: corner(-0.5, 0.5))
    }

    private mutating func drawPage(at quad: Quad) {
        let source = Quad(width: Double(PageDrawing.width), height: Double(PageDrawing.height))
        guard let map = Homography(from: quad, to: source) else { return }
        let top = max(0, Int(quad.corners.map(\.y).reduce(.infinity, min)) - 2)
        let bottom = min(size.height, Int(quad.corners.map(\.y).reduce(-.infinity, max)) + 3)
        let left = max(0, Int(quad.corners.map(\.x).reduce(.infinity, min)) - 2)
        let right = min(size.width, Int(quad.corners.map(\.x).reduce(-.infinity, max)) + 3)
        guard left < right, top < bottom else { return }
        let width = size.width
        luma.withUnsafeMutableBufferPointer { luma in
            for y in top..<bottom {
                for x in left..<right {
                    let point = map.map(Point2D(x: Double(x) + 0.5, y: Double(y) + 0.5))
                    let at = y * width + x
                    luma[at] = page.level(at: point, over: luma[at])
                }
            }
        }
    }

    private mutating func addNoise() {
        let width = size.width
        for y in 0..<size.height {
            let start = Int(random.next() & 0xffff)
            luma.withUnsafeMutableBufferPointer { luma in
                noise.withUnsafeBufferPointer { noise in
                    for x in 0..<width {
                        let at = y * width + x
                        luma[at] = UInt8(clamping: Int(luma[at]) + Int(noise[(start + x) & 0xffff]))
                    }
                }
            }
        }
    }
}
