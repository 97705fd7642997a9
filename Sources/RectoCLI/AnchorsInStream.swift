import RectoAnchors
import RectoCore

/// A scanner for a stream, whose camera is known as soon as the first frame has come.
struct AnchorsInStream {
    private let database: AnchorDatabase
    private let focalLength: FocalLength?
    private var scanner: AnchorScanner?
    private var size: PixelSize?

    init(_ database: AnchorDatabase, focalLength: Double?) {
        self.database = database
        self.focalLength = focalLength.flatMap { FocalLength(pixels: $0) }
    }

    func name(of index: Int) -> String { database.anchors[index].name }

    mutating func process(_ frame: FrameView, at time: Duration) throws -> AnchorScanner.Update {
        if let scanner, frame.size == size { return try scanner.process(frame, at: time) }
        let camera = CameraIntrinsics(pictureSize: frame.size, focalLength: focalLength)
        let made = try AnchorScanner(database, intrinsics: camera)
        (scanner, size) = (made, frame.size)
        return try made.process(frame, at: time)
    }
}
